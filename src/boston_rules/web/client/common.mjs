// What all parts of the client share: elements, the language, what the browser keeps, files.

/** @param {string} selector @param {ParentNode} [within] @returns {any} */
export const one = (selector, within = document) => within.querySelector(selector);

/** @param {string} selector @param {ParentNode} [within] @returns {any[]} */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/**
 * A new element; children that are text are text, never markup.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] those that begin with "on" are listeners
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** What the browser keeps; a browser that keeps nothing is no reason to fail. */
export const kept = {
  /** @param {string} name @returns {string | null} */
  get(name) {
    try {
      return localStorage.getItem(`boston-rules ${name}`);
    } catch {
      return null;
    }
  },
  /** Whether it is kept now. @param {string} name @param {string | null} value */
  set(name, value) {
    try {
      if (value === null) localStorage.removeItem(`boston-rules ${name}`);
      else localStorage.setItem(`boston-rules ${name}`, value);
      return true;
    } catch {
      return false;
    }
  },
};

/** Where the files of the client are. */
export const HERE = new URL("./", import.meta.url).href;

/** Messages by language and by their English text. @type {Record<string, Record<string, string>>} */
const MESSAGES = await fetch(`${HERE}pages.json`).then(
  (response) => (response.ok ? response.json() : {}),
  () => ({}),
);
const ENGLISH = "en";
const wanted = [kept.get("lang"), ...navigator.languages].map((code) => code?.split("-")[0]);
let lang = wanted.find((code) => code === ENGLISH || Object.hasOwn(MESSAGES, code ?? "")) ?? ENGLISH;

/** The code of the language that the page speaks. */
export const language = () => lang;

/** The languages that there are, by code and name. @returns {[string, string][]} */
export const languages = () => [
  [ENGLISH, "English"],
  ...Object.entries(MESSAGES).map(([code, messages]) => /** @type {[string, string]} */ ([code, messages.English])),
];

/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} changed */
export const onLanguage = (changed) => listeners.push(changed);

/** Speak another language from now on. @param {string} code */
export function speak(code) {
  lang = code;
  kept.set("lang", code);
  for (const changed of listeners) changed();
}

/** A message in the language of the page. @param {string} message its English text @param {Record<string, any>} [values] */
export const say = (message, values = {}) =>
  (MESSAGES[lang]?.[message] ?? message).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** Something, and what more there is to say of it, if there is. @param {string} what @param {string | number} [more] @returns {string} */
export const withMore = (what, more = "") => (more === "" ? what : say("{what}: {more}", { what, more }));

/** A number as the reader writes it. @param {number} number */
export const figure = (number) => number.toLocaleString(lang).replace("-", "−");

/** A gain or a loss. @param {number} number */
export const signed = (number) => (number > 0 ? "+" : "") + figure(number);

/** Why something was not done, or nothing. @param {string} [refused] @param {string} [rule] */
export const no = (refused, rule) => {
  if (!refused) return "";
  return rule ? say("No: {refused}. ({rule})", { refused, rule }) : say("No: {refused}.", { refused });
};

/** Options of a select. @param {any} select @param {[string, string][]} options */
export function fill(select, options, chosen = select.value) {
  select.replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
  if (options.some(([value]) => value === chosen)) select.value = chosen;
}

/** Offer a text as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Show markup that the library has made, in which every text is escaped. @param {HTMLElement} place @param {string} markup */
export function show(place, markup) {
  place.innerHTML = markup;
}
