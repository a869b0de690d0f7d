// Python in a thread of its own, so that the page never freezes.
import { loadEngine } from "./engine.mjs";

const HERE = new URL("./", import.meta.url).href;
const fetched = self.fetch.bind(self);

/** Fetches as ever, and tells the page how many bytes have come. */
self.fetch = async (place, options) => {
  const response = await fetched(place, options);
  if (!response.ok || !response.body) return response;
  const counted = new TransformStream({
    transform(chunk, out) {
      self.postMessage({ bytes: chunk.byteLength });
      out.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
};

const read = async (name) => {
  const response = await self.fetch(HERE + name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

const VERSION = "none";
const NAME = `boston-rules ${VERSION}`;
const MEMORY = `${HERE}memory`;

/** Where the files of this version are kept, if they are. */
async function cache() {
  try {
    if (await self.caches.has(NAME)) return await self.caches.open(NAME);
  } catch {} // this browser keeps nothing
  return null;
}

/** @type {Uint8Array<ArrayBuffer> | undefined} */
let memory;

async function load() {
  const place = { code: HERE, files: HERE, read };
  const found = await (await cache())?.match(MEMORY);
  if (found) {
    try {
      return await loadEngine({ ...place, memory: new Uint8Array(await found.arrayBuffer()) });
    } catch {
      await (await cache())?.delete(MEMORY);
    }
  }
  const engine = await loadEngine({ ...place, keep: self.name === "kept" && Boolean(self.caches) });
  memory = /** @type {Uint8Array<ArrayBuffer>} */ (engine.memory);
  return engine;
}

/** Keep the memory for the next visit. */
async function keep() {
  const kept = memory;
  memory = undefined;
  if (kept) await (await cache())?.put(MEMORY, new Response(kept)).catch(() => {}); // the disk may be full
}

const loading = load();
loading.then(
  ({ seconds }) => self.postMessage({ ready: true, seconds }),
  (error) => self.postMessage({ failed: String(error) }),
);

self.onmessage = async ({ data: { id, question } }) => {
  if (!question) return keep();
  try {
    const engine = await loading;
    self.postMessage({ id, answer: engine.call(question) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
};
