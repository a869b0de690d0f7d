// The table on a page: it shows a screen, as boston_rules.telling.screen makes it, and hands on what is
// clicked, typed or chosen by the keyboard. It knows no rules and no words of the game.
import { fill, kept, make, one, say, show } from "./common.mjs";

const wide = matchMedia("(min-width: 48em)");

/** Whether pictures are for a phone. */
export const narrow = () => !wide.matches;

/** @param {() => void} changed */
export const onWidth = (changed) => wide.addEventListener("change", changed);

/** Why something was not done, or nothing. @param {string} [refused] @param {string} [rule] */
export const no = (refused, rule) => {
  if (!refused) return "";
  return rule ? say("No: {refused}. ({rule})", { refused, rule }) : say("No: {refused}.", { refused });
};

/** The table in the part of a page that has `table.html`. */
export class Table {
  /**
   * @param {HTMLElement} part
   * @param {(text: string) => Promise<any>} act does what was chosen or typed; gives the answer,
   *   with `refused` where it was
   */
  constructor(part, act) {
    this.part = part;
    this.act = act;
    this.busy = false;
    /** @type {any} */
    this.screen = null;
    one("#br-type", part)?.addEventListener("submit", async (event) => {
      event.preventDefault();
      const field = one("#br-typed");
      if (!field.value.trim()) return;
      if (await this.ask(() => act(field.value))) field.value = "";
      field.focus();
    });
  }

  /** Ask one thing at a time, and say what was refused; whether nothing was. */
  async ask(asking) {
    if (this.busy) return false;
    this.busy = true;
    this.part.setAttribute("aria-busy", "true");
    try {
      const answer = await asking();
      this.refuse(answer);
      return !answer.refused;
    } finally {
      this.busy = false;
      this.part.removeAttribute("aria-busy");
    }
  }

  refuse({ refused, rule }) {
    one("#br-refusal").textContent = no(refused, rule);
  }

  /** Everything anew; who was at the hand or the choices stays there. */
  show(screen) {
    this.screen = screen;
    const held = document.activeElement?.closest("#br-table, #br-hand, #br-choices");
    one("#br-deal").hidden = false;
    this.#draw();
    const facts = screen.facts.map(([name, value]) =>
      make("div", {}, make("dt", {}, name), make("dd", {}, value)),
    );
    one("#br-facts").replaceChildren(...facts);
    show(one("#br-last"), screen.trick ? screen.trick.picture : "");
    one("#br-last").hidden = !screen.trick;
    one("#br-words").textContent = screen.words;
    one("#br-choices").replaceChildren(...screen.choices.map((choice) => this.#choice(choice)));
    one("#br-undo").hidden = !screen.undo || Boolean(screen.bill);
    one("#br-type").hidden = Boolean(screen.bill);
    if (one("#br-turn").textContent !== screen.turn) one("#br-turn").textContent = screen.turn;
    one("#br-settled").hidden = !screen.bill;
    if (screen.bill) {
      show(one("#br-bill"), screen.bill);
      show(one("#br-score"), screen.score);
      one("#br-over").textContent = screen.over ?? "";
      one("#br-next").hidden = Boolean(screen.over);
      if (screen.over) one("#br-score").parentElement.open = true;
    }
    this.#explain();
    if (held) this.focus("");
  }

  /** The words of the game that stand there, until a deal has gone in which they were explained. */
  #explain() {
    const known = new Set(JSON.parse(kept.get("words") ?? "[]"));
    const met = this.screen.glossary.filter(([word]) => !known.has(word));
    const lines = met.map(([word, means]) =>
      make("div", {}, make("dt", {}, word), make("dd", {}, means)),
    );
    one("#br-glossary").replaceChildren(...lines);
    this.explained = new Set([...(this.explained ?? []), ...met.map(([word]) => word)]);
    if (this.screen.bill) kept.set("words", JSON.stringify([...known, ...this.explained]));
  }

  /** Say what has happened. */
  tell(told) {
    const log = one("#br-log");
    log.append(...told.map((line) => make("li", {}, line)));
    while (log.children.length > 200) log.firstChild.remove();
    log.scrollTop = log.scrollHeight;
  }

  /** The cards of the hand as buttons in the picture where there is room, else the hand below it. */
  #draw() {
    show(one("#br-table"), this.screen.picture);
    const svg = one("#br-table svg");
    svg.setAttribute("role", "group");
    const row = one("#br-hand");
    row.replaceChildren();
    const held = this.screen.hand.filter(({ token }) => token);
    if (narrow()) {
      row.append(...held.map((card) => this.#cardButton(card)));
    } else if (held.length) {
      const titles = new Map();
      for (const title of svg.querySelectorAll("g > title")) {
        if (!titles.has(title.textContent)) titles.set(title.textContent, title.parentElement);
      }
      for (const card of held) this.#button(titles.get(card.words), card);
    }
    this.#rove([...(narrow() ? row : svg).querySelectorAll(".br-card")]);
  }

  #button(face, card) {
    face.classList.add("br-card");
    face.setAttribute("role", "button");
    face.setAttribute("aria-label", card.label);
    face.dataset.token = card.token;
    if (!card.legal) face.setAttribute("aria-disabled", "true");
    face.addEventListener("click", () => this.choose(card.token));
  }

  #cardButton(card) {
    const red = /[♥♦]/.test(card.symbol) ? " br-red" : "";
    return make(
      "button",
      {
        type: "button",
        class: `br-card${red}`,
        "aria-label": card.label,
        "aria-disabled": card.legal ? null : "true",
        "data-token": card.token,
        onclick: () => this.choose(card.token),
      },
      card.symbol,
    );
  }

  /** One stop of the tab key for a hand; arrows go from card to card. */
  #rove(cards) {
    const first = cards.findIndex((card) => !card.hasAttribute("aria-disabled"));
    cards.forEach((card, place) => {
      card.setAttribute("tabindex", place === Math.max(0, first) ? "0" : "-1");
      card.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        const ends = { Home: 0, End: cards.length - 1 }[event.key];
        if (step !== undefined || ends !== undefined) {
          const next = ends ?? (place + step + cards.length) % cards.length;
          cards.forEach((each, other) => each.setAttribute("tabindex", other === next ? "0" : "-1"));
          cards[next].focus();
          event.preventDefault();
        } else if ((event.key === "Enter" || event.key === " ") && card.tagName !== "BUTTON") {
          event.preventDefault();
          this.choose(card.dataset.token);
        }
      });
    });
  }

  /** What belongs together: a name and buttons, or a list to select from. */
  #choice({ name, items, long }) {
    if (long) {
      const select = make("select", { "aria-label": name });
      fill(select, items.map(({ token, label: text }) => [token, text]), items[items.length >> 1].token);
      const go = make("button", { type: "button", onclick: () => this.choose(select.value) }, name);
      return make("div", { class: "br-group" }, select, go);
    }
    const buttons = items.map(({ token, label: text, short }) => {
      const red = /[♥♦]/.test(short) ? "br-red" : null;
      const onclick = () => this.choose(token);
      const attributes = { type: "button", "data-token": token, class: red, onclick };
      if (short) attributes["aria-label"] = text;
      return make("button", attributes, short || text);
    });
    const single = buttons.length === 1 && !items[0].short;
    return single
      ? buttons[0]
      : make("div", { class: "br-group", role: "group", "aria-label": name }, make("span", {}, name), ...buttons);
  }

  async choose(token) {
    if (await this.ask(() => this.act(token))) this.focus(token.split(" ")[0]);
  }

  /** Go on where one was: at the hand, at the choices, or at the next deal. */
  focus(head) {
    if (!this.screen) return;
    const card = '.br-card[tabindex="0"]';
    const hand = this.screen.hand.some(({ legal }) => legal) ? one(card, this.part) : null;
    const other = one("#br-choices button, #br-choices select");
    const next = this.screen.bill ? one("#br-next:not([hidden])") ?? one("#br-record") : null;
    const bids = head === "bid" ? other : null;
    (next ?? bids ?? hand ?? other)?.focus({ preventScroll: true });
  }
}
