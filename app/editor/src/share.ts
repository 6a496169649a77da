// Links that carry files. The part behind the `#` never leaves the browser, so no server sees it.
//
// `bobbin1.` and base64url of: four bytes of checksum, then the files as JSON, compressed by raw deflate. A link
// whose checksum is wrong is refused as a whole, since a text with a changed letter is worse than none.

/** A file of a link: name, language and text. */
export type SharedFile = [name: string, language: string, text: string];

/** The content of a link. */
export interface Shared {
  files: SharedFile[];
  /** The index of the file to show. */
  shown: number;
  /** The view to show beside it; null if any. */
  view: string | null;
  /** The selection in the shown file: line and UTF-16 column of its start and end; null if none. */
  selection: [number, number, number, number] | null;
}

/** The most bytes that the files of a link may have. */
export const largest = 10_000_000;

const name = "bobbin";
const version = 1;

/** A link that cannot be read; its message is for people. */
export class LinkError extends Error {}

const damaged = "The link is damaged or cut off, so nothing was opened. Ask for it again, or for the file itself.";

/** Writes the part of a link behind the `#`. */
export async function writeLink({ files, shown, view, selection }: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([files, shown, view, selection]));
  const packed = await collect(piped(bytes, new CompressionStream("deflate-raw")), Infinity);
  const all = new Uint8Array(4 + packed.length);
  new DataView(all.buffer).setUint32(0, checksum(bytes));
  all.set(packed, 4);
  return `${name}${version}.${toBase64Url(all)}`;
}

/** Returns true if the part of a link behind the `#` is one of ours, readable or not. */
export function isLink(fragment: string): boolean {
  return /^bobbin\d+\./.test(fragment);
}

/** Reads the part of a link behind the `#`. Fails with a [`LinkError`]. */
export async function readLink(fragment: string): Promise<Shared> {
  const [, found, data] = /^bobbin(\d+)\.(.*)$/s.exec(fragment) ?? [];
  if (found === undefined || data === undefined) throw new LinkError(damaged);
  if (Number(found) > version) {
    throw new LinkError("The link was made by a newer version of Bobbin. Reload the page to get that version, then open the link again.");
  }
  const all = fromBase64Url(data);
  if (!all || all.length < 5) throw new LinkError(damaged);
  let bytes: Uint8Array;
  try {
    bytes = await collect(piped(all.subarray(4), new DecompressionStream("deflate-raw")), largest);
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError(damaged);
  }
  const expected = new DataView(all.buffer, all.byteOffset).getUint32(0);
  if (checksum(bytes) !== expected) throw new LinkError(damaged);
  const shared = checked(JSON.parse(new TextDecoder().decode(bytes)));
  if (!shared) throw new LinkError(damaged);
  return shared;
}

/** Returns the content of a link if it has the right shape: anybody can write a link. */
function checked(value: unknown): Shared | null {
  if (!Array.isArray(value)) return null;
  const [files, shown, view, selection] = value as unknown[];
  const isText = (it: unknown) => typeof it === "string";
  const isFile = (it: unknown) => Array.isArray(it) && it.length === 3 && it.every(isText) && it[0] !== "";
  const isCount = (it: unknown) => Number.isInteger(it) && (it as number) >= 0 && (it as number) < 2 ** 31;
  const isSelection = (it: unknown) => it === null || (Array.isArray(it) && it.length === 4 && it.every(isCount));
  if (!Array.isArray(files) || files.length === 0 || !files.every(isFile)) return null;
  if (!isCount(shown) || !(view === null || isText(view)) || !isSelection(selection)) return null;
  return { files, shown, view, selection } as Shared;
}

function piped(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> {
  return new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
}

/** Reads a stream to its end, but no more than `most` bytes of it. */
async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      void reader.cancel().catch(() => {});
      throw new LinkError("The link holds more than 10 MB, so nothing was opened. Ask for the files themselves.");
    }
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Computes the CRC-32 of PNG and gzip. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (it) => it.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Writes a text as a block of code, with a fence that is longer than any in the text. */
export function markdown(name: string, text: string): string {
  const fences = text.match(/^`{3,}/gm) ?? [];
  const fence = "`".repeat(Math.max(2, ...fences.map((it) => it.length)) + 1);
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  return `\`${name}\`:\n\n${fence}\n${text}${end}${fence}\n`;
}
