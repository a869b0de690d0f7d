// The way in: play at once, choose a game, ask friends.
import { faceSvg } from "./cards.mjs";
import { fill, kept, make, no, one, say } from "./common.mjs";
import { pref, prefer } from "./prefs.mjs";
import { settings, sheet } from "./sheets.mjs";

const FIRST = "classic";
const FAN = ["QS", "KH", "AS", "JD", "TC"];
const USUAL_NAME = "Ann";
/** Bytes of a record that is read. */
const LONGEST = 150_000;

export class Home {
  /**
   * @param {HTMLElement} root
   * @param {any} engine
   * @param {(table: string) => void} enter
   */
  constructor(root, engine, enter) {
    this.root = root;
    this.engine = engine;
    this.enter = enter;
    const fan = make("div", { class: "fan", "aria-hidden": "true" });
    FAN.forEach((card, place) => {
      const made = make("div", { class: "card", style: `--off:${place - 2};--far:${Math.abs(place - 2)}` });
      made.innerHTML = faceSvg(card);
      fan.append(made);
    });
    const last = kept.get("last");
    const can = last && (kept.get(`token ${last}`) || kept.get(`table ${last}`));
    this.note = make("p", { class: "note", role: "alert" });
    this.status = make("p", { class: "status", role: "status" });
    this.bar = make("progress", { hidden: true, "aria-label": say("Loading Python") });
    const big = (title, about, does, extra = "") =>
      make("button", { type: "button", class: `way ${extra}`, onclick: does }, make("strong", {}, title), make("span", {}, about));
    const ways = [
      big(say("Play now"), say("Boston, you against three bots; nothing to choose."), () => this.#open(FIRST, 3), "main"),
      ...(can ? [big(say("Go on"), say("The session that you left."), () => enter(last))] : []),
      big(say("Learn in ten minutes"), say("A first deal, step by step, for whoever has never heard of Boston."), () => this.#open(FIRST, 3, {}, true)),
      big(say("All games"), say("The twenty games of the family, from 1770 to today."), () => this.#games(false)),
      ...(engine.friends === false ? [] : [
        big(say("Play with friends"), say("Open a table and send them its link."), () => this.#games(true)),
        big(say("Find a table"), say("Sit down with others who look for players."), () => this.#tables()),
      ]),
    ];
    ways.push(
      make("a", { class: "way", href: "evening.html" }, make("strong", {}, say("Score a real table")), make("span", {}, say("You play with cards; the bills, the pool and the chips are kept for you."))),
      big(say("Review a record"), say("Choose a file, or drop it here."), () => this.file.click()));
    this.file = make("input", { type: "file", accept: ".txt,.json,.pbn", hidden: true, "aria-hidden": "true", onchange: () => this.#record(this.file.files[0]) });
    root.ondragover = (event) => event.preventDefault();
    root.ondrop = (event) => {
      event.preventDefault();
      this.#record(event.dataTransfer.files[0]);
    };
    root.replaceChildren(
      make("main", { class: "home" },
        make("header", {}, fan, make("h1", {}, "Boston"), make("p", { class: "lead" }, say("The card game of four players and a pool that was the fashion of Europe and America for a century."))),
        make("div", { class: "ways" }, ...ways), this.file, this.bar, this.status,
        make("footer", {}, make("button", { type: "button", class: "quiet", onclick: () => settings() }, say("Settings"))),
        this.note));
    document.title = "Boston";
  }

  close() {
    this.root.ondragover = this.root.ondrop = null;
    one("dialog")?.close();
  }

  /** Have the engine ready, with a bar where that takes a while. */
  async #ready() {
    const { bar, status, engine } = this;
    await engine.ready((done, total) => {
      bar.hidden = false;
      bar.max = total;
      bar.value = done;
      status.textContent = engine.loading(done, total);
    });
    bar.hidden = true;
    status.textContent = "";
  }

  /** @param {string} game @param {number} bots @param {Record<string, unknown>} [options] @param {object} [agreed] */
  async #open(game, bots, options = {}, lesson = false, agreed = {}) {
    const { engine, enter, note } = this;
    note.classList.remove("shown");
    try {
      await this.#ready();
      const answer = await engine.open({ game, name: pref("name") || USUAL_NAME, bots, bot: pref("bot"), options, lesson, ...agreed });
      if (answer.table && lesson) kept.set(`lesson ${answer.table}`, "on");
      if (answer.table) return enter(answer.table);
      note.textContent = no(answer.refused);
    } catch (error) {
      note.textContent = say("It could not be opened: {why}", { why: error.message });
    }
    note.classList.add("shown");
  }

  /** Open a table at which the last deal of a record lies as it ended. @param {File | undefined} file */
  async #record(file) {
    if (!file) return;
    const { engine, enter, note } = this;
    const tell = (why) => {
      note.textContent = say("{file} cannot be reviewed: {why}.", { file: file.name, why });
      note.classList.add("shown");
    };
    this.file.value = "";
    note.classList.remove("shown");
    if (file.size > LONGEST) return tell(say("it is too long for a record"));
    try {
      await this.#ready();
      const answer = await engine.open({ record: await file.text(), bot: pref("bot") });
      if (!answer.table) return tell(answer.refused.replace(/\.$/, ""));
      kept.set(`review ${answer.table}`, "on");
      enter(answer.table);
    } catch (error) {
      tell(error.message);
    }
  }

  /** @param {boolean} friends */
  async #games(friends) {
    try {
      await this.#ready();
    } catch (error) {
      this.status.textContent = say("It could not be opened: {why}", { why: error.message });
      return;
    }
    const games = await this.engine.games();
    const name = make("input", { value: pref("name"), maxlength: 24, autocomplete: "nickname", placeholder: USUAL_NAME });
    name.addEventListener("change", () => prefer("name", name.value.trim()));
    const list = games.map((game) =>
      make("button", { type: "button", class: "game-line", "data-slug": game.slug, onclick: () => this.#chosen(game, friends) },
        make("strong", {}, game.title), make("span", {}, game.about)));
    sheet(friends ? say("Play with friends") : say("All games"), make("label", { class: "setting" }, make("span", {}, say("Your name")), name), make("div", { class: "games" }, ...list));
  }

  /** The tables at which somebody may sit down. */
  async #tables() {
    const found = await this.engine.tables().catch(() => []);
    const lines = found.map(({ table, title, names, bots }) => {
      const people = names.filter((name, seat) => name && !bots[seat]);
      return make("button", { type: "button", class: "game-line", onclick: () => (one("dialog").close(), this.enter(table)) },
        make("strong", {}, title), make("span", {}, people.join(", ") || say("nobody yet")));
    });
    sheet(say("Find a table"), lines.length ? make("div", { class: "games" }, ...lines)
      : make("p", {}, say("Nobody looks for players now. Open a table with friends, and let it be shown to everybody.")));
  }

  /** What is agreed before the game, besides house rules. */
  #agreed() {
    const choice = (name, label, options) => {
      const select = make("select", { "data-name": name });
      fill(select, options, options[0][0]);
      return make("label", { class: "setting" }, make("span", {}, label), select);
    };
    return [
      choice("seconds", say("Clock for a decision"), [["0", say("none")], ["30", say("{number} seconds", { number: 30 })], ["60", say("{number} seconds", { number: 60 })], ["120", say("{number} seconds", { number: 120 })]]),
      choice("onlookers", say("Who may look on"), [["now", say("whoever has the link")], ["later", say("whoever has the link, a minute later")], ["nobody", say("nobody")]]),
      choice("public", say("Shown to everybody who looks for a table"), [["no", say("no")], ["yes", say("yes")]]),
    ];
  }

  /** @param {import("./types.d.ts").Game} game @param {boolean} friends */
  #chosen(game, friends) {
    const options = game.options.map(({ name, label, choices, chosen }) => {
      const field = choices ? make("select", { name }) : make("input", { name, type: "number", placeholder: say("usual") });
      if (choices) fill(field, choices.map(([value, text]) => [JSON.stringify(value), text]), JSON.stringify(chosen));
      return make("label", { class: "setting" }, make("span", {}, label), field);
    });
    const form = make("form", {}, make("p", {}, game.about),
      make("button", { type: "submit", class: "main" }, friends ? say("Open the table") : say("Play")),
      ...(friends ? this.#agreed() : []),
      make("details", {}, make("summary", {}, say("House rules")), ...options));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      /** @type {Record<string, unknown>} */
      const chosen = {};
      for (const field of form.querySelectorAll("[name]")) if (field.value) chosen[field.name] = JSON.parse(field.value);
      one("dialog").close();
      const value = (name) => one(`[data-name=${name}]`, form).value;
      const agreed = friends ? {
        seconds: Number(value("seconds")),
        onlookers: value("onlookers") !== "nobody",
        delay: value("onlookers") === "later" ? 60 : 0,
        public: value("public") === "yes",
      } : {};
      this.#open(game.slug, friends ? 0 : game.seats - 1, chosen, false, agreed);
    });
    sheet(game.title, form);
    one("button.main", form).focus();
  }
}
