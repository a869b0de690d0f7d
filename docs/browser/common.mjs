// What the parts of a page share: its language, Python in a worker, elements, the theme, what is kept.

/** @param {string} selector @param {ParentNode} [within] @returns {any} */
export const one = (selector, within = document) => within.querySelector(selector);

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
  get(name) {
    try {
      return localStorage.getItem(`boston-rules ${name}`);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      if (value === null) localStorage.removeItem(`boston-rules ${name}`);
      else localStorage.setItem(`boston-rules ${name}`, value);
    } catch {
      // It is not kept.
    }
  },
};

const HERE = new URL("./", import.meta.url).href;

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

/** A message in the language of the page. @param {string} message its English text */
export const say = (message, values = {}) =>
  (MESSAGES[lang]?.[message] ?? message).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** The texts that stand in the page from the first, each with what puts it there anew. */
const standing = [];
for (const part of document.querySelectorAll(".br-part, .br-said")) {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const [before, after] = node.data.split(text);
    const place = node;
    if (text) standing.push([text.replace(/\s+/g, " "), {}, (said) => (place.data = before + said + after)]);
  }
  for (const name of ["aria-label", "placeholder"]) {
    for (const holder of part.querySelectorAll(`[${name}]`)) {
      standing.push([holder.getAttribute(name), {}, (said) => holder.setAttribute(name, said)]);
    }
  }
  for (const holder of part.querySelectorAll("[data-said]")) {
    standing.push([holder.dataset.said, holder.dataset, (said) => (holder.textContent = said)]);
  }
}

function speak() {
  for (const part of document.querySelectorAll(".br-part, .br-said")) part.lang = lang;
  for (const [message, values, put] of standing) put(say(message, values));
}

const listeners = [];

/** @param {() => void} changed */
export const onLanguage = (changed) => listeners.push(changed);

/** The choice of a language, before the first part of the page. */
function offerLanguages() {
  const select = make("select", { id: "br-lang", "aria-label": "Language – Langue – Sprache" });
  const names = Object.entries(MESSAGES).map(([code, messages]) => [code, messages.English]);
  fill(select, [[ENGLISH, "English"], ...names], lang);
  select.addEventListener("change", () => {
    lang = select.value;
    kept.set("lang", lang);
    speak();
    for (const changed of listeners) changed();
  });
  one(".br-part")?.before(make("p", { class: "br-language" }, select));
}

/** Options of a select. @param {any} select @param {[string, string][]} options */
export function fill(select, options, chosen = select.value) {
  select.replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
  if (options.some(([value]) => value === chosen)) select.value = chosen;
}

/** Python with the library, loaded when it is first asked for. */
export class Engine {
  /** @param {string} bundle @param {(done: number, total: number) => void} progress */
  constructor(bundle, progress) {
    this.waiting = new Map();
    this.asked = 0;
    this.ready = this.#load(bundle, progress);
  }

  async #load(bundle, progress) {
    const response = await fetch(`${bundle}bundle.json`);
    if (!response.ok) throw new Error(`bundle.json: ${response.status}`);
    const { files } = await response.json();
    const counted = Object.entries(files).filter(([name]) => /\.(wasm|zip)$/.test(name));
    const total = counted.reduce((sum, [, size]) => sum + size, 0);
    let done = 0;
    this.worker = new Worker(`${bundle}worker.mjs`, { type: "module" });
    return new Promise((resolve, reject) => {
      this.worker.onerror = (event) => reject(new Error(event.message || "it did not start"));
      this.worker.onmessage = ({ data }) => {
        if (data.bytes) progress((done = Math.min(total, done + data.bytes)), total);
        else if (data.ready) resolve(data.seconds);
        else if (data.failed) reject(new Error(data.failed));
        else this.#answered(data);
      };
    });
  }

  #answered({ id, answer, error }) {
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) reject(new Error(error));
    else resolve(answer);
  }

  /** @param {string} what @param {object} [asked] @returns {Promise<any>} */
  async ask(what, asked = {}) {
    await this.ready;
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, question: { ask: what, lang, ...asked } });
    });
  }

  stop() {
    this.worker?.terminate();
  }
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const engines = new Map();

/**
 * The engine of that name, loaded with a bar in the part that asks first.
 * @param {string} name @param {HTMLElement} part
 */
export async function engine(name, part) {
  const bar = one("progress", part);
  const status = one(".br-status", part);
  bar.hidden = false;
  const progress = (done, total) => {
    bar.max = total;
    bar.value = done;
    const loaded = { done: megabytes(done), total: megabytes(total) };
    status.textContent =
      done < total ? say("Loading Python: {done} of {total} MB", loaded) : say("Starting Python …");
  };
  status.textContent = say("Loading Python …");
  if (!engines.has(name)) engines.set(name, new Engine(HERE, progress));
  try {
    const seconds = await engines.get(name).ready;
    part.dataset.seconds = String(seconds);
    status.textContent = "";
    return engines.get(name);
  } catch (error) {
    engines.delete(name);
    status.textContent = say("Python could not be loaded: {why}", { why: error.message });
    throw error;
  } finally {
    bar.hidden = true;
  }
}

/** Forget an engine, so that the next one begins anew. @param {string} name */
export function stopEngine(name) {
  engines.get(name)?.stop();
  engines.delete(name);
}

const dark = matchMedia("(prefers-color-scheme: dark)");

/** The theme of the page now: what its switch says, else what the reader prefers. */
export function theme() {
  const chosen = document.body.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return dark.matches ? "dark" : "light";
}

/** @param {() => void} changed */
export function onTheme(changed) {
  let before = theme();
  const look = () => theme() !== before && ((before = theme()), changed());
  dark.addEventListener("change", look);
  new MutationObserver(look).observe(document.body, { attributeFilter: ["data-theme"] });
}

/** Offer a text as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Show markup that the library has made, in which every text is escaped. */
export function show(place, markup) {
  place.innerHTML = markup;
}

speak();
offerLanguages();
