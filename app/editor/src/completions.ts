// Completions from the server.

import {
  closeCompletion, type Completion, type CompletionContext, type CompletionResult, completionStatus, insertCompletionText,
  pickedCompletion, selectedCompletion, startCompletion,
} from "@codemirror/autocomplete";
import { LSPPlugin, type LSPPlugin as Plugin } from "@codemirror/lsp-client";
import type { EditorState } from "@codemirror/state";
import type { Command, EditorView } from "@codemirror/view";
import { openDocument } from "./documents.ts";
import { positionAt, spanOf } from "./positions.ts";
import type { Range } from "./wire.ts";

/** A completion as the server sends it. All of an answer begin at the same place; what they replace behind the caret differs. */
interface Item {
  label: string;
  kind: number;
  detail?: string;
  documentation?: { kind: "markdown" | "plaintext"; value: string };
  sortText: string;
  textEdit: { range: Range; newText: string };
  command?: { command: string };
}

/** The command behind a completion after which more is to be written. */
const suggest = "editor.action.triggerSuggest";

/** The code of the answer to a request that was cancelled. */
const cancelled = -32800;

const nothing = new Promise<never>(() => {});

/**
 * Asks the server. CodeMirror shows an answer in whatever document the view has by then, so an answer
 * for a document that was hidden meanwhile is dropped; when it is shown again, CodeMirror asks again
 * by itself.
 *
 * The client library's own source leaves out the commands of completions.
 */
export async function completions(context: CompletionContext): Promise<CompletionResult | null> {
  const { state, view, pos } = context;
  const document = state.facet(openDocument);
  const plugin = view && LSPPlugin.get(view);
  const provider = plugin?.client.serverCapabilities?.completionProvider;
  // A click would take one.
  if (!document || !plugin || !provider || state.readOnly) return null;
  const before = state.sliceDoc(pos - 1, pos);
  const isTrigger = provider.triggerCharacters?.includes(before) ?? false;
  if (!context.explicit && !isTrigger && !/\w/.test(before)) return null;
  const isGone = () => view.state.facet(openDocument) !== document;
  const params = {
    position: positionAt(state.doc, pos),
    context: isTrigger && !context.explicit ? { triggerKind: 2, triggerCharacter: before } : { triggerKind: 1 },
  };
  const { client } = plugin;
  client.sync();
  const request = { ...params, textDocument: { uri: document.uri } };
  context.addEventListener("abort", () => client.cancelRequest(request));
  let items: Item[];
  try {
    // An answer about a text that has changed since is good, too: CodeMirror knows the change.
    const answer = await client.request<object, { items: Item[] } | null>("textDocument/completion", request);
    items = answer?.items ?? [];
  } catch (error) {
    if (isGone()) return nothing;
    if ((error as { code?: number }).code === cancelled) return null;
    throw error;
  }
  if (isGone()) return nothing;
  const [first] = items;
  if (!first) return null;
  // CodeMirror filters by all that lies between the ends, so its end is the caret: what follows does not filter.
  const { from } = spanOf(state.doc, first.textEdit.range);
  const { character } = params.position;
  const options = items.map((it) => optionOf(it, it.textEdit.range.end.character - character, plugin));
  return { from, options, validFor: wordOf(items) };
}

/** What completions insert. */
const inserted = new WeakMap<Completion, string>();

/**
 * Closes the list if the selected completion is the word that stands before the caret already. Enter ends the line then:
 * who types a whole word does not mean the list that opened meanwhile.
 */
export const leaveFinishedWord: Command = (view) => {
  const { state } = view;
  const completion = completionStatus(state) === "active" ? selectedCompletion(state) : null;
  const text = completion ? inserted.get(completion) : undefined;
  if (!text || !isFinished(state, text)) return false;
  closeCompletion(view);
  return false;
};

/** Returns whether `text` is the word before the caret, with nothing behind it: Enter would break a line that goes on in two. */
export function isFinished(state: EditorState, text: string): boolean {
  const { head, empty } = state.selection.main;
  if (!empty || state.sliceDoc(head - text.length, head) !== text) return false;
  if (/\S/.test(state.sliceDoc(head, state.doc.lineAt(head).to))) return false;
  // The end of a longer word is not the word.
  return !(/\w/.test(text[0]!) && /\w/.test(state.sliceDoc(head - text.length - 1, head - text.length)));
}

/** Returns the option for a completion that replaces `behind` characters behind the caret, too. */
function optionOf(
  { label, kind, detail, documentation, sortText, textEdit, command }: Item, behind: number, plugin: Plugin,
): Completion {
  const option: Completion = {
    label,
    sortText,
    ...(kinds[kind] ? { type: kinds[kind] } : {}),
    ...(detail ? { detail } : {}),
    ...(documentation ? { info: () => infoOf(plugin.docToHTML(documentation)) } : {}),
    apply(view: EditorView, completion: Completion, from: number, caret: number) {
      const to = Math.min(caret + behind, view.state.doc.lineAt(caret).to);
      view.dispatch({
        ...insertCompletionText(view.state, textEdit.newText, from, to),
        annotations: pickedCompletion.of(completion),
      });
      if (command?.command === suggest) startCompletion(view);
    },
  };
  // One that goes on with its values has more to do.
  if (command?.command !== suggest) inserted.set(option, textEdit.newText);
  return option;
}

function infoOf(html: string): Node {
  const dom = document.createElement("div");
  dom.className = "cm-lsp-documentation cm-lsp-completion-documentation";
  dom.innerHTML = html;
  return dom;
}

/** Returns the pattern of what can be typed while the same completions hold: letters and signs that are in them. */
function wordOf(items: readonly Item[]): RegExp {
  const signs = new Set(items.flatMap(({ label }) => label.match(/[^\w\s]/g) ?? []));
  return new RegExp(`^[\\w${[...signs].map((it) => `\\${it}`).join("")}]*$`);
}

const kinds: Readonly<Record<number, string>> = {
  1: "text", 6: "variable", 7: "class", 8: "interface", 9: "namespace", 10: "property", 12: "constant", 14: "keyword",
  20: "constant", 21: "constant",
};
