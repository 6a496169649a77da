// Files that may carry a text: pictures and pages. This much the page has to know of every file that is opened.

/** The kind of a file that may carry a text. */
export type Carrier = "png" | "svg" | "html";

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Tells by its first bytes whether a file is a picture or a page; null if it is something else. */
export function carrierOf(bytes: Uint8Array): Carrier | null {
  if (pngSignature.every((it, idx) => bytes[idx] === it)) return "png";
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 2048)).replace(/^\u00ef\u00bb\u00bf/, "").trimStart();
  if (/^<!doctype html|^<html\b/i.test(start)) return "html";
  return /^(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*(<!doctype svg[^>]*>\s*)?(<!--[^]*?-->\s*)*<svg\b/i.test(start) ? "svg" : null;
}
