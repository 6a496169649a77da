// Links that carry files. The part behind the `#` never leaves the browser, so no server sees it.
//
// `bobbin2.` and base64url of: four bytes of checksum, the number of a dictionary, and what follows it compressed by
// raw deflate with that dictionary: a line of JSON with names, languages and lengths, then the texts. Behind a length
// there may be the form of the text and its encoding; without them it is UTF-8 as it is, and pages that were made
// before there were encodings pass over them. Behind the selection there may be what was picked in the views. With a
// passphrase it is `bobbin2e.`, a checksum, salt and nonce, and those bytes encrypted. Version 1 has everything in the
// JSON and no dictionary. A link whose checksum is wrong is refused as a whole, since a text with a changed letter is
// worse than none.

import { deflateSync, Inflate } from "fflate";
import { checksum, fromBase64Url, toBase64Url } from "./base64url.ts";
import { dictionaries } from "./dictionaries.ts";
import { pathInside } from "./disk/clean_path.ts";
import type { Picked, Shared, SharedFile } from "./share.ts";
import type { Encoding } from "./wire.ts";

/** The most bytes that the files of a link may have. */
export const largest = 10_000_000;

/** The encodings that a link can name. */
const encodings: Encoding[] = ["utf8", "latin1", "utf16Le", "utf16Be"];

/** The rounds of PBKDF2 between a passphrase and its key: a guess takes a good part of a second. */
const rounds = 600_000;

/** The kind of fault of a link. */
export type LinkFault = "damaged" | "newer" | "large" | "tooMuch" | "passphrase" | "insecure";

const messages: Record<LinkFault, string> = {
  damaged: "The link is damaged or cut off, so nothing was opened. Ask for a new link, or for the file itself.",
  newer: "The link was made by a newer version of Bobbin. Reload the page to get that version, then open the link again.",
  large: "The link holds more than 10 MB, so nothing was opened. Ask for the files themselves.",
  tooMuch: "The text is larger than 10 MB, too large for a link or a picture. Save the file and send that instead.",
  passphrase: "That is not the passphrase of this link. Try again.",
  insecure: "Browsers encrypt only on pages served over HTTPS or from this machine. Open Bobbin over HTTPS and try again.",
};

/** A link that cannot be written or read; its message is for people. */
export class LinkError extends Error {
  constructor(readonly fault: LinkFault) {
    super(messages[fault]);
  }
}

/** Writes the part of a link behind the `#`, which only those can read who have the passphrase, if there is one. */
export async function writeLink(shared: Shared, passphrase = ""): Promise<string> {
  if (passphrase === "") return `bobbin2.${toBase64Url(packed(shared))}`;
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const key = await keyOf(passphrase, salt);
  const encrypted = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, packed(shared) as BufferSource);
  return `bobbin2e.${toBase64Url(withChecksum(joined(salt, nonce, new Uint8Array(encrypted))))}`;
}

/** Reads the part of a link behind the `#`. Fails with a [`LinkError`], also if it takes a passphrase and there is none. */
export async function readLink(fragment: string, passphrase = ""): Promise<Shared> {
  // Mails and chats put blanks in front of a link, and take the full stop behind it for a part of it.
  const [, found, sealed, data] = /^(?:%20|\s)*bobbin(\d+)(e?)\.([\w-]*)/.exec(fragment) ?? [];
  if (found === undefined || data === undefined) throw new LinkError("damaged");
  if (Number(found) > 2) throw new LinkError("newer");
  const all = fromBase64Url(data);
  if (!all || all.length < 6) throw new LinkError("damaged");
  const packed = sealed ? await opened(checkedBytes(all), passphrase) : all;
  try {
    return Number(found) === 1 ? readFirst(packed) : unpacked(packed);
  } catch (error) {
    // Whoever computes the checksum can write anything behind it.
    throw error instanceof LinkError ? error : new LinkError("damaged");
  }
}

/** Packs files as version 2 has them. */
function packed({ files, shown, view, selection, picked }: Shared): Uint8Array {
  // Half a character has no UTF-8, but JSON has it.
  const texts = files.map(([, , text]) => encoded(/\p{Surrogate}/u.test(text) ? JSON.stringify(text) : text));
  const heads = files.map(([name, language, text, encoding], idx) => {
    const head = [name, language, texts[idx]?.length];
    const form = /\p{Surrogate}/u.test(text) ? "json" : null;
    if (encoding !== "utf8") return [...head, form, encoding];
    return form ? [...head, form] : head;
  });
  const bytes = joined(encoded(`${JSON.stringify([heads, shown, view, selection, ...(picked ? [picked] : [])])}\n`), ...texts);
  // It could not be read again.
  if (bytes.length > largest) throw new LinkError("tooMuch");
  const language = files[shown]?.[1];
  const number = Math.max(0, dictionaries.findIndex((it) => it.language === language));
  const squeezed = deflateSync(bytes, { level: 9, mem: 8, dictionary: dictionaries[number]?.bytes ?? new Uint8Array() });
  return withChecksum(joined(Uint8Array.of(number), squeezed));
}

/** Reads what [`packed`] made. */
function unpacked(all: Uint8Array): Shared {
  const body = checkedBytes(all);
  const dictionary = dictionaries[body[0] ?? 0];
  if (!dictionary) throw new LinkError("newer");
  const bytes = inflated(body.subarray(1), dictionary.bytes);
  const end = bytes.indexOf(10);
  if (end < 0) throw new LinkError("damaged");
  const [heads, shown, view, selection, picked] = parsed(bytes.subarray(0, end)) as unknown[];
  if (!Array.isArray(heads)) throw new LinkError("damaged");
  let at = end + 1;
  const files = heads.map((head: unknown): unknown[] => {
    const [name, language, length, form, encoding] = Array.isArray(head) ? (head as unknown[]) : [];
    const from = at;
    at += Number(length);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, at));
    return [name, language, form === "json" ? JSON.parse(text) : text, encoding];
  });
  if (at !== bytes.length) throw new LinkError("damaged");
  return checked([files, shown, view, selection, picked]);
}

/** Reads a link of version 1: everything is JSON, and the checksum is of what is compressed. */
function readFirst(all: Uint8Array): Shared {
  const bytes = inflated(all.subarray(4));
  if (checksum(bytes) !== numberAt(all)) throw new LinkError("damaged");
  return checked(parsed(bytes));
}

function parsed(bytes: Uint8Array): unknown[] {
  const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (!Array.isArray(value)) throw new LinkError("damaged");
  return value;
}

/** Returns the content of a link if it has the right shape: anybody can write a link. */
function checked([found, shown, view, selection, more]: unknown[]): Shared {
  const isText = (it: unknown): it is string => typeof it === "string";
  const isFile = (it: unknown) => Array.isArray(it) && it.length === 4 && it.every(isText) && it[0] !== "";
  const cleaned = (it: unknown): unknown => {
    if (!Array.isArray(it)) return it;
    const [name, language, text, encoding] = it as unknown[];
    // A text in an encoding that is not known here is a text all the same.
    return [isText(name) ? pathInside(name) : name, language, text, encodings.find((known) => known === encoding) ?? "utf8"];
  };
  const files = Array.isArray(found) ? found.map(cleaned) : found;
  const isCount = (it: unknown) => Number.isInteger(it) && (it as number) >= 0 && (it as number) < 2 ** 31;
  const isSelection = (it: unknown) => it === null || (Array.isArray(it) && it.length === 4 && it.every(isCount));
  const isRight =
    Array.isArray(files) && files.length > 0 && files.every(isFile) &&
    isCount(shown) && (view === null || isText(view)) && isSelection(selection);
  if (!isRight) throw new LinkError("damaged");
  const picked = pickedOf(more);
  return { files: files as SharedFile[], shown, view, selection, ...(picked && { picked }) } as Shared;
}

/** Returns what was picked, as far as it is known here: the files are opened whatever it is. */
function pickedOf(found: unknown): Picked | null {
  if (typeof found !== "object" || found === null) return null;
  const { item, axes } = found as Record<string, unknown>;
  const areTexts = (it: unknown) => Array.isArray(it) && it.length > 0 && it.every((part) => typeof part === "string");
  const arePairs = Array.isArray(axes) && axes.length > 0 && axes.every((it) => areTexts(it) && (it as string[]).length === 2);
  return {
    ...(areTexts(item) && { item: item as string[] }),
    ...(arePairs && { axes: axes as [string, string][] }),
  };
}

/** Unpacks raw deflate, but no more than the most that a link may hold. */
function inflated(bytes: Uint8Array, dictionary?: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  const inflate = new Inflate(dictionary ? { dictionary } : {}, (part, final) => {
    length += part.length;
    parts.push(part);
    isWhole = final;
  });
  // Piece by piece: a few bytes may stand for a thousand times as many.
  const piece = 4096;
  try {
    for (let at = 0; at < bytes.length; at += piece) {
      inflate.push(bytes.slice(at, at + piece), at + piece >= bytes.length);
      if (length > largest) break;
    }
  } catch {
    throw new LinkError("damaged");
  }
  if (length > largest) throw new LinkError("large");
  if (!isWhole) throw new LinkError("damaged");
  return joined(...parts);
}

async function keyOf(passphrase: string, salt: Uint8Array): Promise<CryptoKey> {
  if (!globalThis.crypto?.subtle) throw new LinkError("insecure");
  const secret = await crypto.subtle.importKey("raw", encoded(passphrase.normalize("NFC")) as BufferSource, "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: salt as BufferSource, iterations: rounds };
  return crypto.subtle.deriveKey(how, secret, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

async function opened(bytes: Uint8Array, passphrase: string): Promise<Uint8Array> {
  if (passphrase === "") throw new LinkError("passphrase");
  const [salt, nonce, rest] = [bytes.slice(0, 16), bytes.slice(16, 28), bytes.slice(28)];
  const key = await keyOf(passphrase, salt);
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv: nonce }, key, rest));
  } catch {
    // Damage was found before by the checksum.
    throw new LinkError("passphrase");
  }
}

function withChecksum(bytes: Uint8Array): Uint8Array {
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, checksum(bytes));
  return joined(head, bytes);
}

/** Returns the bytes behind a checksum that is right. */
function checkedBytes(all: Uint8Array): Uint8Array {
  const body = all.subarray(4);
  if (checksum(body) !== numberAt(all)) throw new LinkError("damaged");
  return body;
}

function numberAt(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
}

const encoded = (text: string) => new TextEncoder().encode(text);

/** Returns bytes one behind the other. */
export function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, it) => length + it.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
