// The service worker: it keeps the page for use offline. A new version waits until the page, which asks the person
// first, sends `{type: "SKIP_WAITING"}`.

import { keepShared, sharePath } from "./shared.ts";
import { type Version, Versions } from "./versions.ts";

/** Filled in by the build. */
declare const VERSION: Omit<Version, "scope">;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  clientId: string;
  respondWith(response: Promise<Response>): void;
}

/** The global scope of a service worker, as far as it is used here. */
interface Scope {
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void>; matchAll(options: object): Promise<{ id: string }[]> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", hear: (event: ExtendableEvent) => void): void;
  addEventListener(name: "fetch", hear: (event: FetchEvent) => void): void;
  addEventListener(name: "message", hear: (event: MessageEvent<{ type?: string } | null>) => void): void;
}

const worker = self as unknown as Scope;
const { scope } = worker.registration;

const versions = new Versions(
  { scope, ...VERSION },
  {
    caches,
    fetch: (address, options) => fetch(address, options),
    clients: async () => (await worker.clients.matchAll({ includeUncontrolled: true, type: "all" })).map((it) => it.id),
    now: () => Date.now(),
  },
);

worker.addEventListener("install", (event) => event.waitUntil(versions.install()));

worker.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate(): Promise<void> {
  const { installing, waiting } = worker.registration;
  const isFirst = await versions.activate(!installing && !waiting);
  // The page that is open has loaded the same files a moment ago.
  if (isFirst) await worker.clients.claim();
  // Of the versions that kept their files in another way.
  for (const it of await caches.keys()) {
    if (it.startsWith("workbox-precache-") && it.endsWith(scope)) await caches.delete(it);
  }
}

worker.addEventListener("message", ({ data }) => {
  if (data?.type === "SKIP_WAITING") void worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  if (request.method === "POST" && request.url === scope + sharePath) {
    event.respondWith(keepShared(request, scope, caches));
    return;
  }
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  if (request.mode !== "navigate") {
    event.respondWith(answer(request, () => versions.file(request.url, clientId)));
    event.waitUntil(versions.tidy());
  } else if (["", "index.html"].includes(request.url.slice(scope.length).split(/[?#]/)[0] ?? "")) {
    // Other pages in the folder are not kept.
    event.respondWith(answer(request, () => versions.page()));
  }
});

async function answer(request: Request, kept: () => Promise<Response | null>): Promise<Response> {
  // A browser that cannot read what it keeps can still ask the host.
  return (await kept().catch(() => null)) ?? fetch(request);
}
