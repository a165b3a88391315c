// Keeps the site for the next visit, without network: its files, and those of Python elsewhere.
//
// `grundy site` writes the list and a hash of all files: another hash is another store. A file of
// the site that is not in the list is kept once it was visited.
const { store: STORE, files } = /** @type {any} */ ("KEPT");

addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const store = await caches.open(STORE);
      await store.addAll(files);
      const python = await (await store.match("runtime/runtime.json")).json();
      const elsewhere = [...python.files, ...python.rest].filter(({ url }) => url.includes("://"));
      await Promise.all(
        elsewhere.map(async ({ url, integrity }) => {
          await store.put(url, await fetch(url, { integrity, mode: "cors" }));
        }),
      );
      await skipWaiting();
    })(),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith("grundy-") && name !== STORE) await caches.delete(name);
      await clients.claim();
    })(),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  event.respondWith(
    (async () => {
      const store = await caches.open(STORE);
      const found = await store.match(request, { ignoreSearch: true });
      if (found) return found;
      const response = await fetch(request);
      if (response.ok && new URL(request.url).origin === location.origin)
        event.waitUntil(store.put(request, response.clone()));
      return response;
    })(),
  );
});
