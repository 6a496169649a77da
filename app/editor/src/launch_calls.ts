// What the page is started for: a shortcut of the installed application, or files that another one shares with it.

import { takeShared } from "./service_worker/shared.ts";

/** Returns what the address asks for, `{new, do}`, and removes it from there: a reload does not ask again. */
export function takeLaunch(): string {
  const address = new URL(location.href);
  const { searchParams } = address;
  const wanted = { new: searchParams.get("new"), do: searchParams.get("do") };
  if (wanted.new !== null || wanted.do !== null) {
    searchParams.delete("new");
    searchParams.delete("do");
    history.replaceState(history.state, "", address);
  }
  return JSON.stringify(wanted);
}

/** Calls back with the name and the bytes of each file that another application has shared with the page. */
export async function takeSharedFiles(open: (name: string, bytes: Uint8Array) => void): Promise<void> {
  const files = await takeShared(new URL("./", document.baseURI).href, caches);
  for (const [name, bytes] of files) open(name, bytes);
}
