// A deal that is over: all hands, the play as a strip of tricks, and what the solver says of each card.
import { make, no, say } from "./common.mjs";
import { sheet } from "./sheets.mjs";
import { mini, suited } from "./table.mjs";

/** @typedef {import("./types.d.ts").Scene} Scene */

export class Review {
  /**
   * @param {object} player
   * @param {Scene} player.scene
   * @param {Record<string, string>} player.words of the cards
   * @param {(seat: number) => string} player.name
   * @param {(more: object) => Promise<any>} player.ask
   * @param {(deal: number) => void} player.watch
   * @param {(moment: import("./types.d.ts").Moment) => void} player.again
   */
  constructor(player) {
    this.player = player;
    this.hands = make("div", { class: "hands" });
    this.place = make("div", { class: "review" });
    this.deals = make("p", { class: "deals" });
  }

  /** @param {number} [deal] the number of a deal, or else the last */
  async open(deal) {
    this.place.replaceChildren(make("p", { role: "status" }, say("The solver looks at every card …")));
    if (!this.sheet?.isConnected) this.sheet = sheet(say("Review of the deal"), this.deals, this.hands, this.place);
    const told = await this.player.ask(deal ? { deal } : {});
    if (told.refused) return this.place.replaceChildren(make("p", {}, no(told.refused)));
    this.#draw(told);
  }

  #draw(told) {
    const { scene, words, name } = this.player;
    if (told.deals.length > 1) {
      const button = (deal) => make("button", { type: "button", "aria-pressed": String(deal === told.deal), onclick: () => this.open(deal) }, say("Deal {number}", { number: deal }));
      this.deals.replaceChildren(...told.deals.map(button));
    }
    this.hands.replaceChildren(...scene.seating.map((seat) =>
      make("div", { class: "dealt" }, make("strong", {}, name(seat)),
        make("span", { class: "open" }, ...told.hands[seat].map((card) => mini(card, words[card]))))));
    const about = make("div", { class: "about", role: "status" });
    const watch = make("button", { type: "button", onclick: () => (this.sheet.close(), this.player.watch(told.deal)) }, say("Watch it step by step"));
    const rows = told.tricks.map(({ leader, winner, cards }, at) =>
      make("li", {}, make("span", { class: "number" }, String(at + 1)),
        ...cards.map(([card, mark, lost, events], turn) => {
          const seat = (leader + turn) % scene.seats.length;
          const inside = [make("small", {}, name(seat)), mini(card, words[card], seat === winner ? "best" : ""), mark];
          const touch = () => this.#touched(about, made, lost, { record: told.record, seat, events });
          const label = `${name(seat)}: ${words[card]}${mark ? `, ${say("lost something")}` : ""}`;
          const made = make("button", { type: "button", class: `judged${mark ? " wrong" : ""}`, "aria-label": label, "aria-pressed": "false", onclick: touch }, ...inside);
          return made;
        })));
    const lost = rows.some((row) => row.querySelector(".wrong"));
    const lines = [...told.lines, ...(lost ? [say("Touch a card that is marked: it tells what it lost.")] : [])];
    this.place.replaceChildren(make("ul", { class: "told" }, ...lines.map((line) => make("li", {}, ...suited(line)))), make("p", { class: "row" }, watch), make("ol", { class: "strip" }, ...rows), about);
  }

  /** Say what a card lost, and offer to play on from before it. */
  #touched(about, button, lost, moment) {
    const { name, scene } = this.player;
    for (const each of this.place.querySelectorAll("[aria-pressed=true]")) each.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", "true");
    const own = moment.seat === scene.seat;
    const text = own ? say("Play it again from here") : say("Play it again from here, in the place of {who}", { who: name(moment.seat) });
    const again = make("button", { type: "button", class: "main", onclick: () => (this.sheet.close(), this.player.again(moment)) }, text);
    const told = lost ?? say("What this card was worth is not known: the solver did not come so far.");
    about.replaceChildren(make("p", {}, ...suited(told.replace(/([♠♥♦♣])T/g, "$110") || say("With all cards seen, this card lost nothing."))),
      moment.record ? again : make("p", {}, say("It can be played again once the session is over.")));
    about.scrollIntoView({ block: "nearest" });
  }
}
