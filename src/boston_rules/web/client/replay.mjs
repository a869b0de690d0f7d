// A deal that is over, step by step, at the table where it was played.
import { make, no, say } from "./common.mjs";
import { sheet } from "./sheets.mjs";
import { Table } from "./table.mjs";

export class Replay {
  /** @param {import("./types.d.ts").Scene} now the table as it stands @param {Record<string, string>} words of the cards */
  constructor(now, words) {
    this.now = now;
    this.words = words;
    /** @type {import("./types.d.ts").Scene[]} */
    this.scenes = [];
    this.at = 0;
  }

  /** @param {number} deal @param {(what: string, more: object) => Promise<any>} ask */
  async open(deal, ask) {
    const place = make("div", { class: "game replay" });
    const said = make("p", { class: "said", role: "status" }, say("The deal is looked up …"));
    const made = sheet(say("Deal {number}", { number: deal }), place, said);
    made.classList.add("whole");
    const told = await ask("replay", { deal });
    if (told.refused) return said.replaceChildren(no(told.refused));
    for (const changes of told.scenes) this.scenes.push({ ...this.now, score: null, ...this.scenes.at(-1), ...changes });
    const nothing = () => {};
    const table = new Table(place, { choose: nothing, tell: nothing, next: nothing, review: nothing });
    table.words = this.words;
    const slider = make("input", { type: "range", min: 0, max: this.scenes.length - 1, value: 0, "aria-label": say("Moment of the deal") });
    const show = (at) => {
      this.at = Math.max(0, Math.min(this.scenes.length - 1, at));
      const scene = this.scenes[this.at];
      table.draw({ ...scene, bids: [], choices: [], bill: null, hand: scene.hand.map((card) => ({ ...card, legal: false, why: "" })) });
      said.textContent = scene.bill ? scene.bill.join(" ") : scene.said || scene.turn;
      slider.value = String(this.at);
    };
    const step = (label, text, by) => make("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: () => show(this.at + by) }, text);
    slider.addEventListener("input", () => show(Number(slider.value)));
    place.after(make("div", { class: "steps" }, step(say("Back"), "◀", -1), slider, step(say("On"), "▶", 1)));
    show(0);
    slider.focus();
  }
}
