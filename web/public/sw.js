/**
 * The service worker. The page always comes from the server, so nobody gets an old app from a newer server. Without a
 * connection, a small page says so. Files under assets/ carry a digest in their names and are kept.
 */
const BUILD = "__BUILD__"; // the server writes its build here
const OURS = `ventnor ${self.registration.scope} `; // another Ventnor of the same site has another path
const CACHE = OURS + BUILD;
const SHELL = ["offline.html", "offline.css", "offline.js", "icon.svg"].map(absolute);
let outdated = false; // the server has another app by now
const ASSETS = absolute("assets/");

function absolute(path) {
  return new URL(path, self.registration.scope).href;
}

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.map((url) => new Request(url, { cache: "no-cache" })));
  await self.skipWaiting();
}

async function dropOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Remove this worker if the server has another build. That build's page registers its own worker. */
async function checkVersion() {
  const answer = await fetch(absolute("version"), { cache: "no-store" });
  if (!answer.ok || (await answer.json()).build === BUILD) return;
  outdated = true;
  await caches.delete(CACHE);
  await self.registration.unregister();
}

async function page(event) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(checkVersion().catch(() => undefined));
    return answer;
  } catch (error) {
    const offline = await caches.match(SHELL[0]);
    if (!offline) throw error;
    return offline;
  }
}

async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && !outdated && request.url.startsWith(ASSETS)) {
    const copy = answer.clone();
    const cache = await caches.open(CACHE);
    await cache.put(request, copy).catch(() => undefined);
  }
  return answer;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(dropOldCaches().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (request.url.startsWith(ASSETS) || SHELL.includes(request.url)) event.respondWith(kept(request));
});
