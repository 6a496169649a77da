// The page's copy for use offline: it registers the service worker and follows the versions.

import { scriptAddress } from "./trusted_types.ts";

/** The state of the copy: there is none any more, it is complete, or a newer version is there. */
type Offline = "none" | "ready" | "update";

/** The time after which a page that stays open asks for a new version, in milliseconds. */
const askEvery = 60 * 60 * 1000;
/**
 * The time that a new version has for taking over, in milliseconds. Chromium takes one second; if a tab asks for a file
 * just then, the new version waits for the last tab to be closed, and no further message helps.
 */
const takeOverIn = 5000;

/** Makes the calls. */
export function offlineCalls() {
  // Missing where the browser or the address (not HTTPS, not this machine) forbids it.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  return {
    /** Begins to keep the page, and calls back with each [`Offline`]. */
    keepOffline(tell: (state: Offline) => void): void {
      if (container) follow(container, tell).catch(() => {});
    },

    /** Lets the waiting version take over and reloads the page. Returns false if it has not taken over in time. */
    async updatePage(): Promise<boolean> {
      const waiting = (await container?.getRegistration())?.waiting;
      if (!container || !waiting) {
        location.reload();
        return true;
      }
      return new Promise((resolve) => {
        const giveUp = setTimeout(() => {
          container.removeEventListener("controllerchange", reload);
          resolve(false);
        }, takeOverIn);
        const reload = () => {
          clearTimeout(giveUp);
          location.reload();
        };
        container.addEventListener("controllerchange", reload);
        waiting.postMessage({ type: "SKIP_WAITING" });
      });
    },
  };
}

async function follow(container: ServiceWorkerContainer, tell: (state: Offline) => void): Promise<void> {
  // A page that had none is taken over by the version it was loaded from.
  let isControlled = container.controller !== null;
  let isBehind = false;
  const registration = await container.register(scriptAddress("./sw.js"));
  const look = () => {
    if (isBehind || (registration.waiting && registration.active)) tell("update");
    else if (registration.active?.state === "activated") tell("ready");
  };
  const watch = () => {
    for (const it of [registration.installing, registration.waiting, registration.active]) it?.addEventListener("statechange", look);
  };
  container.addEventListener("controllerchange", () => {
    if (container.controller === null) {
      // The person has cleared what the browser keeps of the site. What another tab keeps next is no newer version.
      isControlled = false;
      return tell("none");
    }
    // Another tab has loaded the new version; this one goes on with its own.
    isBehind = isControlled;
    isControlled = true;
    tell(isBehind ? "update" : "ready");
  });
  registration.addEventListener("updatefound", watch);
  watch();
  look();
  setInterval(() => void registration.update().catch(() => {}), askEvery);
}
