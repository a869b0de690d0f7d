// What the player has chosen: pace, cards, sound, light or dark.
import { kept } from "./common.mjs";

const touch = matchMedia("(pointer: coarse)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

const USUAL = {
  pace: "1",
  sound: touch.matches ? "off" : "on",
  colours: "two",
  theme: "auto",
  taps: "one",
  only: "on",
  name: "",
  bot: "simple",
};

/** @typedef {keyof typeof USUAL} Name */

/** @param {Name} name */
export const pref = (name) => kept.get(`pref ${name}`) ?? USUAL[name];

/** @param {Name} name @param {string} value */
export function prefer(name, value) {
  kept.set(`pref ${name}`, value);
  dress();
}

/** How long something takes that has a length at the usual pace. @param {number} milliseconds */
export const paced = (milliseconds) => milliseconds * Number(pref("pace"));

/** Whether things move. */
export const moves = () => !still.matches && Number(pref("pace")) > 0;

/** Whether fingers point. */
export const touched = () => touch.matches;

/** Let the page look as it is preferred. */
export function dress() {
  document.documentElement.dataset.theme = pref("theme");
  document.documentElement.classList.toggle("four", pref("colours") === "four");
}

// Sounds, made as they are needed: a card, a trick, one's turn, a bill.

/** @type {AudioContext | null} */
let audio = null;

const NOTES = { turn: [660, 880], bill: [523, 659, 784], trick: [330, 247] };

/** @param {"card" | "trick" | "turn" | "bill"} what */
export function sound(what) {
  if (pref("sound") !== "on") return;
  if (navigator.userActivation?.hasBeenActive === false) return; // no browser lets a page be heard unasked
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  if (what === "card") return rustle(audio);
  NOTES[what].forEach((pitch, place) => {
    const start = /** @type {AudioContext} */ (audio).currentTime + place * 0.09;
    const tone = new OscillatorNode(/** @type {AudioContext} */ (audio), { type: "sine", frequency: pitch });
    const loud = new GainNode(/** @type {AudioContext} */ (audio), { gain: 0 });
    loud.gain.setValueAtTime(0, start);
    loud.gain.linearRampToValueAtTime(what === "trick" ? 0.05 : 0.08, start + 0.01);
    loud.gain.exponentialRampToValueAtTime(0.0005, start + 0.35);
    tone.connect(loud).connect(/** @type {AudioContext} */ (audio).destination);
    tone.start(start);
    tone.stop(start + 0.4);
  });
}

/** A card laid on cloth. @param {AudioContext} context */
function rustle(context) {
  const length = context.sampleRate * 0.07;
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < length; at++) data[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 3;
  const noise = new AudioBufferSourceNode(context, { buffer });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency: 1800, Q: 0.8 });
  noise.connect(band).connect(new GainNode(context, { gain: 0.22 })).connect(context.destination);
  noise.start();
}
