// Arguments from JavaScript may have any type: a wrong one is a TypeError that names the argument,
// before it reaches WebAssembly, where it would leak memory or be taken for something else.

import { BobbinError } from "./errors.js";
import type { ItemPath, Position, TextEdit } from "./model.js";
import type { Replacement } from "./positions.js";

/** Refuses anything but a string. */
export function checkString(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") refuse(name, "a string", value);
}

/**
 * In UTF-16 code units; with a few times as many, the module, which has 4 GB at most, would run out of
 * memory.
 */
const longestText = 64_000_000;

/** Refuses anything but a string of readable size. */
export function checkText(value: unknown, name: string): asserts value is string {
  checkString(value, name);
  if (value.length <= longestText) return;
  throw new BobbinError("too-large", `\`${name}\` has ${value.length} characters; more than ${longestText} cannot be read`);
}

/** Refuses anything but a function. */
export function checkFunction(value: unknown, name: string): void {
  if (typeof value !== "function") refuse(name, "a function", value);
}

/** Refuses anything but an array. One with holes is looked through by `Array.from`, to which they are `undefined`. */
export function checkArray(value: unknown, name: string): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) refuse(name, "an array", value);
}

/** Refuses anything but an object with named fields; an array or a Map would pass for an empty one. */
export function checkObject(value: unknown, name: string): asserts value is Record<string, unknown> {
  if (Object.prototype.toString.call(value) !== "[object Object]") refuse(name, "an object", value);
}

/** Refuses anything but bytes of readable size; those of another window or context are bytes too. */
export function checkBytes(value: unknown, name: string, wanted = "a Uint8Array"): asserts value is Uint8Array {
  if (Object.prototype.toString.call(value) !== "[object Uint8Array]") refuse(name, wanted, value);
  const { length } = value as Uint8Array;
  try {
    // Bytes that were given to a worker are gone, and so may be those of a buffer that was made smaller.
    Uint8Array.prototype.keys.call(value);
  } catch {
    throw new TypeError(`\`${name}\` must be ${wanted} whose buffer is still there`);
  }
  if (length <= longestText) return;
  throw new BobbinError("too-large", `\`${name}\` has ${length} bytes; more than ${longestText} cannot be read`);
}

/** Refuses numbers that cannot count anything: negative numbers, fractions and NaN. */
export function checkCount(value: unknown, name: string): asserts value is number {
  const isCount = typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
  if (!isCount) refuse(name, "a whole number from 0 to 4294967295", value);
}

/** Refuses numbers that are no time. */
export function checkDuration(value: unknown, name: string): asserts value is number {
  if (typeof value !== "number" || !(value >= 0)) refuse(name, "a number of milliseconds", value);
}

/** Refuses anything but true and false. */
export function checkBoolean(value: unknown, name: string): asserts value is boolean {
  if (typeof value !== "boolean") refuse(name, "true or false", value);
}

/** Refuses anything but a place. */
export function checkPosition(value: unknown, name: string): asserts value is Position {
  checkObject(value, name);
  checkCount(value.line, `${name}.line`);
  checkCount(value.character, `${name}.character`);
}

/** Refuses anything but the name of an item. */
export function checkItem(value: unknown, name: string): asserts value is ItemPath {
  checkArray(value, name);
  Array.from(value).forEach((it, nth) => checkString(it, `${name}[${nth}]`));
}

/** Refuses anything but keys with values. */
export function checkSettings(value: unknown, name: string): void {
  checkArray(value, name);
  Array.from(value).forEach((it, nth) => {
    checkObject(it, `${name}[${nth}]`);
    checkString(it.key, `${name}[${nth}].key`);
    checkString(it.value, `${name}[${nth}].value`);
  });
}

/** Refuses anything but texts by their paths. */
export function checkFiles(value: unknown, name: string): asserts value is Record<string, string> {
  checkObject(value, name);
  for (const [path, text] of Object.entries(value)) checkText(text, `${name}[${JSON.stringify(path)}]`);
}

/** Refuses anything but edits, by positions or by offsets. */
export function checkEdits(value: unknown, name: string): asserts value is readonly (TextEdit | Replacement)[] {
  checkArray(value, name);
  Array.from(value).forEach((it, nth) => {
    const edit = `${name}[${nth}]`;
    checkObject(it, edit);
    if ("range" in it) {
      checkObject(it.range, `${edit}.range`);
      checkPosition(it.range.start, `${edit}.range.start`);
      checkPosition(it.range.end, `${edit}.range.end`);
      checkString(it.newText, `${edit}.newText`);
    } else {
      checkCount(it.start, `${edit}.start`);
      checkCount(it.end, `${edit}.end`);
      checkString(it.text, `${edit}.text`);
    }
  });
}

/** Returns the value as JSON; refuses values that have no JSON, such as an object that contains itself. */
export function toJson(value: unknown, name: string): string {
  let reason = "its `toJSON` gives nothing";
  try {
    const json: string | undefined = JSON.stringify(value);
    if (json !== undefined) return json;
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  throw new TypeError(`\`${name}\` has no JSON form: ${reason}`);
}

function refuse(name: string, wanted: string, value: unknown): never {
  throw new TypeError(`\`${name}\` must be ${wanted}, not ${kindOf(value)}`);
}

/** Describes the kind of a value, for people. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "object") return `a ${typeof value}`;
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return /^[AEIO]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
