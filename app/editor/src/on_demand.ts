// The parts that few visits need: a module of its own, which the page loads when one of them is first asked for.
// Whatever it shares with the editor's module by value is in both.

export { readLink, writeLink } from "./share.ts";
export { plainFolder, sift, walkFolder } from "./disk/folder.ts";
export { merge, unzipInto } from "./disk/unpack.ts";
export { encode, zip } from "./disk/zip.ts";
import "./search/worker.ts";
