// What a frame grants and refuses, and the part of a text that another one changes.

import type { FrameRequest, FrameView } from "../../../../core/npm/src/frame.ts";

const views: Readonly<Record<FrameView, true>> = {
  graph: true, form: true, bytes: true, resolved: true, coverage: true, timeline: true, text: true, both: true,
};

/** Returns the origins that the address of a frame names as those that may use it, each as `origin=`; null for all. */
export function allowedOrigins(search: string): ReadonlySet<string> | null {
  const named = new URLSearchParams(search).getAll("origin");
  return named.length === 0 ? null : new Set(named.map((it) => it.replace(/\/$/, "")));
}

/** Returns why a request makes no sense, in words; null if it does. Its types are checked where it is made. */
export function faultOf(request: FrameRequest): string | null {
  if (request.call !== "open" && request.call !== "show") return null;
  const { view } = request;
  if (view !== undefined && !Object.hasOwn(views, view)) {
    return `there is no view ${JSON.stringify(view)}; there are ${Object.keys(views).join(", ")}`;
  }
  if (request.call === "show") return null;
  const names = request.files.map((it) => it.name);
  const twice = names.find((it, at) => names.indexOf(it) !== at);
  if (twice !== undefined) return `two files are called ${twice}`;
  const { shown } = request;
  if (shown !== undefined && !names.includes(shown)) return `${shown} is to be shown, but is not among the files`;
  return null;
}

/** Returns the part of `before` in which `after` differs, and what stands there then. */
export function changedPart(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  // A pair of surrogates is one character.
  if (from > 0 && isHigh(after, from - 1)) from--;
  if (end > 0 && isHigh(after, after.length - end - 1)) end--;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

function isHigh(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00;
}
