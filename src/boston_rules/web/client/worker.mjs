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

const loading = loadEngine({ code: HERE, files: HERE, read });
loading.then(
  ({ seconds }) => self.postMessage({ ready: true, seconds }),
  (error) => self.postMessage({ failed: String(error) }),
);

self.onmessage = async ({ data: { id, question } }) => {
  try {
    const engine = await loading;
    self.postMessage({ id, answer: engine.call(question) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
};
