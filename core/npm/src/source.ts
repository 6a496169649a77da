import { kindOf } from "./arguments.js";

/** The address of the WebAssembly module, or its bytes. */
export type ModuleSource = string | { readonly href: string } | ArrayBuffer | ArrayBufferView<ArrayBuffer>;

/** Returns the address of a source; null if it is bytes, and a TypeError if it is neither. @internal */
export function addressOf(source: ModuleSource): string | null {
  if (typeof source === "string") return source;
  if (typeof source === "object" && source !== null) {
    if ("href" in source && typeof source.href === "string") return source.href;
    if (ArrayBuffer.isView(source) || Object.prototype.toString.call(source) === "[object ArrayBuffer]") return null;
  }
  throw new TypeError(`\`source\` must be an address or bytes, not ${kindOf(source)}`);
}
