// The parts that few visits need: a module of its own, which the page loads when one of them is first asked for.
// Whatever it shares with the editor's module by value is in both.

export { colouredLines } from "./coloured_lines.ts";
export { readLink, writeLink } from "./link_format.ts";
export { readCarrier, withSource } from "./pictures.ts";
export { webPage } from "./web_page.ts";
export { plainFolder, sift, walkFolder } from "./disk/folder.ts";
export { unzipAll } from "./disk/unpack.ts";
export { encode, zip } from "./disk/zip.ts";
import "./search/worker.ts";
