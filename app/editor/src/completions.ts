// Completions from the server.

import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { serverCompletionSource } from "@codemirror/lsp-client";
import { openDocument } from "./documents.ts";

const nothing = new Promise<never>(() => {});

/**
 * Asks the server. CodeMirror shows an answer in whatever document the view has by then, so an answer
 * for a document that was hidden meanwhile is dropped; when it is shown again, CodeMirror asks again
 * by itself.
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
