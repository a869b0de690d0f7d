// Keeps the page for when there is no network: every file of one version, fetched once.
const VERSION = "none";
/** @type {any} */
const worker = self;
const NAME = `boston-rules ${VERSION}`;

worker.addEventListener("install", (event) => event.waitUntil(fetchAll()));

async function fetchAll() {
  const { files } = await (await fetch("bundle.json", { cache: "no-cache" })).json();
  const cache = await caches.open(NAME);
  await cache.addAll(["./", "bundle.json", ...Object.keys(files)]);
  await worker.skipWaiting();
}

worker.addEventListener("activate", (event) => event.waitUntil(forget()));

async function forget() {
  for (const name of await caches.keys()) {
    if (name.startsWith("boston-rules ") && name !== NAME) await caches.delete(name);
  }
  await worker.clients.claim();
}

worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(find(event.request));
});

async function find(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
