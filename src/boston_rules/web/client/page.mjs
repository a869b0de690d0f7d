// The engine in the page: Python in a worker, which asks nobody anything.
import { HERE, kept, language, one, say } from "./common.mjs";

/** @typedef {import("./types.d.ts").Line} Spoken */

/** Python with the library. */
export class Python {
  /** @param {(done: number, total: number) => void} progress @param {string} name "kept" where {@link keep} will be asked */
  constructor(progress, name) {
    this.waiting = new Map();
    this.asked = 0;
    this.ready = this.#load(progress, name);
  }

  async #load(progress, name) {
    const response = await fetch(`${HERE}bundle.json`);
    if (!response.ok) throw new Error(`bundle.json: ${response.status}`);
    const { files } = await response.json();
    const counted = Object.entries(files).filter(([name]) => /\.(wasm|zip)$/.test(name));
    const total = counted.reduce((sum, [, size]) => sum + size, 0);
    let done = 0;
    this.worker = new Worker(`${HERE}worker.mjs`, { type: "module", name });
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
      this.worker.postMessage({ id, question: { ask: what, lang: language(), ...asked } });
    });
  }

  /** Keep what was done at its start, so that the next start is faster. */
  keep() {
    this.worker.postMessage({});
  }

  stop() {
    this.worker?.terminate();
  }
}

/** @type {Map<string, Python>} */
const pythons = new Map();

/** The Python of a name, loaded when it is first asked for. @param {string} name @param {(done: number, total: number) => void} [progress] @param {string} [kind] */
async function pythonOf(name, progress = () => {}, kind = "") {
  const found = pythons.get(name) ?? new Python(progress, kind);
  pythons.set(name, found);
  try {
    await found.ready;
    return found;
  } catch (error) {
    pythons.delete(name);
    throw error;
  }
}

/** Load the engine, if it is not there. @param {(done: number, total: number) => void} [progress] */
export async function ready(progress) {
  const python = await pythonOf("library", progress, "kept");
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // From now on the page is there without a network as well.
  serviceWorker.register(`${HERE}sw.mjs`).catch(() => {});
  serviceWorker.ready.then(() => python.keep());
}

// Whoever comes again has all files here: Python starts while he still chooses.
if (document.documentElement.dataset.engine && navigator.serviceWorker?.controller) pythonOf("library", undefined, "kept").catch(() => {});

/** How far Python is loaded, in words. @param {number} done @param {number} total */
export function loading(done, total) {
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  if (done >= total) return say("Starting Python …");
  return say("Loading Python: {done} of {total} MB", { done: megabytes(done), total: megabytes(total) });
}

/** The Python of a name, loaded with a bar in the part of a page that asks first. @param {string} name @param {HTMLElement} part */
export async function engine(name, part) {
  const bar = one("progress", part);
  const status = one(".br-status", part);
  bar.hidden = false;
  status.textContent = say("Loading Python …");
  try {
    const python = await pythonOf(name, (done, total) => {
      Object.assign(bar, { max: total, value: done });
      status.textContent = loading(done, total);
    });
    part.dataset.seconds = String(await python.ready);
    status.textContent = "";
    return python;
  } catch (error) {
    status.textContent = say("Python could not be loaded: {why}", { why: error.message });
    throw error;
  } finally {
    bar.hidden = true;
  }
}

/** Forget a Python, so that the next one begins anew. @param {string} name */
export function stopEngine(name) {
  pythons.get(name)?.stop();
  pythons.delete(name);
}

/** @param {string} what @param {object} [asked] @returns {Promise<any>} */
async function ask(what, asked = {}) {
  const answer = await (await pythonOf("library")).ask(what, asked);
  if (answer.saved) keep(answer.saved);
  return answer;
}

/** @returns {Promise<import("./types.d.ts").Game[]>} */
export const games = async () => (await ask("games")).games;

/** The table that Python has, and the token of one's seat at it. */
let here = "";
let token = "";
let greeted = false;

function keep(saved) {
  kept.set(`table ${here}`, JSON.stringify({ ...saved, token }));
}

/** @param {import("./types.d.ts").Opening} asked */
export async function open(asked) {
  here = "";
  const name = Math.random().toString(36).slice(2, 10);
  const { saved, refused, token: given } = await ask("open", asked);
  if (refused) return { refused };
  here = name;
  token = given;
  greeted = false;
  keep(saved);
  return { table: name };
}

/** One's own table, in the page. @implements {Spoken} */
export class Line {
  /** @param {string} table @param {import("./types.d.ts").Listener} listener */
  constructor(table, listener) {
    this.table = table;
    this.listener = listener;
    this.closed = false;
    /** @type {Promise<void> | null} */
    this.going = null;
    this.opened = this.#open(table);
  }

  async #open(table) {
    try {
      if (here !== table) {
        const saved = JSON.parse(kept.get(`table ${table}`) ?? "null");
        if (!saved) return this.listener.down("", true);
        const answer = await ask("restore", saved);
        if (answer.refused) return this.listener.down(answer.refused, true);
        here = table;
        token = saved.token;
        greeted = false;
      }
      const what = greeted ? "look" : "hello";
      greeted = true;
      const answer = await ask("ask", { do: what, token });
      this.listener.greeted(answer);
      this.#changed(answer);
    } catch (error) {
      this.listener.down(error.message, true);
    }
  }

  /** @param {string} what @param {object} [more] @returns {Promise<any>} */
  async ask(what, more = {}) {
    await this.opened;
    const answer = await ask("ask", { do: what, ...more });
    this.#changed(answer);
    return answer;
  }

  /** Hand on what has changed, and let the others act. */
  #changed({ scene, frames, more }) {
    if (this.closed || here !== this.table) return;
    if (scene || frames) this.listener.news({ scene, frames });
    if (more && !this.going) this.going = this.#goOn();
  }

  async #goOn() {
    try {
      const answer = await ask("go_on");
      this.going = null;
      this.#changed(answer);
    } catch (error) {
      this.listener.down(error.message, true);
    }
  }

  close() {
    this.closed = true;
  }
}

/** Whether others can come to a table. */
export const friends = false;
