// The server's hover for the place under the pointer.

import { LSPPlugin } from "@codemirror/lsp-client";
import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
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
    // Another document may be in the view by now.
    if (!answer || view.state.facet(openDocument) !== document) return null;
    const { contents } = answer;
    const html =
      typeof contents === "string"
        ? plugin.docToHTML(contents, "markdown")
        : plugin.docToHTML({ kind: contents.kind === "plaintext" ? "plaintext" : "markdown", value: contents.value });
    if (html.trim() === "") return null;
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
  { hideOn: (transaction) => transaction.docChanged },
);
