// Pictures and pages that carry the text they were made from, as a link does: SVG in an element of its metadata, PNG
// in a chunk of text, HTML in an element of its head.

import { checksum } from "./base64url.ts";
import { joined, LinkError, readLink } from "./link_format.ts";
import { carrierOf, type Carrier } from "./carriers.ts";
import type { Shared } from "./share.ts";

/** A picture or page out of which no text can be read; its message is for people. */
export class CarrierError extends Error {}

const element = "bobbin:source";
const keyword = "bobbin";
const latin = (text: string) => Uint8Array.from(text, (it) => it.charCodeAt(0));
const ascii = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

/** Returns a picture with what it was made from in it, as the part of a link behind the `#`. */
export function withSource(kind: "svg" | "png", picture: Uint8Array, fragment: string): Uint8Array {
  return kind === "svg" ? inSvg(picture, fragment) : inPng(picture, fragment);
}

function inSvg(picture: Uint8Array, fragment: string): Uint8Array {
  const text = new TextDecoder().decode(picture);
  const end = text.indexOf(">", text.indexOf("<svg")) + 1;
  const metadata = `\n<metadata><${element} xmlns:bobbin="urn:bobbin:source">${fragment}</${element}></metadata>`;
  return new TextEncoder().encode(text.slice(0, end) + metadata + text.slice(end));
}

function inPng(picture: Uint8Array, fragment: string): Uint8Array {
  // Behind the first chunk, the header, which has 13 bytes.
  const at = 8 + 12 + 13;
  return joined(picture.subarray(0, at), chunk("tEXt", latin(`${keyword}\0${fragment}`)), picture.subarray(at));
}

/** Makes a chunk of a PNG file: length, name, content, checksum of name and content. */
function chunk(name: string, content: Uint8Array): Uint8Array {
  const named = joined(latin(name), content);
  const all = new Uint8Array(named.length + 8);
  const numbers = new DataView(all.buffer);
  numbers.setUint32(0, content.length);
  all.set(named, 4);
  numbers.setUint32(named.length + 4, checksum(named));
  return all;
}

/** Writes the element with which a page carries what it was made from. */
export const sourceElement = (fragment: string) => `<meta name="bobbin-source" content="${fragment}">`;

/**
 * Reads what a file carries; null if it is neither picture nor page. Fails with a [`CarrierError`] if it is one, but
 * carries nothing that can be read.
 */
export async function readCarrier(name: string, bytes: Uint8Array): Promise<Shared | null> {
  const carrier = carrierOf(bytes);
  if (!carrier) return null;
  const fragment = fragmentIn(carrier, bytes);
  const what = carrier === "html" ? "page" : "picture";
  if (fragment === "damaged") throw new CarrierError(damaged(name, what));
  if (fragment === null) {
    throw new CarrierError(
      `\`${name}\` is a ${what} without any text from Bobbin, so nothing was opened. Bobbin can open a ${what} that it saved with its text, unless another program has removed the text since.`,
    );
  }
  try {
    return await readLink(fragment);
  } catch (error) {
    const fault = error instanceof LinkError ? error.fault : "damaged";
    if (fault === "newer") throw new CarrierError(`\`${name}\` was saved by a newer version of Bobbin. Reload the page to get that version, then open the ${what} again.`);
    if (fault === "large") throw new CarrierError(`The text in \`${name}\` is larger than 10 MB, so it was not opened. Ask for the text itself.`);
    throw new CarrierError(damaged(name, what));
  }
}

const damaged = (name: string, what: string) =>
  `The ${what} \`${name}\` is damaged, and the text in it cannot be read, so nothing was opened. Ask for a new copy, or for the text itself.`;

/** Finds the part of a link behind the `#` in a file; null if it has none. */
function fragmentIn(carrier: Carrier, bytes: Uint8Array): string | null | "damaged" {
  if (carrier === "png") return fragmentInPng(bytes);
  const text = ascii(bytes);
  const [open, close] =
    carrier === "svg"
      ? [/<bobbin:source\b[^>]*>/, "</bobbin:source>"]
      : [/<meta name="bobbin-source" content="/, "\">"];
  const found = open.exec(text);
  if (!found) return null;
  const from = found.index + found[0].length;
  const to = text.indexOf(close, from);
  // Other programs may have broken it into lines.
  return to < 0 ? "damaged" : text.slice(from, to).replace(/\s/g, "");
}

function fragmentInPng(bytes: Uint8Array): string | null | "damaged" {
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at < bytes.length; ) {
    if (at + 12 > bytes.length) return "damaged";
    const length = numbers.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) return "damaged";
    const name = ascii(bytes.subarray(at + 4, at + 8));
    if (name === "tEXt" && ascii(bytes.subarray(at + 8, at + 9 + keyword.length)) === `${keyword}\0`) {
      if (checksum(bytes.subarray(at + 4, end)) !== numbers.getUint32(end)) return "damaged";
      return ascii(bytes.subarray(at + 9 + keyword.length, end));
    }
    if (name === "IEND") return null;
    at = end + 4;
  }
  return "damaged";
}
