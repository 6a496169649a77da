import { defineElement, scriptAddress } from "bobbin:element";
import type { Range } from "./protocol.js";

/** A diagnostic of the text in an editor: `value.slice(start, end)` is the text it is about. */
export interface EditorDiagnostic {
  /** An error is what the real program rejects. */
  severity: "error" | "warning" | "hint";
  /** The kind of the diagnostic, in kebab case. */
  code: string;
  /** The message, for people. */
  message: string;
  /** More about it. */
  help: string | null;
  /** Its place in lines and columns. */
  range: Range;
  /** UTF-16 code units before the range. */
  start: number;
  /** UTF-16 code units before the end of the range. */
  end: number;
}

/**
 * `<bobbin-editor>`: an editor with diagnostics, completion and hover for one text. The language core works
 * in a worker, one for all editors of a family of languages.
 *
 * It is a part of its form: the text is its value, errors make it invalid, and it can be reset and
 * disabled. Its CSS parts are `frame`, `editor` and `picture`, its colours are the custom properties `--bg`, `--fg`,
 * `--accent` and others of Bobbin's page.
 *
 * Events: `change` when the person changed the text, `diagnostics` when it was judged, `notice` with a
 * sentence for people.
 */
export interface BobbinEditorElement extends HTMLElement {
  /** "sprokit", "pinsight", "coil-hardware" or "coil-target"; anything else is edited as plain text. */
  language: string;
  /** The text; null sets an empty one. */
  value: string;
  /** The text before the person changed it: the attribute `value`, or else what stands in the element. */
  defaultValue: string;
  /** True if the person can only read and copy the text. */
  readOnly: boolean;
  /** True if the person can neither change nor send the text; a disabled `fieldset` around it has the same effect. */
  disabled: boolean;
  /** "bobbin-editor". */
  readonly type: string;
  /** "light", "dark" or "contrast"; "auto" follows the system. */
  theme: string;
  /** "graph" shows the graph beside the text, as a picture, if the language has one. */
  view: string;
  /** The name of the value in its form. */
  name: string;
  /** The diagnostics of the text as it was last judged. */
  readonly diagnostics: readonly EditorDiagnostic[];
  /** The form that it belongs to. */
  readonly form: HTMLFormElement | null;
  /** Its labels, which name the text box unless `aria-label` does. */
  readonly labels: NodeList;
  /** `customError` if the text has errors. */
  readonly validity: ValidityState;
  /** The first error, for people. */
  readonly validationMessage: string;
  /** False while it is disabled. */
  readonly willValidate: boolean;
  /** Returns true if the text has no errors. */
  checkValidity(): boolean;
  /** Returns true if the text has no errors, and else shows the first one. */
  reportValidity(): boolean;
}

/** The detail of the event `diagnostics`. */
export interface DiagnosticsDetail {
  /** The diagnostics in the order of the text. */
  diagnostics: EditorDiagnostic[];
}

/** The detail of the event `notice`. */
export interface NoticeDetail {
  /** An error if the language core does not work. */
  kind: "info" | "error";
  /** A sentence for people. */
  text: string;
}

declare global {
  interface HTMLElementTagNameMap {
    "bobbin-editor": BobbinEditorElement;
  }
}

/** The modules, named so that bundlers find them. */
const addresses = (): { sprokit: string; pinsight: string; coil: string } => ({
  sprokit: new URL("./sprokit.wasm", import.meta.url).href,
  pinsight: new URL("./pinsight.wasm", import.meta.url).href,
  coil: new URL("./coil.wasm", import.meta.url).href,
});

function startWorker(): Worker {
  const here = new URL(import.meta.url);
  // Some bundlers give the place of the source; what they make is of the page's origin. That of a frame with markup of its
  // own, or in a sandbox, is not the one of its address.
  const isOwn = !here.protocol.startsWith("http") || here.origin === self.origin;
  const address = isOwn ? new URL("./element.worker.js", import.meta.url).href : starter(here);
  const passed = scriptAddress(address) ?? (isOwn ? null : address);
  // In this form bundlers find a worker, but no policy can pass its address.
  return passed === null ? new Worker(new URL("./element.worker.js", import.meta.url), { type: "module" }) : new Worker(passed, { type: "module" });
}

/** Returns the address of a script in the page: a worker must be of the page's origin; what it imports need not be. */
function starter(here: URL): string {
  const script = `import ${JSON.stringify(String(here).replace(/[^/]*$/, "element.worker.js"))};`;
  // Chromium begins no module of a page without an origin by a `blob:`.
  if (self.origin === "null") return `data:text/javascript,${encodeURIComponent(script)}`;
  return URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
}

// On a server there are no elements to define.
if (typeof customElements !== "undefined" && !customElements.get("bobbin-editor")) {
  customElements.define("bobbin-editor", defineElement(addresses, startWorker));
}
