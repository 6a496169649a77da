// Archives: read from their list of contents, so that one that was cut off is refused as a whole; written with the
// folders of the files.

import { Inflate, zipSync } from "fflate";
import { cleanPath } from "./clean_path.ts";
import { type Collected, nothing, type Source } from "./found.ts";
import { largest } from "./disk.ts";

/** An archive that is not read; its message is for people. */
export class ArchiveError extends Error {}

interface Item {
  name: string;
  method: number;
  flags: number;
  checksum: number;
  packed: number;
  size: number;
  start: number;
}

const damaged = () => new ArchiveError("it is damaged or incomplete. Create or download it again.");
const tooLarge = () => new ArchiveError("its files are larger than 64 MB in total. Unpack it and open the files you need.");

/** Returns true if a file is an archive by its first bytes. */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

/** Inflates the files of an archive. Fails with an [`ArchiveError`] if it is damaged or holds more than `most` bytes. */
export function unzip(bytes: Uint8Array, origin: string, most: number = largest): Collected {
  const collected = { ...nothing(), origin };
  let left = most;
  for (const item of contents(bytes)) {
    const name = cleanPath(item.name);
    if (item.name.endsWith("/") || name?.startsWith("__MACOSX/")) continue;
    if (name === null) {
      collected.remarks.push(`\`${item.name}\` was left out: its path points outside the archive.`);
      continue;
    }
    if (item.flags & 1) {
      collected.remarks.push(`\`${name}\` was left out: it is encrypted.`);
      continue;
    }
    if (item.size > left) throw tooLarge();
    const content = inflated(bytes, item, left);
    left -= content.length;
    collected.sources.push(sourceOfBytes(name, content));
  }
  return collected;
}

function sourceOfBytes(name: string, bytes: Uint8Array): Source {
  return { name, size: bytes.length, handle: null, read: async () => ({ bytes, file: null }) };
}

/** Reads the list of contents at the end of an archive. */
function contents(bytes: Uint8Array): Item[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  // A comment of up to 64 kB may follow.
  const first = Math.max(0, end - 0xffff);
  while (end >= first && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < first || end < 0) throw damaged();
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffffffff) throw tooLarge();
  const items: Item[] = [];
  for (let nth = 0; nth < count; nth++) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) throw damaged();
    const [nameLength, extra, comment] = [28, 30, 32].map((it) => view.getUint16(at + it, true)) as [number, number, number];
    const flags = view.getUint16(at + 8, true);
    if (at + 46 + nameLength > end) throw damaged();
    items.push({
      name: nameOf(bytes.subarray(at + 46, at + 46 + nameLength), flags),
      flags,
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + extra + comment;
  }
  return items;
}

/** Decodes a name: UTF-8 if it is marked so or is nothing else, or else as Latin-1. */
function nameOf(bytes: Uint8Array, flags: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder(flags & 0x800 ? "utf-8" : "latin1").decode(bytes);
  }
}

/** Inflates a file, and stops as soon as it is larger than `most`, whatever the list of contents says. */
function inflated(bytes: Uint8Array, { start, packed, method, size, checksum }: Item, most: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (start + 30 > bytes.length || view.getUint32(start, true) !== 0x04034b50) throw damaged();
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  if (from + packed > bytes.length) throw damaged();
  const data = bytes.subarray(from, from + packed);
  if (method !== 0 && method !== 8) throw new ArchiveError("it uses a compression method that Bobbin does not support. Create it again as a plain zip.");
  const content = method === 0 ? data.slice() : inflate(data, most);
  if (content.length !== size || crc32(content) !== checksum) throw damaged();
  return content;
}

function inflate(data: Uint8Array, most: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate((part) => {
    length += part.length;
    if (length > most) throw tooLarge();
    parts.push(part);
  });
  try {
    // Little at a time: one piece of 16 kB makes at most 16 MB.
    for (let at = 0; at < data.length; at += 16_384) inflate.push(data.subarray(at, at + 16_384), at + 16_384 >= data.length);
  } catch (error) {
    throw error instanceof ArchiveError ? error : damaged();
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const table = Uint32Array.from({ length: 256 }, (_, it) => {
  for (let bit = 0; bit < 8; bit++) it = (it >>> 1) ^ (it & 1 ? 0xedb88320 : 0);
  return it;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Packs files, by their paths. */
export function zip(files: readonly { name: string; bytes: Uint8Array }[]): Uint8Array {
  return zipSync(Object.fromEntries(files.map((it) => [it.name, it.bytes])), { level: 6 });
}

/**
 * Encodes a text as the page does: as UTF-16 if it was read so, as ISO 8859-1 if it was read so and still has only its
 * characters.
 */
export function encode(text: string, encoding: string): Uint8Array {
  if (encoding === "utf16Le" || encoding === "utf16Be") return utf16(text, encoding === "utf16Le");
  const isLatin1 = encoding === "latin1" && !/[^\u0000-\u00ff]/.test(text);
  return isLatin1 ? Uint8Array.from(text, (it) => it.charCodeAt(0)) : new TextEncoder().encode(text);
}

/** Encodes a text as UTF-16, behind a byte order mark. */
function utf16(text: string, isLittle: boolean): Uint8Array {
  const marked = `\ufeff${text}`;
  const bytes = new DataView(new ArrayBuffer(2 * marked.length));
  for (let idx = 0; idx < marked.length; idx++) bytes.setUint16(2 * idx, marked.charCodeAt(idx), isLittle);
  return new Uint8Array(bytes.buffer);
}
