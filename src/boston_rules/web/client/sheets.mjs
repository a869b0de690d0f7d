// What one touch brings up beside the table: one dialog, which Escape or a tap beside it closes.
import { fill, languages, language, make, one, say, speak } from "./common.mjs";
import { pref, prefer } from "./prefs.mjs";

/** Open a sheet; the one that was open closes. @param {string} title @param {...(Node | string)} children */
export function sheet(title, ...children) {
  one("dialog")?.remove();
  const close = make("button", { type: "button", class: "close", "aria-label": say("Close") }, "×");
  const made = make("dialog", { class: "sheet", "aria-label": title }, make("header", {}, make("h2", {}, title), close), make("div", { class: "inside" }, ...children));
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  close.addEventListener("click", () => made.close());
  made.addEventListener("click", (event) => event.target === made && made.close());
  made.addEventListener("close", () => {
    made.remove();
    if (before?.isConnected) before.focus({ preventScroll: true });
  });
  document.body.append(made);
  made.showModal();
  return made;
}

/** @param {import("./prefs.mjs").Name} name @param {string} label @param {[string, string][]} options @param {() => void} [changed] */
function choice(name, label, options, changed) {
  const select = make("select", {});
  fill(select, options, pref(name));
  select.addEventListener("change", () => {
    prefer(name, select.value);
    changed?.();
  });
  return make("label", { class: "setting" }, make("span", {}, label), select);
}

/** What one can choose for oneself. @param {() => void} [changed] */
export function settings(changed) {
  const lang = make("select", {});
  fill(lang, languages(), language());
  const made = sheet(
    say("Settings"),
    make("label", { class: "setting" }, make("span", {}, "Language – Langue – Sprache"), lang),
    choice("pace", say("Pace"), [["0", say("at once")], ["0.5", say("fast")], ["1", say("usual")], ["2", say("slow")]]),
    choice("sound", say("Sound"), [["on", say("on")], ["off", say("off")]]),
    choice("colours", say("Suits"), [["two", say("two colours")], ["four", say("four colours")]], changed),
    choice("theme", say("Light"), [["auto", say("as the system")], ["light", say("light")], ["dark", say("dark")]], changed),
    choice("taps", say("A card is played on touch"), [["one", say("by one tap")], ["two", say("by two taps")]]),
    choice("only", say("The only card that may be played"), [["on", say("plays itself")], ["off", say("waits for you")]]),
    choice("bot", say("Opponents"), [["simple", say("quick and plain")], ["montecarlo", say("stronger, and slower")]]),
  );
  lang.addEventListener("change", () => {
    made.close();
    speak(lang.value);
  });
}
