// A player at a table: what the engine tells is shown at the pace that is set, what is chosen goes back.
import { Company } from "./company.mjs";
import { all, download, figure, kept, language, make, no, one, onLanguage, say, show } from "./common.mjs";
import { Lesson } from "./lesson.mjs";
import { calm, coins, come, deal, gather, hasten, wait } from "./motion.mjs";
import { paced, pref, sound } from "./prefs.mjs";
import { Replay } from "./replay.mjs";
import { Review } from "./review.mjs";
import { settings, sheet } from "./sheets.mjs";
import { Table, suited } from "./table.mjs";

/** @typedef {import("./types.d.ts").Scene} Scene */
/** @typedef {import("./types.d.ts").Frame} Frame */

export class Play {
  /**
   * @param {HTMLElement} root
   * @param {any} engine
   * @param {string} name of the table
   * @param {() => void} leave
   */
  constructor(root, engine, name, leave) {
    this.engine = engine;
    this.name = name;
    this.leave = leave;
    this.friends = engine.friends !== false;
    /** @type {Frame[]} */
    this.queue = [];
    this.running = false;
    this.sending = false;
    /** @type {string[]} */
    this.log = [];
    /** @type {Scene | null} */
    this.scene = null;
    /** The position at which it was last told that it is the player's turn. */
    this.called = -1;
    /** @type {DOMRect | null} */
    this.from = null;
    this.root = root;
    this.#build();
    this.#listen();
    this.line = new engine.Line(name, {
      greeted: (greeting) => this.#greeted(greeting),
      news: (news) => this.#news(news),
      down: (why, forGood) => this.#down(why, forGood),
    });
    onLanguage(() => this.line && this.#look());
  }

  #build() {
    // What the tools are about is there with the first scene.
    const tool = (name, text, does) => make("button", { type: "button", class: `tool ${name}`, onclick: does, disabled: true }, text);
    this.main = make("main", { class: "game" });
    this.company?.close();
    this.company = new Company(this.main, this.name, {
      does: (what, more) => this.#does(what, more),
      friends: this.friends,
    });
    this.title = make("h1", {}, "Boston");
    this.pool = make("span", { class: "pool" });
    const icon = (label, text, does) => make("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: does }, text);
    this.top = make("header", { class: "top" },
      icon(say("Menu"), "☰", () => this.#menu()), this.title, this.pool, this.company.clock,
      icon(say("Sound"), "♪", () => this.#mute()), icon(say("Settings"), "⚙", () => settings(() => this.table.scene && this.table.draw(this.table.scene))));
    this.note = make("p", { class: "note", role: "alert", onclick: () => this.tell("") });
    this.live = make("div", { class: "heard live", role: "status", "aria-live": "polite" });
    this.tools = make("nav", { class: "tools", "aria-label": say("At hand") },
      tool("hint", say("Hint"), () => this.#hint()),
      tool("undo", say("Take back"), () => this.#undo()),
      tool("prices", say("Prices"), () => this.#prices()),
      tool("rules", say("Rules now"), () => this.#rules()),
      tool("history", say("What happened"), () => this.#showLog()),
      tool("words", say("In words"), () => this.#words()));
    this.root.replaceChildren(this.top, this.main, this.tools, this.note, this.live);
    this.table = new Table(this.main, {
      choose: (token, from) => this.choose(token, from),
      tell: (text) => this.tell(text),
      next: () => this.#next(),
      review: () => this.#review(),
    });
    this.lesson = kept.get(`lesson ${this.name}`) ? new Lesson(this.table.felt) : null;
    this.wait = make("div", { class: "wait" }, make("p", {}, say("Shuffling …")));
    this.main.append(this.wait);
  }

  #listen() {
    this.keys = (event) => this.#typed(event);
    this.hurry = () => this.running && hasten();
    document.addEventListener("keydown", this.keys);
    this.root.addEventListener("pointerdown", this.hurry, { capture: true });
  }

  close() {
    document.removeEventListener("keydown", this.keys);
    this.root.removeEventListener("pointerdown", this.hurry, { capture: true });
    this.line.close();
    this.company.close();
    one("dialog")?.close();
    document.title = "Boston";
  }

  // What the engine tells.

  #greeted(greeting) {
    this.table.words = greeting.pack;
    this.wait.remove();
    this.tell("");
    kept.set("last", this.name);
  }

  async #look() {
    const answer = await this.line.ask("look", { lang: language() });
    if (!this.#told(answer)) return;
    this.#build();
    this.#greeted(answer);
    if (this.scene) this.#draw();
  }

  #down(why, forGood = false) {
    if (forGood) {
      one(".lobby", this.root)?.remove();
      this.wait.replaceChildren(
        make("p", {}, why ? no(why) : say("This table is not kept in this browser.")),
        make("button", { type: "button", class: "main", onclick: () => this.leave() }, say("To the start")));
      this.main.append(this.wait);
      return;
    }
    const down = say("The line to the host is down. Trying again …");
    this.tell(why ? `${down} (${why})` : down);
  }

  /** @param {import("./types.d.ts").News} news */
  #news({ scene, frames }) {
    if (scene) {
      this.queue.length = 0;
      this.log = scene.log ?? [];
      const fresh = !this.scene;
      this.scene = scene;
      this.company.scene = null; // a clock may have been started again
      this.#draw();
      if (fresh) this.table.focus();
      this.#after();
    }
    if (frames) {
      this.queue.push(...frames);
      this.#run();
    }
  }

  async #run() {
    if (this.running) return;
    this.running = true;
    calm();
    this.root.setAttribute("aria-busy", "true");
    while (this.queue.length) await this.#step(/** @type {Frame} */ (this.queue.shift()));
    this.running = false;
    this.root.removeAttribute("aria-busy");
    this.#after();
  }

  /** Show one event. @param {Frame} frame */
  async #step(frame) {
    const before = /** @type {Scene} */ (this.scene);
    const scene = { ...before, ...frame.changes };
    const { seat } = frame;
    const other = seat !== undefined && seat >= 0 && seat !== scene.seat;
    if (other && frame.do !== "opened") {
      this.table.plate(seat)?.querySelector(".plate").classList.add("acts");
      await wait(frame.do === "play" ? 250 : 400);
    }
    if (frame.do === "opened") this.log = [];
    if (frame.said) {
      this.log.push(frame.said);
      this.live.append(make("p", {}, frame.said));
      while (this.live.children.length > 30) this.live.firstChild.remove();
    }
    this.scene = scene;
    if (frame.do === "play" && frame.card && seat !== undefined) await this.#played(before, scene, seat, frame.card);
    else if (frame.do === "shuffle") await this.#dealt(before, scene);
    else if (frame.do) {
      this.#draw();
      if (other) await wait(250);
    } else this.#draw();
    if (scene.bill && !before.bill) {
      sound("bill");
      const rects = (wanted) => scene.seating.filter((each) => wanted(scene.seats[each].won ?? 0)).map((each) => this.table.plate(each).getBoundingClientRect());
      coins(this.table.felt, rects((won) => won < 0), rects((won) => won > 0));
    }
  }

  /** A card goes to the table; a full trick goes to its winner. */
  async #played(before, scene, seat, card) {
    const { table } = this;
    const from = seat === scene.seat && this.from ? this.from : this.#placeOf(seat, card);
    this.from = null;
    if (before.trick.length === scene.seating.length && scene.last) {
      await wait(700);
      await gather([...table.trick.children], table.plate(scene.last.winner).getBoundingClientRect());
      table.drawTrick([]);
    } else table.drawTrick(before.trick);
    const laid = table.lay(seat, card);
    const full = scene.trick.length === 0;
    sound("card");
    const flight = come(laid, from);
    if (full) {
      // The trick lies a while as it was; everything else waits with it.
      table.drawSeats({ ...before, actor: null, seats: before.seats.map((each, at) => (at === seat ? { ...each, hidden: scene.seats[at].hidden, cards: scene.seats[at].cards } : each)) });
      if (seat === scene.seat) one(`.hand [data-card="${card}"]`)?.remove();
      await flight;
      await wait(700);
      sound("trick");
      const to = table.plate(scene.last.winner).getBoundingClientRect();
      await gather([...table.trick.children], to);
      this.#draw();
    } else {
      this.#draw();
      await flight;
    }
  }

  #placeOf(seat, card) {
    const own = one(`.hand [data-card="${card}"]`);
    if (own) return own.getBoundingClientRect();
    const plate = this.table.plate(seat);
    return (one(".backs .back:last-child, .open .mini:last-child", plate) ?? plate).getBoundingClientRect();
  }

  async #dealt(before, scene) {
    this.#draw();
    if (!before.hand.length && scene.hand.length) {
      sound("card");
      const rects = scene.seating.map((each) => (each === scene.seat ? one(".hand") : this.table.plate(each)).getBoundingClientRect());
      const dealer = scene.seats.findIndex((each) => each.dealer);
      await deal(this.table.felt, this.table.plate(dealer).getBoundingClientRect(), rects);
    }
  }

  #draw() {
    const scene = /** @type {Scene} */ (this.scene);
    this.company.draw(scene);
    for (const tool of all(".tool", this.tools)) tool.disabled = false;
    one(".history", this.tools).disabled = !this.log.length;
    one(".undo", this.tools).disabled = !scene.undo;
    one(".hint", this.tools).disabled = scene.actor !== scene.seat || scene.seat === null;
    if (this.company.isOpen(scene)) {
      this.title.replaceChildren(scene.game);
      return;
    }
    this.table.draw(scene);
    const deals = scene.deals ? say("deal {deal} of {deals}", scene) : say("deal {deal}", scene);
    this.title.replaceChildren(scene.game, make("small", {}, ` ${deals}`));
    const pool = scene.pool === null ? "" : say("pool {chips}", { chips: figure(scene.pool) });
    this.pool.replaceChildren(pool);
    document.title = `${scene.turn.replace(/\.$/, "")} – Boston`;
  }

  /** What is to be done once everything lies still. */
  #after() {
    const { scene } = this;
    if (!scene || this.running) return;
    const lesson = this.lesson?.look(scene);
    if (lesson) this.live.append(make("p", {}, lesson));
    const cards = scene.hand.filter(({ legal }) => legal);
    const mine = scene.actor !== null && scene.actor === scene.seat;
    if (mine && cards.length === 1 && !scene.bids.length && !scene.choices.length && pref("only") === "on") {
      const { position } = scene;
      setTimeout(() => this.scene?.position === position && this.choose(/** @type {string} */ (cards[0].token)), paced(500));
      return;
    }
    if (mine && this.called !== scene.position) {
      sound("turn");
      this.live.append(make("p", {}, scene.turn));
    }
    this.called = mine ? scene.position : -1;
    if (scene.bill && kept.get(`review ${this.name}`)) {
      kept.set(`review ${this.name}`, null);
      this.#review();
      return;
    }
    if (mine || scene.bill) {
      const at = document.activeElement;
      if (at === document.body || at === null || !at.isConnected) this.table.focus();
    }
  }

  // What the player does.

  /** Say something in a line, until the next thing is done. @param {string} text */
  tell(text) {
    this.note.textContent = text;
    this.note.classList.toggle("shown", Boolean(text));
  }

  /** @param {any} answer */
  #told(answer) {
    this.tell(answer.refused ? no(answer.refused, answer.rule) : (answer.said ?? ""));
    return !answer.refused;
  }

  /** @param {string} text a token, or what was typed @param {Element} [button] where the card was */
  async choose(text, button) {
    if (this.sending || !this.scene) return false;
    this.sending = true;
    if (this.running) hasten();
    this.from = button?.classList.contains("card") ? button.getBoundingClientRect() : null;
    this.table.level = -1;
    try {
      const answer = await this.line.ask("act", { text, position: this.scene.position });
      return this.#told(answer);
    } finally {
      this.sending = false;
    }
  }

  /** Do something at the table; the answer, which was told where it was refused. @param {string} what @param {object} [more] */
  async #does(what, more) {
    const answer = await this.line.ask(what, more);
    this.#told(answer);
    return answer;
  }

  async #next() {
    await this.#does("ready");
  }

  async #undo() {
    await this.#does("wish", { what: "undo" });
    this.table.focus();
  }

  async #hint() {
    const answer = await this.line.ask("hint");
    if (!this.#told(answer)) return;
    this.tell(answer.why ? `${answer.label} ${answer.why}` : answer.label);
    const target = one(`[data-token="${answer.token}"], .hand [data-card="${answer.card ?? "-"}"]`, this.main);
    target?.classList.add("advised");
  }

  #mute() {
    settings();
    one("dialog select:nth-of-type(1)")?.focus();
  }

  // What one looks at.

  #menu() {
    const { scene } = this;
    const before = kept.get(`from ${this.name}`);
    const item = (text, does) => make("button", { type: "button", onclick: () => (one("dialog").close(), does()) }, text);
    sheet(scene?.game ?? "Boston",
      make("div", { class: "menu" },
        item(say("To the start"), () => this.leave()),
        ...(before ? [item(say("Back to the table before"), () => (location.hash = `t=${before}`))] : []),
        ...(scene ? [
          item(say("Bids and prices"), () => this.#prices()),
          ...(this.log.length ? [item(say("What happened"), () => this.#showLog())] : []),
          item(say("The table in words"), () => this.#words()),
          ...(scene.bill || scene.deal > 1 ? [item(say("Review of the deals"), () => this.#review())] : []),
          item(say("Download the record"), () => this.#record()),
        ] : []),
        ...this.company.menu().map(([text, does]) => item(text, does)),
        item(say("Settings"), () => settings(() => this.table.scene && this.table.draw(this.table.scene)))));
  }

  async #prices() {
    const answer = await this.line.ask("prices");
    if (!this.#told(answer)) return;
    const place = make("div", { class: "scroll tables" });
    show(place, answer.html);
    sheet(say("Bids and prices"), place);
  }

  async #rules() {
    const answer = await this.line.ask("rules");
    if (!this.#told(answer)) return;
    const lines = answer.rules.map(([said, source]) => make("li", {}, ...suited(said), ...(source ? [make("small", {}, source)] : [])));
    sheet(say("The rules of this moment"), make("ul", { class: "sources" }, ...lines), glossary(answer));
  }

  async #review() {
    const scene = /** @type {Scene} */ (this.scene);
    const review = new Review({ scene, words: this.table.words, name: (seat) => this.table.name(seat), ask: (more) => this.line.ask("review", more), watch: (deal) => new Replay(scene, this.table.words).open(deal, (what, more) => this.line.ask(what, more)), again: (moment) => this.#again(moment) });
    await review.open();
  }

  /** A new table that goes on from a moment of this one, which stays as it is. @param {import("./types.d.ts").Moment} moment */
  async #again(moment) {
    const answer = await this.engine.open({ ...moment, bot: pref("bot") });
    if (!answer.table) return this.tell(no(answer.refused));
    kept.set(`from ${answer.table}`, this.name);
    location.hash = `t=${answer.table}`;
  }

  #showLog() {
    const list = make("ol", { class: "log" }, ...this.log.map((line) => make("li", {}, line)));
    const auction = (this.scene?.auction ?? []).map(([seat, call]) => make("li", {}, `${this.table.name(seat)}: `, ...suited(call)));
    sheet(say("What happened"), ...(auction.length ? [make("details", {}, make("summary", {}, say("The bids")), make("ol", { class: "log" }, ...auction))] : []), list);
    list.lastElementChild?.scrollIntoView();
  }

  async #words() {
    const answer = await this.line.ask("words");
    if (!this.#told(answer)) return;
    sheet(say("The table in words"), make("p", { class: "words" }, answer.words), glossary(answer));
  }

  async #record() {
    const answer = await this.line.ask("record");
    if (this.#told(answer)) download(`boston-${this.scene?.slug}-${this.name}.txt`, answer.record);
  }

  /** Letters and digits type a card or a bid. @param {KeyboardEvent} event */
  #typed(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, textarea, dialog")) return;
    if (!/^[\p{L}\p{N}♠♥♦♣]$/u.test(event.key)) return;
    event.preventDefault();
    const field = make("input", { value: event.key, autocomplete: "off", spellcheck: "false" });
    const form = make("form", { class: "typing" }, make("label", {}, say("A card, or a bid"), field));
    const made = sheet(say("Type it"), form);
    field.focus();
    field.setSelectionRange(1, 1);
    form.addEventListener("submit", async (submitted) => {
      submitted.preventDefault();
      made.close();
      await this.choose(field.value);
    });
  }
}

/** Words that are shown, with their meanings. @param {{ glossary: [string, string][] }} explained */
const glossary = (explained) =>
  make("dl", { class: "glossary" }, ...explained.glossary.map(([word, means]) => make("div", {}, make("dt", {}, word), make("dd", {}, means))));
