// The table as it is drawn: seats, trick, hand, what may be chosen, the bill. It draws a scene, as
// boston_rules.telling.screen makes it, and hands on what is chosen; it knows no rules.
import { BACK, faceSvg, rankOf, suitSvg } from "./cards.mjs";
import { figure, make, one, say, show, signed, withMore } from "./common.mjs";
import { pref, touched } from "./prefs.mjs";
import { sheet } from "./sheets.mjs";

/** @typedef {import("./types.d.ts").Scene} Scene */

const narrow = matchMedia("(max-width: 760px)");
const SUIT_OF = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

/** Text with its suits as pictures in their colours. @param {string} text @returns {(Node | string)[]} */
export function suited(text) {
  return text.split(/([♠♥♦♣])/).map((part) => {
    const suit = SUIT_OF[/** @type {"♠"} */ (part)];
    if (!suit) return part;
    const made = make("span", { class: `pip ${suit}` }, heard(part));
    made.insertAdjacentHTML("beforeend", suitSvg(suit));
    return made;
  });
}

/** What only a screen reader says. @param {string} text */
const heard = (text) => make("span", { class: "heard" }, text);

/** A small card, of which one reads only the index. @param {string} card @param {string} words */
export function mini(card, words, extra = "") {
  const made = make("span", { class: `mini ${card[1]} ${extra}`, role: "img", "aria-label": words }, rankOf(card));
  made.insertAdjacentHTML("beforeend", suitSvg(card[1]));
  return made;
}

const CARD = /^([♠♥♦♣])(10|[2-9JQKA])$/;

export class Table {
  /**
   * @param {HTMLElement} root
   * @param {{ choose: (token: string, from?: Element) => void, tell: (text: string) => void, next: () => void,
   *   review: () => void }} player what is done with what is chosen
   */
  constructor(root, player) {
    this.player = player;
    /** @type {Record<string, string>} */
    this.words = {};
    /** The card that one tap has lifted. */
    this.lifted = "";
    /** The bid that is looked at, on a phone. */
    this.level = -1;
    this.felt = make("section", { class: "felt", "aria-label": say("The table") });
    this.seats = make("div", { class: "seats" });
    this.trick = make("div", { class: "trick", role: "group", "aria-label": say("The trick") });
    this.middle = make("div", { class: "middle" });
    this.left = make("div", { class: "corner left" });
    this.right = make("div", { class: "corner right" });
    this.felt.append(this.seats, this.trick, this.left, this.right, this.middle);
    this.turn = make("p", { class: "turn", id: "turn" });
    this.hand = make("div", { class: "hand", role: "group", "aria-label": say("Your hand") });
    root.append(this.felt, this.turn, this.hand);
    this.hand.addEventListener("keydown", (event) => this.#rove(event));
    narrow.addEventListener("change", () => this.scene && this.felt.isConnected && this.draw(this.scene));
  }

  /** Everything as a scene has it. @param {Scene} scene */
  draw(scene) {
    this.scene = scene;
    this.drawSeats(scene);
    this.drawTrick(scene.trick);
    this.#drawCorners(scene);
    this.#drawTurn(scene);
    this.#drawHand(scene);
    this.drawMiddle(scene);
  }

  /** Where a seat is: south, west, north, east. @param {number} seat */
  place(seat) {
    const places = this.scene.seating.length === 3 ? ["south", "west", "east"] : ["south", "west", "north", "east"];
    return places[this.scene.seating.indexOf(seat)];
  }

  /** @param {number} seat */
  name(seat) {
    return seat === this.scene.seat ? say("You") : this.scene.people[seat]?.name || say("empty");
  }

  /** The plate of a seat. @param {number} seat */
  plate(seat) {
    return one(`.seat[data-seat="${seat}"]`, this.felt);
  }

  /** @param {Scene} scene */
  drawSeats(scene) {
    this.seats.replaceChildren(...scene.seating.map((seat) => this.#seat(scene, seat)));
  }

  /** @param {Scene} scene @param {number} seat */
  #seat(scene, seat) {
    const about = scene.seats[seat];
    const who = scene.people[seat];
    const own = seat === scene.seat;
    const place = this.place(seat);
    const acts = scene.actor === seat;
    const plate = make("div", { class: `plate${acts ? " acts" : ""}${about.side ? " side" : ""}` });
    const initial = own ? "★" : (who.name || "?").slice(0, 1).toUpperCase();
    plate.append(make("span", { class: "face", "aria-hidden": "true" }, initial));
    const name = make("strong", { "aria-hidden": "true" }, this.name(seat)); // the group has it
    const roles = about.roles.slice(about.dealer ? 1 : 0).join(", ");
    const lines = make("span", { class: "about" }, name);
    const chips = make("span", { class: "chips" }, figure(about.chips));
    chips.append(heard(` ${say("chips")}`));
    if (about.won !== null) chips.append(make("b", { class: about.won < 0 ? "loss" : "gain" }, ` ${signed(about.won)}`));
    lines.append(make("span", { class: "line" }, chips, ...(roles ? [heard(", "), make("span", { class: "roles" }, roles)] : [])));
    plate.append(lines);
    if (about.dealer) plate.append(make("span", { class: "button", title: say("dealer"), role: "img", "aria-label": say("dealer") }, "D"));
    if (about.tricks !== null && scene.bill === null) {
      const tricks = make("span", { "aria-hidden": "true" }, String(about.tricks));
      plate.append(make("span", { class: "tricks", title: say("tricks") }, tricks, heard(`, ${withMore(say("tricks"), about.tricks)}`)));
    }
    if (who.away || !who.here) plate.append(make("span", { class: "away" }, who.away ? say("a bot plays") : say("away")));
    const made = make("div", { class: `seat ${place}`, "data-seat": seat, role: "group", "aria-label": this.name(seat) }, plate);
    if (about.call) made.append(heard(", "), make("span", { class: "call" }, ...suited(about.call.replace(/ (?=[♠♥♦♣])/, "\u00a0"))));
    if (!own) made.append(this.#cardsOf(scene, seat));
    if (about.faced.length) {
      const faced = about.faced.map((card) => mini(card, this.words[card]));
      made.append(make("span", { class: "faced", "aria-label": say("exposed") }, ...faced));
    }
    return made;
  }

  /** The cards of another player: their backs, or the cards where they lie open. @param {Scene} scene @param {number} seat */
  #cardsOf(scene, seat) {
    const { cards, hidden, faced } = scene.seats[seat];
    const open = cards.filter((card) => !faced.includes(card));
    if (open.length && (scene.bill === null || hidden === 0)) {
      return make("span", { class: "open", role: "group", "aria-label": say("cards on the table") },
        ...open.map((card) => mini(card, this.words[card])));
    }
    const backs = make("span", { class: "backs", "aria-hidden": "true" });
    for (let at = 0; at < hidden; at++) backs.insertAdjacentHTML("beforeend", BACK);
    return backs;
  }

  /** @param {[number, string][]} cards */
  drawTrick(cards) {
    const there = new Set(cards.map(([, card]) => card));
    for (const old of this.trick.querySelectorAll(".played")) {
      if (!there.has(old.dataset.card)) old.remove();
    }
    for (const [seat, card] of cards) {
      if (!one(`.played[data-card="${card}"]`, this.trick)) this.trick.append(this.#played(seat, card));
    }
  }

  /** @param {number} seat @param {string} card */
  #played(seat, card) {
    const made = make("div", { class: `played card ${this.place(seat)}`, "data-card": card, "data-seat": seat });
    made.innerHTML = faceSvg(card);
    made.append(heard(`${withMore(this.name(seat), this.words[card] ?? card)}. `));
    return made;
  }

  /** Lay a card in the trick, and say where it lies. @param {number} seat @param {string} card */
  lay(seat, card) {
    const made = this.#played(seat, card);
    this.trick.append(made);
    return made;
  }

  /** @param {Scene} scene */
  #drawCorners(scene) {
    const { last, contract, standing, facts, dead } = scene;
    this.left.replaceChildren();
    if (last && scene.bill === null) {
      const cards = last.cards.map(([seat, card]) => {
        const made = mini(card, withMore(this.name(seat), this.words[card]), seat === last.winner ? "best" : "");
        return made;
      });
      this.left.append(
        make("div", { class: "panel" }, make("h3", {}, say("Last trick")), make("div", { class: "minis" }, ...cards),
          make("small", {}, heard(`${say("Winner")}: `), this.name(last.winner))));
    }
    this.right.replaceChildren();
    const panel = make("div", { class: "panel" });
    if (contract) {
      panel.append(make("h3", {}, ...suited(contract.name)), make("p", {}, contract.side), make("p", { class: "goal" }, contract.goal));
    } else if (standing) {
      panel.append(make("h3", {}, say("Highest bid")), make("p", {}, ...suited(standing)));
    }
    const more = facts.map(([name, value]) => make("span", { class: "fact" }, `${name} `, ...this.#fact(value)));
    if (more.length) panel.append(make("p", { class: "facts" }, ...more));
    if (dead) {
      const cards = dead.cards.map((card) => mini(card, this.words[card]));
      panel.append(make("p", { class: "facts" }, `${say("Dead hand")} `, ...cards, dead.hidden ? ` +${dead.hidden}` : ""));
    }
    if (panel.childNodes.length) this.right.append(panel);
  }

  /** What a fact says: a card is drawn as one. @param {string} value @returns {(Node | string)[]} */
  #fact(value) {
    const [, suit, rank] = value.match(CARD) ?? [];
    if (!suit) return [make("b", {}, ...suited(value))];
    const card = rank.replace("10", "T") + SUIT_OF[/** @type {"♠"} */ (suit)];
    return [mini(card, this.words[card])];
  }

  /** @param {Scene} scene */
  #drawTurn(scene) {
    const own = scene.actor !== null && scene.actor === scene.seat;
    this.turn.classList.toggle("own", own);
    if (this.turn.textContent !== scene.turn) this.turn.replaceChildren(scene.turn);
  }

  // The hand.

  /** @param {Scene} scene */
  #drawHand(scene) {
    const chosen = scene.hand.some(({ legal }) => legal);
    const before = document.activeElement?.closest(".hand button")?.getAttribute("data-card");
    const begins = chosen && !this.hand.classList.contains("choosing");
    if (!scene.hand.some(({ card }) => card === this.lifted)) this.lifted = "";
    const count = scene.hand.length;
    this.hand.style.setProperty("--count", String(count));
    this.hand.classList.toggle("choosing", chosen);
    this.hand.replaceChildren(...scene.hand.map((held, place) => this.#card(held, place, count, chosen)));
    const cards = [...this.hand.children];
    const may = (card) => !card.hasAttribute("aria-disabled");
    const first = cards.findIndex((card) => card.dataset.card === before && (may(card) || !begins));
    const stop = first >= 0 ? first : cards.findIndex(may);
    cards.forEach((card, place) => (card.tabIndex = place === Math.max(0, stop) ? 0 : -1));
    if (before) cards[Math.max(0, stop)]?.focus({ preventScroll: true });
  }

  /** @param {import("./types.d.ts").HandCard} held @param {number} place @param {number} count @param {boolean} chosen */
  #card(held, place, count, chosen) {
    const off = place - (count - 1) / 2;
    const state = !chosen ? "" : held.legal ? " legal" : " barred";
    const made = make("button", {
      type: "button",
      class: `card${state}${held.card === this.lifted ? " lifted" : ""}`,
      style: `--off:${off};--far:${Math.abs(off)}`,
      "data-card": held.card,
      "aria-label": withMore(held.label, held.why),
      "aria-disabled": chosen && !held.legal ? "true" : null,
      onclick: () => this.#tap(held, made),
    });
    made.innerHTML = faceSvg(held.card);
    return made;
  }

  /** @param {import("./types.d.ts").HandCard} held @param {Element} button */
  #tap(held, button) {
    if (!held.token || !held.legal) {
      if (held.why) this.player.tell(held.why);
      return;
    }
    if (touched() && pref("taps") === "two" && this.lifted !== held.card) {
      this.lifted = held.card;
      for (const each of this.hand.children) each.classList.toggle("lifted", each === button);
      return;
    }
    this.player.choose(held.token, button);
  }

  /** Arrows go from card to card. @param {KeyboardEvent} event */
  #rove(event) {
    const cards = [...this.hand.children];
    const at = cards.indexOf(/** @type {HTMLElement} */ (event.target));
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const end = { Home: 0, End: cards.length - 1 }[event.key];
    if (at < 0 || (step === undefined && end === undefined)) return;
    event.preventDefault();
    const next = end ?? (at + (step ?? 0) + cards.length) % cards.length;
    cards.forEach((card, place) => (card.tabIndex = place === next ? 0 : -1));
    cards[next].focus();
  }

  // What else may be chosen.

  /** @param {Scene} scene */
  drawMiddle(scene) {
    const held = document.activeElement?.closest(".middle") !== null;
    const parts = [];
    if (scene.bill) parts.push(this.#bill(scene));
    else if (scene.ended) parts.push(make("div", { class: "box" }, make("p", { class: "over" }, scene.over ?? "")));
    else if (scene.bids.length || scene.choices.length) parts.push(this.#box(scene));
    this.middle.replaceChildren(...parts);
    this.middle.classList.toggle("full", parts.length > 0);
    if (held) this.focus();
  }

  /** The bids with their prices, and all other choices. @param {Scene} scene */
  #box(scene) {
    const box = make("div", { class: "box", role: "group", "aria-label": say("What you may do") });
    const { standing, contract, facts } = scene;
    const known = [
      ...(standing ? [[say("Highest bid"), standing]] : []),
      ...(contract ? [[contract.name, contract.side]] : []),
      ...facts,
    ];
    if (known.length) {
      box.append(make("p", { class: "known" }, ...known.map(([name, value]) => make("span", {}, ...suited(name), " ", ...this.#fact(value)))));
    }
    const others = make("div", { class: "others" });
    if (scene.bids.length) {
      const [grid, price] = this.#bids(scene);
      box.append(grid);
      others.append(price);
    }
    others.append(...scene.choices.map((group) => this.#group(group)));
    box.append(others);
    return box;
  }

  /** @param {Scene} scene */
  #bids({ bids }) {
    const price = make("p", { class: "price", "aria-hidden": "true" }); // it repeats what the bid is called
    const grid = make("div", { class: "bids", style: `--rows:${Math.ceil(bids.length / 2)}` });
    const rows = bids.map(({ name, goal, cells }, level) => {
      const open = cells.some(({ legal }) => legal);
      const row = make("div", { class: `bid${open ? "" : " closed"}${level === this.level ? " chosen" : ""}`, role: "group", "aria-label": name });
      const prices = new Set(cells.map(({ pays, costs }) => `${pays} ${costs}`));
      const [{ pays, costs }] = cells;
      const line = prices.size === 1 && pays ? `+${pays} −${costs}` : "";
      const single = cells.length === 1 && !cells[0].short;
      if (narrow.matches) {
        row.append(make("button", { type: "button", class: "level", "aria-label": withMore(name, goal), "aria-expanded": single ? null : String(level === this.level), onclick: () => this.#open(level) },
          make("span", {}, name), make("small", {}, line)));
      } else if (!single) row.append(make("span", { class: "level", title: goal, "aria-hidden": "true" }, name));
      for (const cell of cells) row.append(this.#cell(cell, single ? name : "", prices.size > 1, price));
      if (line) row.append(make("small", { class: "worth", "aria-hidden": "true" }, line));
      if (single) row.classList.add("single");
      if (cells.length > 5) row.classList.add("many");
      return row;
    });
    grid.append(...rows);
    return [grid, price];
  }

  /** Look at the suits of a bid, where there is room for one bid only. @param {number} level */
  #open(level) {
    this.level = this.level === level ? -1 : level;
    this.player.tell("");
    const bid = this.scene.bids[level];
    if (bid.cells.length === 1 && bid.cells[0].legal && !bid.cells[0].short) return this.player.choose(bid.cells[0].token);
    this.drawMiddle(this.scene);
    one(".bid.chosen .cell:not([aria-disabled])", this.middle)?.focus();
  }

  /** @param {import("./types.d.ts").Bid} cell @param {string} name @param {boolean} priced @param {HTMLElement} line */
  #cell(cell, name, priced, line) {
    const worth = cell.pays || cell.costs ? say("pays {pays}, costs {costs} to each", { pays: cell.pays || "0", costs: cell.costs || "0" }) : "";
    const made = make("button", {
      type: "button",
      class: "cell",
      "data-token": cell.token,
      "aria-label": withMore(cell.label, cell.why || worth),
      "aria-disabled": cell.legal ? null : "true",
      onclick: () => (cell.legal ? this.player.choose(cell.token) : this.player.tell(cell.why)),
    }, make("span", {}, ...suited(name || cell.short || cell.label)));
    if (priced) made.append(make("small", {}, `+${cell.pays}`, make("i", {}, ` −${cell.costs}`)));
    const tell = () => line.replaceChildren(withMore(cell.label, cell.why || worth));
    made.addEventListener("focus", tell);
    made.addEventListener("pointerenter", tell);
    return made;
  }

  /** @param {Scene["choices"][number]} group */
  #group({ name, items }) {
    if (items.length > 16) return this.#slider(name, items);
    const buttons = items.map(({ token, label, short }) =>
      make("button", { type: "button", class: token === "pass" ? "pass" : "", "data-token": token, "aria-label": short ? label : null,
        onclick: () => this.player.choose(token) }, ...suited(short || label)));
    if (items.length === 1 && !items[0].short) return buttons[0];
    return make("div", { class: "group", role: "group", "aria-label": name }, make("span", { class: "label" }, ...suited(name)), ...buttons);
  }

  /** Very many of a kind, such as where to cut. @param {string} name @param {{ token: string, label: string }[]} items */
  #slider(name, items) {
    const middle = items.length >> 1;
    const range = make("input", { type: "range", min: 0, max: items.length - 1, value: middle, "aria-label": name, "aria-valuetext": items[middle].label });
    const told = make("output", { "aria-hidden": "true" }, items[middle].label);
    range.addEventListener("input", () => {
      told.value = items[range.value].label;
      range.setAttribute("aria-valuetext", items[range.value].label);
    });
    const go = make("button", { type: "button", class: "main", "data-token": items[middle].token, onclick: () => this.player.choose(items[range.value].token) }, name);
    return make("div", { class: "group slider" }, go, range, told);
  }

  /** @param {Scene} scene */
  #bill(scene) {
    const { bill, seats, seating, over, waiting, seat, score } = scene;
    const [head, ...lines] = bill ?? [];
    const box = make("div", { class: "box bill", role: "group", "aria-label": say("The bill") });
    box.append(make("h2", {}, ...suited(head ?? "")));
    const row = seating.map((each) => {
      const won = seats[each].won ?? 0;
      return make("li", {}, make("span", {}, this.name(each), heard(": ")), make("b", { class: won < 0 ? "loss" : "gain" }, signed(won)),
        heard(", "), make("small", {}, figure(seats[each].chips), heard(` ${say("chips")}`)));
    });
    box.append(make("ul", { class: "sums" }, ...row));
    const told = () => make("ol", { class: lines.length > 4 ? "lines many" : "lines" }, ...lines.map((line) => make("li", {}, ...suited(line))));
    const short = lines.join(" ").length < (narrow.matches ? 250 : 480);
    if (short) box.append(told());
    if (over) box.append(make("p", { class: "over" }, over));
    const buttons = make("div", { class: "others" });
    if (!over && seat !== null) {
      const mine = waiting.includes(seat);
      const who = waiting.map((each) => this.name(each)).join(", ");
      buttons.append(make("button", { type: "button", class: "main next", disabled: !mine, onclick: () => this.player.next() },
        mine ? say("Next deal") : say("Waiting for {who}", { who })));
    }
    if (scene.last) buttons.append(make("button", { type: "button", class: "look", onclick: () => this.player.review() }, say("Review the deal")));
    const more = (text, inside) => make("button", { type: "button", class: "look", onclick: () => sheet(text, inside()) }, text);
    if (!short) buttons.append(more(say("Who pays whom"), told));
    if (score) buttons.append(more(say("The session so far"), () => {
      const place = make("div", { class: "scroll tables" });
      show(place, score);
      return place;
    }));
    box.append(buttons);
    return box;
  }

  /** Go on where something is to be chosen. */
  focus() {
    const card = this.scene?.hand.some(({ legal }) => legal) ? one('.hand button[tabindex="0"]') : null;
    const choice = one(".middle .main:not([disabled]), .middle .bid:not(.closed) .cell:not([aria-disabled]), .middle .others button", this.felt);
    const seen = choice?.offsetParent ? choice : one(".middle .bid:not(.closed) .level, .middle .others button", this.felt);
    (card ?? seen)?.focus({ preventScroll: true });
  }
}
