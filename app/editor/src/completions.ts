// What could stand at the caret, by the server.

import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { serverCompletionSource } from "@codemirror/lsp-client";
import { openDocument } from "./documents.ts";

const nothing = new Promise<never>(() => {});

/**
 * Asks the server. CodeMirror shows an answer in whatever document the view has by then, so one for a
 * document that went out of sight never comes; back in sight, it asks again by itself.
 */
export async function completions(context: CompletionContext): Promise<CompletionResult | null> {
  const document = context.state.facet(openDocument);
  const isGone = () => context.view?.state.facet(openDocument) !== document;
  try {
    const result = await serverCompletionSource(context);
    return isGone() ? nothing : result;
  } catch (error) {
    if (isGone()) return nothing;
    throw error;
  }
}
