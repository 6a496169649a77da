// What the page is started for: a shortcut of the installed application, or files that another one shares with it.

import { sharedFiles } from "./service_worker/shared.ts";

/**
 * Returns what the address asks for, `{new, do}`, and removes it from there: a reload does not ask again, but for shared
 * files that are not stored yet.
 */
export function takeLaunch(): string {
  const { searchParams } = new URL(location.href);
  const wanted = { new: searchParams.get("new"), do: searchParams.get("do") };
  if (wanted.do !== "share") dropWish();
  return JSON.stringify(wanted);
}

function dropWish(): void {
  const address = new URL(location.href);
  const { searchParams } = address;
  if (!searchParams.has("new") && !searchParams.has("do")) return;
  searchParams.delete("new");
  searchParams.delete("do");
  history.replaceState(history.state, "", address);
}

/**
 * Calls back with the name and the bytes of each file that another application has shared with the page; the answer is
 * whether it is stored, so that it need not be kept for the next start.
 */
export async function takeSharedFiles(open: (name: string, bytes: Uint8Array) => Promise<boolean>): Promise<void> {
  let isAllStored = true;
  for (const { name, bytes, forget } of await sharedFiles(new URL("./", document.baseURI).href, caches)) {
    if (await open(name, bytes)) await forget();
    else isAllStored = false;
  }
  if (isAllStored) dropWish();
}
