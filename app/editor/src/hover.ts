// The server's hover for the place under the pointer.

import { setDiagnosticsEffect } from "@codemirror/lint";
import { LSPPlugin } from "@codemirror/lsp-client";
import type { Extension } from "@codemirror/state";
import { closeHoverTooltips, type EditorView, hasHoverTooltips, hoverTooltip, keymap, ViewPlugin } from "@codemirror/view";
import { documentsOf, openDocument } from "./documents.ts";
import { positionAt, spanOf } from "./positions.ts";
import type { Range } from "./wire.ts";

interface Hover {
  contents: string | { kind: string; value: string };
  range?: Range;
}

// The client library's own hover assumes that the answer's range is valid even when the text has
// changed since, and throws.
export const hover: Extension = hoverTooltip(
  async (view, pos) => {
    const document = view.state.facet(openDocument);
    const plugin = LSPPlugin.get(view);
    if (!document || !plugin?.client.serverCapabilities?.hoverProvider) return null;
    const position = positionAt(view.state.doc, pos);
    const params = { position };
    const answer = await documentsOf(view)
      ?.ask<Hover | null>(document, "textDocument/hover", params)
      .catch(() => null);
    // Another document may be in the view by now, or the pointer somewhere else, over what the answer would cover.
    if (!answer || view.state.facet(openDocument) !== document || !view.dom.matches(":hover")) return null;
    const { contents } = answer;
    const html =
      typeof contents === "string"
        ? plugin.docToHTML(contents, "markdown")
        : plugin.docToHTML({ kind: contents.kind === "plaintext" ? "plaintext" : "markdown", value: contents.value });
    // Where the page requires a policy, it is an object that stands for a string.
    if (String(html).trim() === "") return null;
    const span = answer.range ? spanOf(view.state.doc, answer.range) : { from: pos, to: pos };
    return {
      pos: span.from,
      end: span.to,
      above: true,
      create() {
        const dom = globalThis.document.createElement("div");
        dom.className = "cm-lsp-hover-tooltip cm-lsp-documentation";
        dom.innerHTML = html;
        return { dom };
      },
    };
  },
  // What it says may come from other files, of which a change is seen by what is found in this one.
  { hideOn: ({ docChanged, effects }) => docChanged || effects.some((it) => it.is(setDiagnosticsEffect)) },
);

function closeTooltips(view: EditorView): boolean {
  if (!hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: closeHoverTooltips });
  return true;
}

/** Takes Escape only for a tooltip that is seen: else the key makes Tab leave the editor. */
function closeSeen(view: EditorView): boolean {
  const isSeen = [...view.dom.querySelectorAll(".cm-tooltip-hover")].some((it) => it.getBoundingClientRect().bottom > 0);
  return closeTooltips(view) && isSeen;
}

/**
 * Closes tooltips when the pointer or the focus leaves the editor. Those that stand at a diagnostic after a
 * command went there would otherwise stay until the caret moves.
 */
class Leaving {
  private readonly leave: () => void;
  private readonly press: (event: Event) => void;
  private readonly focus: (event: FocusEvent) => void;

  constructor(private readonly view: EditorView) {
    this.leave = () => void closeTooltips(view);
    this.press = (event) => {
      if (!event.composedPath().includes(view.dom)) closeTooltips(view);
    };
    this.focus = (event) => {
      const next = event.relatedTarget;
      if (next instanceof Node && view.dom.contains(next)) return;
      // Another window in front is no reason.
      if (next === null && !document.hasFocus()) return;
      // The focus also goes in the middle of an update of the view.
      queueMicrotask(() => closeTooltips(view));
    };
    view.dom.addEventListener("mouseleave", this.leave);
    view.dom.addEventListener("focusout", this.focus);
    document.addEventListener("pointerdown", this.press, true);
  }

  destroy(): void {
    this.view.dom.removeEventListener("mouseleave", this.leave);
    this.view.dom.removeEventListener("focusout", this.focus);
    document.removeEventListener("pointerdown", this.press, true);
  }
}

/** Closes tooltips that nobody looks at any more, and on Escape. */
export const leavingCloses: Extension = [ViewPlugin.fromClass(Leaving), keymap.of([{ key: "Escape", run: closeSeen }])];
