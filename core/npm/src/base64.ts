// Bytes inside JSON are encoded as Base64.

/** Decodes a Base64 text. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
}
