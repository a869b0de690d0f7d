// The engine behind a host: questions go over a WebSocket, what happens at the table comes back.
import { HERE, kept, language, say } from "./common.mjs";

/** @typedef {import("./types.d.ts").Line} Spoken */

/** The code with which the host closes a line that need not be tried again. */
const FOR_GOOD = 4000;

const headers = () => ({ "Accept-Language": language() });

/** Every game with its options. @returns {Promise<import("./types.d.ts").Game[]>} */
export const games = async () => (await fetch(`${HERE}games`, { headers: headers() })).json();

/** The tables at which somebody may sit down. @returns {Promise<import("./types.d.ts").OpenTable[]>} */
export const tables = async () => (await fetch(`${HERE}tables`, { headers: headers() })).json();

/** How far the engine is, nothing to wait for here. */
export const ready = async () => {};

/** @param {import("./types.d.ts").Opening} asked @returns {Promise<{table?: string, refused?: string}>} */
export async function open(asked) {
  const body = JSON.stringify(asked);
  const response = await fetch(`${HERE}open`, { method: "POST", headers: headers(), body });
  const answer = response.ok || response.status === 422 ? await response.json() : { refused: await response.text() };
  if (answer.table) kept.set(`token ${answer.table}`, answer.token);
  return answer;
}

/** What answers questions about the score of a real table. */
export const engine = async () => ({
  ask: async (what, asked = {}) => {
    const body = JSON.stringify({ ask: what, ...asked });
    const response = await fetch(`${HERE}evening`, { method: "POST", headers: headers(), body });
    return response.ok ? response.json() : { refused: await response.text() };
  },
});

/** A connection to a table, which comes back by itself when it is lost. @implements {Spoken} */
export class Line {
  /** @param {string} table @param {import("./types.d.ts").Listener} listener */
  constructor(table, listener) {
    this.table = table;
    this.listener = listener;
    this.asked = 0;
    this.tries = 0;
    this.closed = false;
    /** @type {Map<number, (answer: any) => void>} */
    this.waiting = new Map();
    this.connect = this.connect.bind(this);
    addEventListener("online", this.connect);
    this.connect();
  }

  connect() {
    if (this.socket || this.closed) return;
    const socket = new WebSocket(`${HERE.replace("http", "ws")}t/${this.table}/line`);
    this.socket = socket;
    socket.onopen = async () => {
      const token = kept.get(`token ${this.table}`) ?? "";
      const answer = await this.ask("hello", { token, lang: language() });
      if (answer.dropped) return; // the host has not looked at the token
      if (answer.refused && !token) return this.#end(answer.refused);
      if (answer.refused) {
        kept.set(`token ${this.table}`, null); // and look on, on a new line
        return socket.close();
      }
      this.tries = 0;
    };
    socket.onmessage = ({ data }) => {
      const { id, scene, frames, ...answer } = JSON.parse(data);
      if (answer.token) kept.set(`token ${this.table}`, answer.token);
      if (answer.pack) this.listener.greeted(answer);
      if (scene || frames) this.listener.news({ scene, frames });
      this.waiting.get(id)?.(answer);
      this.waiting.delete(id);
    };
    socket.onclose = ({ code, reason }) => {
      this.socket = null;
      if (this.closed) return;
      if (code === FOR_GOOD) return this.#end(reason);
      const gone = code === 1006 && this.tries > 2 ? say("Is the host still running?") : reason;
      this.listener.down(gone);
      for (const resolve of this.waiting.values()) {
        resolve({ refused: say("the line dropped; look whether it was done"), dropped: true });
      }
      this.waiting.clear();
      setTimeout(this.connect, Math.min(10_000, 500 * 2 ** this.tries++));
    };
  }

  /** @param {string} what @param {object} [more] @returns {Promise<any>} */
  ask(what, more = {}) {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ refused: say("the line to the host is down") });
    }
    const id = ++this.asked;
    this.socket.send(JSON.stringify({ do: what, id, ...more }));
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  /** Not to be tried again. @param {string} why */
  #end(why) {
    this.close();
    this.listener.down(why, true);
  }

  close() {
    this.closed = true;
    removeEventListener("online", this.connect);
    this.socket?.close();
  }
}
