// The others at a table: who sits down, who is away, what all have to agree to, the clock, the links.
import { HERE, kept, make, no, one, say } from "./common.mjs";
import { unfair } from "./fair.mjs";
import { pref } from "./prefs.mjs";
import { sheet } from "./sheets.mjs";

/** @typedef {import("./types.d.ts").Scene} Scene */

/** A link that can be copied. @param {string} label @param {string} link */
function shared(label, link) {
  const field = make("input", { readonly: true, value: link, "aria-label": label });
  const copy = make("button", { type: "button", onclick: () => (field.select(), navigator.clipboard?.writeText(link)) }, say("Copy"));
  return make("p", { class: "share" }, make("span", {}, label), field, copy);
}

const nameField = () => make("input", { maxlength: 24, autocomplete: "nickname", value: pref("name") || "" });

export class Company {
  /**
   * @param {HTMLElement} root of the table
   * @param {string} name of the table
   * @param {{ does: (what: string, more?: object) => Promise<any>, friends: boolean }} player
   */
  constructor(root, name, player) {
    this.name = name;
    this.player = player;
    this.root = root;
    this.link = `${HERE}#t=${name}`;
    /** @type {Scene | null} */
    this.scene = null;
    this.asks = make("section", { class: "asks", "aria-label": say("What is asked"), hidden: true });
    this.clock = make("span", { class: "clock", role: "timer", hidden: true });
    this.ends = 0;
    this.ticking = setInterval(() => this.#tick(), 500);
    root.append(this.asks);
  }

  close() {
    clearInterval(this.ticking);
  }

  /** Whether seats are empty, so that nobody plays yet. @param {Scene} scene */
  isOpen(scene) {
    return scene.people.some((who) => !who.name);
  }

  /** @param {Scene} scene */
  draw(scene) {
    const before = this.scene;
    this.scene = scene;
    one(".lobby", this.root)?.remove();
    if (this.isOpen(scene)) this.root.append(this.#lobby(scene));
    if (JSON.stringify(before?.clock) !== JSON.stringify(scene.clock)) {
      this.ends = scene.clock ? performance.now() + scene.clock.left * 1000 : 0;
      this.#tick();
    }
    const asked = this.#asked(scene);
    const key = asked.map((each) => each.textContent).join();
    if (key === this.asks.dataset.key) return;
    this.asks.dataset.key = key;
    this.asks.hidden = !asked.length;
    this.asks.replaceChildren(...asked);
  }

  /** How long the decision may still take. */
  #tick() {
    const seats = this.scene?.clock?.seats ?? [];
    const left = Math.max(0, Math.ceil((this.ends - performance.now()) / 1000));
    const own = seats.includes(this.scene?.seat ?? -1);
    this.clock.hidden = !seats.length;
    this.clock.textContent = seats.length ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "";
    this.clock.classList.toggle("short", own && left <= 10);
  }

  /** Who sits down, as long as seats are empty. @param {Scene} scene */
  #lobby(scene) {
    const sits = scene.seat !== null;
    const name = nameField();
    const seats = scene.people.map((who, seat) => {
      const line = make("li", {}, who.name ? this.#name(scene, seat) : say("empty"));
      if (!who.name && !sits) line.append(make("button", { type: "button", onclick: () => this.#sit(seat, name.value) }, say("Sit down")));
      return line;
    });
    return make("div", { class: "lobby box" }, make("h2", {}, say("The game begins when somebody sits in every seat.")),
      make("ul", {}, ...seats),
      sits ? shared(say("Send this link to the others"), this.link) : make("label", {}, say("Your name"), " ", name),
      sits ? make("button", { type: "button", class: "main", onclick: () => this.player.does("bots", { bot: pref("bot") }) }, say("Let bots take the empty seats")) : "");
  }

  /** @param {number} seat @param {string} name */
  #sit(seat, name) {
    return this.player.does("sit", { seat, name });
  }

  /** @param {Scene} scene @param {number} seat */
  #name(scene, seat) {
    const who = scene.people[seat].name;
    return seat === scene.seat ? say("{who} (you)", { who }) : who;
  }

  /** What this player is asked now. @param {Scene} scene */
  #asked(scene) {
    const { people, seat } = scene;
    if (seat === null) return [];
    const button = (text, does) => make("button", { type: "button", onclick: does }, text);
    const asked = [];
    if (people[seat].away) {
      asked.push(make("div", { class: "box" }, make("p", {}, say("A bot plays for you.")),
        button(say("Play on yourself"), () => this.player.does("back"))));
    }
    for (const [what, by] of Object.entries(scene.wishes)) {
      const own = by.includes(seat);
      const text = own ? say("You have asked the others: {what}", { what: this.#what(scene, what) })
        : say("{who} asks: {what}", { who: people[by[0]].name, what: this.#what(scene, what) });
      const answers = own ? [button(say("Never mind"), () => this.player.does("withdraw", { what }))]
        : [button(say("Agreed"), () => this.player.does("wish", { what })), button(say("No"), () => this.player.does("withdraw", { what }))];
      if (what !== `free ${seat}`) asked.push(make("div", { class: "box" }, make("p", {}, text), make("div", { class: "row" }, ...answers)));
    }
    return asked;
  }

  /** @param {Scene} scene @param {string} what */
  #what(scene, what) {
    const [kind, seat] = what.split(" ");
    if (kind === "undo") return say("take the last choice back");
    if (kind === "redeal") return say("deal this deal again");
    if (kind === "end") return say("end the session");
    return say("give the seat of {who} to somebody else", { who: scene.people[Number(seat)].name });
  }

  /** What the menu has of it. @returns {[string, () => void][]} */
  menu() {
    const { scene, player, name } = this;
    if (!scene || this.isOpen(scene)) return [];
    /** @type {[string, () => void][]} */
    const items = [];
    const over = scene.ended || scene.over;
    if (player.friends && !over) items.push([say("Invite somebody"), () => sheet(say("Invite somebody"), shared(say("Send this link to the others"), this.link))]);
    if (scene.seat === null) {
      const deserted = scene.people.every((who) => (who.bot && !who.away) || !who.here);
      scene.people.forEach((who, seat) => {
        if (((who.bot && !who.away) || deserted) && !over) items.push([say("Take the place of {who}", { who: who.name }), () => this.#replace(seat)]);
      });
    } else {
      const token = kept.get(`token ${name}`);
      if (player.friends && token) items.push([say("Play on with another device"), () => this.#elsewhere(token)]);
      if (!over) {
        if (player.friends && !scene.people[scene.seat].away) items.push([say("Let a bot play for me"), () => player.does("away")]);
        scene.people.forEach((who, seat) => {
          if (who.away && seat !== scene.seat) items.push([say("Give the seat of {who} to somebody else", { who: who.name }), () => player.does("wish", { what: `free ${seat}` })]);
        });
        if (scene.actor !== null) items.push([say("Deal again"), () => player.does("wish", { what: "redeal" })]);
        items.push([say("End the session"), () => this.#sure(say("End the session"), () => player.does("wish", { what: "end" }))]);
        if (player.friends) items.push([say("Leave the seat"), () => this.#sure(say("Leave the seat"), () => player.does("leave"))]);
      }
    }
    if (over) items.push([say("Were the cards fair?"), () => this.#fair()]);
    return items;
  }

  /** @param {string} what @param {() => void} does */
  #sure(what, does) {
    const made = sheet(what, make("div", { class: "menu" }, make("button", { type: "button", onclick: () => (made.close(), does()) }, what),
      make("button", { type: "button", onclick: () => made.close() }, say("Play on"))));
  }

  /** @param {number} seat */
  #replace(seat) {
    const name = nameField();
    const form = make("form", {}, make("label", { class: "setting" }, make("span", {}, say("Your name")), name), make("button", { type: "submit", class: "main" }, say("Sit down")));
    const made = sheet(say("Sit down"), form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      made.close();
      this.#sit(seat, name.value);
    });
  }

  /** @param {string} token */
  #elsewhere(token) {
    sheet(say("Play on with another device"),
      make("p", {}, say("Whoever opens this link plays in your seat. Keep it to yourself: it also brings you back when this browser has forgotten you.")),
      shared(say("The link to your seat"), `${this.link}&k=${token}`));
  }

  /** Draw all cards again from the secret that was promised. */
  async #fair() {
    const scene = /** @type {Scene} */ (this.scene);
    const told = await this.player.does("fairness");
    if (told.refused) return;
    const place = make("p", { role: "status" }, say("Drawing all cards again …"));
    sheet(say("Were the cards fair?"),
      make("p", {}, say("Before anybody sat down, the host promised a secret by its fingerprint. All cards must come from that secret.")), place,
      make("dl", { class: "fair" }, make("dt", {}, say("Promised")), make("dd", {}, scene.promise), make("dt", {}, say("The secret")), make("dd", {}, told.secret)));
    try {
      const wrong = await unfair(scene.promise, told);
      place.textContent = wrong.length
        ? say("{number} of {all} draws do not come from it.", { number: wrong.length, all: told.draws.length })
        : say("They were: all {all} draws come from it.", { all: told.draws.length });
    } catch {
      place.textContent = no(say("this browser checks it only on pages that came over https"));
    }
  }
}
