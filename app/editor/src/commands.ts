// Commands that need the server, and the names by which the page runs all commands.

import { startCompletion } from "@codemirror/autocomplete";
import { selectAll, toggleComment } from "@codemirror/commands";
import { foldAll, foldCode, unfoldAll, unfoldCode } from "@codemirror/language";
import { forEachDiagnostic } from "@codemirror/lint";
import { LSPPlugin, type LSPPlugin as Plugin } from "@codemirror/lsp-client";
import { openSearchPanel, selectNextOccurrence } from "@codemirror/search";
import type { EditorState } from "@codemirror/state";
import type { Command, EditorView } from "@codemirror/view";
import { alone } from "./alone.ts";
import { openFixMenu } from "./code_actions.ts";
import { nextProblem, previousProblem } from "./diagnostics.ts";
import { type Documents, documentsOf, type OpenDocument, openDocument } from "./documents.ts";
import { applyDocumentEdits, whyNot } from "./edits.ts";
import { messageOf, StaleError } from "./errors.ts";
import { goToLine } from "./go_to_line.ts";
import { carriageReturns } from "./line_ends.ts";
import { askLinkAt, follow, linkAt } from "./links.ts";
import { labelOf } from "./locations.ts";
import { type MenuEntry, openMenu } from "./menu.ts";
import { offsetAt, positionAt, rangeOf } from "./positions.ts";
import { ask } from "./question.ts";
import { documentEdits } from "./text_edits.ts";
import { redoStep, tellOthers, undoStep } from "./undo.ts";
import type { DocumentEdit, Location, Range, TextEdit, WorkspaceEdit } from "./wire.ts";

interface Context {
  document: OpenDocument;
  documents: Documents;
  plugin: Plugin;
}

/** Returns true while the view still shows the document of a command: an answer takes its time. */
function isThere(view: EditorView, document: OpenDocument): boolean {
  return view.state.facet(openDocument) === document;
}

/** Explains why a command did nothing, unless its text has changed or is hidden. */
function report(view: EditorView, { document, documents }: Context, what: string, error: unknown): void {
  if (isThere(view, document) && !(error instanceof StaleError)) documents.say(`${what}: ${messageOf(error)}`);
}

/** Returns the context of a server command; null if the server does not support it. */
function contextFor(view: EditorView, capability: string): Context | null {
  const document = view.state.facet(openDocument);
  const documents = documentsOf(view);
  const plugin = LSPPlugin.get(view);
  const capabilities = plugin?.client.serverCapabilities as Record<string, unknown> | null | undefined;
  if (!document || !documents || !plugin || !capabilities?.[capability]) return null;
  return { document, documents, plugin };
}

/** Applies the edits of a command, and says why if that cannot be; returns whether it could. */
function applyOrSay({ documents }: Context, edits: DocumentEdit[], label: string, what: string): boolean {
  const isApplied = applyDocumentEdits(documents, edits, label);
  if (!isApplied) documents.say(`${what}: ${whyNot(documents, edits)}`);
  return isApplied;
}

/** Formats the document as one undoable step. */
export const formatDocument: Command = (view) => {
  const context = contextFor(view, "documentFormattingProvider");
  if (!context || view.state.readOnly) return false;
  const { document, documents } = context;
  const options = { tabSize: view.state.tabSize, insertSpaces: true };
  documents.ask<TextEdit[] | null>(document, "textDocument/formatting", { options }).then(
    (edits) => {
      if (edits) applyOrSay(context, [{ uri: document.uri, edits }], "formatted", "Not formatted");
    },
    (error: unknown) => report(view, context, "Not formatted", error),
  );
  return true;
};

/** Asks for a new name of the symbol at the caret, and replaces it everywhere. */
export const renameSymbol: Command = (view) => {
  const context = contextFor(view, "renameProvider");
  if (!context || view.state.readOnly) return false;
  void askForName(view, context);
  return true;
};

/** Makes all lines of a text with several line ends end with LF. */
const unifyLineEnds: Command = (view) => {
  const document = view.state.facet(openDocument);
  const documents = documentsOf(view);
  if (!document || !documents) return false;
  const changes = document.ends === "mixed" ? carriageReturns(document.doc) : [];
  if (changes.length === 0) {
    // A text that was opened with mixed ends counts as such, also after this command has changed them.
    const isInside = document.doc.toString().includes("\r");
    const stay = "The carriage returns of this text stand inside of lines, where they stay.";
    documents.say(isInside ? stay : "All lines of this text end alike.");
    return true;
  }
  const edits = changes.map(({ from, to }) => ({ range: rangeOf(document.doc, from, to), newText: "" }));
  applyDocumentEdits(documents, [{ uri: document.uri, edits }], "all lines end with LF");
  return true;
};

/** The answer of `prepareRename`. */
type Prepared = Range & { placeholder?: string; range?: Range };

/** The most words of a selection that are asked about. */
const mostWords = 8;

/** Returns the places where the name may stand that is meant: the caret, then the words of what is selected. */
function placesOfNames(state: EditorState): number[] {
  const { head, from, to } = state.selection.main;
  const words = [...state.sliceDoc(from, to).matchAll(/[\w$.-]+/g)];
  return [head, ...words.slice(0, mostWords).map((it) => from + it.index)];
}

/** Asks for the name at a place; null if there is none. */
async function nameAt({ document, documents, plugin }: Context, state: EditorState, place: number): Promise<string | null> {
  const provider = plugin.client.serverCapabilities?.renameProvider;
  if (typeof provider !== "object" || !provider.prepareProvider) {
    const word = state.wordAt(place);
    return word && state.sliceDoc(word.from, word.to);
  }
  const position = positionAt(state.doc, place);
  const prepared = await documents.ask<Prepared | null>(document, "textDocument/prepareRename", { position });
  const range = prepared?.range ?? prepared;
  if (!prepared || !range) return null;
  return prepared.placeholder ?? state.sliceDoc(offsetAt(state.doc, range.start), offsetAt(state.doc, range.end));
}

async function askForName(view: EditorView, context: Context): Promise<void> {
  const { document, documents } = context;
  const { state } = view;
  let at = state.selection.main.head;
  let name: string | null = null;
  try {
    for (const place of placesOfNames(state)) {
      name = await nameAt(context, state, place);
      if (name === null) continue;
      at = place;
      break;
    }
    if (!name) throw new Error("there is nothing to rename here");
  } catch (error) {
    report(view, context, "Not renamed", error);
    return;
  }
  if (!isThere(view, document)) return;
  ask(view, {
    label: "New name",
    value: name,
    submit: "Rename",
    answer(view, newName) {
      if (newName === "" || newName === name) return;
      const now = view.state;
      const versions = documents.versions();
      const rename = async () => {
        // Where the text has changed while the question was open, the caret has moved along, or has gone elsewhere.
        const isSame = now.doc.eq(state.doc);
        if (!isSame) at = now.selection.main.head;
        if (!isSame && (await nameAt(context, now, at)) !== name) {
          throw new Error(`the text has changed, and the caret is not at \`${name}\` any more`);
        }
        const position = positionAt(now.doc, at);
        return documents.ask<WorkspaceEdit | null>(document, "textDocument/rename", { position, newName });
      };
      rename().then(
        (edit) => {
          const edits = edit && documentEdits(edit, versions);
          if (!edits || !applyOrSay(context, edits, `renamed to ${newName}`, "Not renamed")) return;
          tellOthers(documents, document.uri, edits);
        },
        (error: unknown) => report(view, context, "Not renamed", error),
      );
    },
  });
}

/**
 * Returns the message of the diagnostic at a place, such as a file that is not open or an unknown
 * name.
 */
function findingAt({ state }: OpenDocument, at: number): string | null {
  let found: string | null = null;
  forEachDiagnostic(state, ({ message }, from, to) => {
    if (found === null && from <= at && at <= to) found = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  });
  return found;
}

/** Goes to the definition of the symbol at the caret. */
export const goToDefinition: Command = (view) => {
  const context = contextFor(view, "definitionProvider");
  if (!context) return false;
  const { document, documents } = context;
  const at = view.state.selection.main.head;
  const params = { position: positionAt(view.state.doc, at) };
  documents.ask<Location | Location[] | null>(document, "textDocument/definition", params).then(
    async (answer) => {
      const locations = Array.isArray(answer) ? answer : answer ? [answer] : [];
      const link = locations.length > 0 ? null : (linkAt(document.state, at) ?? (await askLinkAt(documents, document, at)));
      if (!isThere(view, document)) return;
      if (locations.length === 0 && link !== null) {
        follow(view, link);
      } else if (locations.length === 0) {
        documents.say(findingAt(document, at) ?? "There is no definition to go to.");
      } else if (locations.length === 1 && locations[0]) {
        documents.goTo(locations[0]);
      } else {
        openMenu(view, { title: "Definitions", entries: entriesFor(documents, locations), empty: "" });
      }
    },
  ).catch((error: unknown) => report(view, context, "No definition", error));
  return true;
};

/** Lists the references to the symbol at the caret. */
export const findReferences: Command = (view) => {
  const context = contextFor(view, "referencesProvider");
  if (!context) return false;
  const { document, documents } = context;
  const position = positionAt(view.state.doc, view.state.selection.main.head);
  const params = { position, context: { includeDeclaration: true } };
  documents.ask<Location[] | null>(document, "textDocument/references", params).then(
    (answer) => {
      if (!isThere(view, document)) return;
      const entries = entriesFor(documents, answer ?? []);
      openMenu(view, { title: "References", entries, empty: "No name here" });
    },
    (error: unknown) => report(view, context, "No references", error),
  );
  return true;
};

function entriesFor(documents: Documents, locations: Location[]): MenuEntry[] {
  return locations.map((it) => ({ label: labelOf(it, documents.get(it.uri)), run: () => documents.goTo(it) }));
}

const focusView: Command = (view) => {
  view.focus();
  return true;
};

/** All commands that the page may run, by name. */
export const commands: Readonly<Record<string, Command>> = {
  undo: undoStep,
  redo: redoStep,
  find: openSearchPanel,
  format: formatDocument,
  unifyLineEnds,
  rename: renameSymbol,
  definition: goToDefinition,
  references: findReferences,
  nextProblem,
  previousProblem,
  quickFix: openFixMenu,
  toggleComment: alone(toggleComment),
  fold: foldCode,
  unfold: unfoldCode,
  foldAll,
  unfoldAll,
  completion: startCompletion,
  selectAll,
  goToLine,
  nextOccurrence: selectNextOccurrence,
  focus: focusView,
};
