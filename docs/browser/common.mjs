// What the three parts of the page share: Python in a worker, elements, the theme, what is kept.

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
      this.worker.postMessage({ id, question: { ask: what, ...asked } });
    });
  }

  stop() {
    this.worker?.terminate();
  }
}

const HERE = new URL("./", import.meta.url).href;
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
    const told = `${megabytes(done)} of ${megabytes(total)} MB`;
    status.textContent = done < total ? `Loading Python: ${told}` : "Starting Python …";
  };
  status.textContent = "Loading Python …";
  if (!engines.has(name)) engines.set(name, new Engine(HERE, progress));
  try {
    const seconds = await engines.get(name).ready;
    part.dataset.seconds = String(seconds);
    status.textContent = "";
    return engines.get(name);
  } catch (error) {
    engines.delete(name);
    status.textContent = `Python could not be loaded: ${error.message}`;
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
