// Cards that move: to the table, to the winner of a trick, from the dealer; and waiting, which a tap cuts short.
import { BACK } from "./cards.mjs";
import { make } from "./common.mjs";
import { moves, paced } from "./prefs.mjs";

let hurry = false;
/** @type {Set<() => void>} */
const waits = new Set();

/** Let everything that moves be where it goes to. */
export function hasten() {
  hurry = true;
  for (const wake of waits) wake();
}

/** From now on things take their time again. */
export function calm() {
  hurry = false;
}

/** Wait, at the pace that is set, and not at all where things do not move or are hastened. @param {number} milliseconds */
export function wait(milliseconds) {
  const time = paced(milliseconds);
  if (hurry || time === 0 || document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = () => {
      waits.delete(wake);
      clearTimeout(timer);
      resolve(undefined);
    };
    const timer = setTimeout(wake, time);
    waits.add(wake);
  });
}

/** @param {Element} element @param {Keyframe[]} frames @param {number} milliseconds @param {KeyframeAnimationOptions} [more] */
async function animate(element, frames, milliseconds, more = {}) {
  if (!moves() || hurry || document.hidden) return;
  const run = element.animate(frames, { duration: paced(milliseconds), easing: "cubic-bezier(.2,.7,.3,1)", ...more });
  await Promise.race([run.finished.catch(() => {}), wait(milliseconds)]);
  run.finish();
}

/** @param {DOMRect} from @param {DOMRect} to */
function shift(from, to) {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  return `translate(${x}px, ${y}px) scale(${Math.max(0.2, from.width / to.width)})`;
}

/** An element comes from where another is, or was. @param {HTMLElement} element @param {DOMRect} from */
export async function come(element, from, milliseconds = 250) {
  const to = element.getBoundingClientRect();
  const rest = getComputedStyle(element).transform;
  const end = rest === "none" ? "none" : rest;
  const start = `${shift(from, to)} ${end === "none" ? "" : end}`;
  await animate(element, [{ transform: start, opacity: from.width < 30 ? 0.4 : 1 }, { transform: end, opacity: 1 }], milliseconds);
}

/** Elements go to where another is, and are gone. @param {HTMLElement[]} elements @param {DOMRect} to */
export async function gather(elements, to, milliseconds = 300) {
  await Promise.all(
    elements.map((element) => {
      const from = element.getBoundingClientRect();
      const x = to.x + to.width / 2 - from.x - from.width / 2;
      const y = to.y + to.height / 2 - from.y - from.height / 2;
      const rest = getComputedStyle(element).transform;
      const start = rest === "none" ? "none" : rest;
      const end = `translate(${x}px, ${y}px) scale(.25) ${start === "none" ? "" : start}`;
      return animate(element, [{ transform: start, opacity: 1 }, { transform: end, opacity: 0.2 }], milliseconds, { easing: "ease-in", fill: "forwards" });
    }),
  );
}

/** Cards from a dealer to everybody. @param {HTMLElement} place @param {DOMRect} dealer @param {DOMRect[]} seats */
export async function deal(place, dealer, seats) {
  if (!moves() || hurry || document.hidden) return;
  const home = place.getBoundingClientRect();
  const flights = [];
  for (let card = 0; card < seats.length * 4; card++) {
    const to = seats[card % seats.length];
    const flown = make("div", { class: "flown", "aria-hidden": "true" });
    flown.innerHTML = BACK;
    flown.style.left = `${dealer.x + dealer.width / 2 - home.x}px`;
    flown.style.top = `${dealer.y + dealer.height / 2 - home.y}px`;
    place.append(flown);
    const x = to.x + to.width / 2 - dealer.x - dealer.width / 2;
    const y = to.y + to.height / 2 - dealer.y - dealer.height / 2;
    flights.push(
      animate(flown, [{ transform: "translate(-50%,-50%)" }, { transform: `translate(calc(${x}px - 50%), calc(${y}px - 50%)) rotate(90deg)`, opacity: 0.6 }], 300, {
        delay: paced(card * 24),
        fill: "both",
      }).then(() => flown.remove()),
    );
  }
  await Promise.race([Promise.all(flights), wait(700)]);
  for (const flown of place.querySelectorAll(".flown")) flown.remove();
}

/** Coins from those who pay. @param {HTMLElement} place @param {DOMRect[]} from @param {DOMRect[]} to */
export async function coins(place, from, to) {
  if (!moves() || hurry || document.hidden || !from.length || !to.length) return;
  const home = place.getBoundingClientRect();
  const flights = [];
  for (const [number, source] of from.entries()) {
    for (let coin = 0; coin < 4; coin++) {
      const goal = to[(number + coin) % to.length];
      const flown = make("div", { class: "coin", "aria-hidden": "true" });
      flown.style.left = `${source.x + source.width / 2 - home.x}px`;
      flown.style.top = `${source.y + source.height / 2 - home.y}px`;
      place.append(flown);
      const x = goal.x + goal.width / 2 - source.x - source.width / 2;
      const y = goal.y + goal.height / 2 - source.y - source.height / 2;
      flights.push(
        animate(flown, [{ transform: "none" }, { transform: `translate(${x / 2}px, ${y / 2 - 40}px)` }, { transform: `translate(${x}px, ${y}px)` }], 600, {
          delay: paced(coin * 70),
          fill: "both",
        }).then(() => flown.remove()),
      );
    }
  }
  await Promise.race([Promise.all(flights), wait(1000)]);
  for (const flown of place.querySelectorAll(".coin")) flown.remove();
}
