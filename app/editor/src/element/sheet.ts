// The style sheet of the element: the page's colours, for its shadow root. A page chooses others by the
// same custom properties on the element.

import tokens from "../../../style/tokens.css";

const made = new WeakMap<Document, CSSStyleSheet>();

/** Returns the sheet that all editors in the document of a window share. */
export function sheetOf({ document, CSSStyleSheet }: Window & typeof globalThis): CSSStyleSheet {
  const known = made.get(document);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  made.set(document, sheet);
  sheet.replaceSync(`${ofHost(tokens)}
:host { display: grid; grid: auto-flow minmax(0, 1fr) / repeat(auto-fit, minmax(min(100%, 18em), 1fr)); direction: ltr; text-align: start; text-transform: none; text-indent: 0; letter-spacing: normal; word-spacing: normal; height: 20em; border: 1px solid var(--border); color-scheme: light dark; }
.picture { display: grid; place-items: safe center; overflow: auto; min-height: 0; background: var(--bg); border: 1px solid var(--border); margin: -1px; }
.picture > svg { max-width: max(100%, 30em); height: auto; }
:host([hidden]) { display: none; }
:host(:disabled) { opacity: 0.6; }
:host(:user-invalid) { border-color: var(--error); }`);
  return sheet;
}

/** Turns rules for a page with a theme into rules for an element with one. */
function ofHost(css: string): string {
  return css
    .replaceAll(':root[data-colours="safe"]:not([data-theme="contrast"])', ':host([colours="safe"]:not([theme="contrast"]))')
    .replaceAll(":root[data-theme]", ":host([theme])")
    .replaceAll(/^(\s*):root\b/gm, "$1:host")
    .replaceAll(/^\[data-theme="(\w+)"\]/gm, ':host([theme="$1"])');
}
