// Commands that need the server, and the names under which the page runs all commands.

import { startCompletion } from "@codemirror/autocomplete";
import { selectAll, toggleComment } from "@codemirror/commands";
import { foldAll, foldCode, unfoldAll, unfoldCode } from "@codemirror/language";
import { nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { LSPPlugin, type LSPPlugin as Plugin } from "@codemirror/lsp-client";
import { gotoLine, openSearchPanel, selectNextOccurrence } from "@codemirror/search";
import { type Command, type EditorView, getDialog, showDialog } from "@codemirror/view";
import { openFixMenu } from "./code_actions.ts";
import { type Documents, documentsOf, type OpenDocument, openDocument } from "./documents.ts";
import { applyDocumentEdits } from "./edits.ts";
import { messageOf } from "./errors.ts";
import { follow, linkAt } from "./links.ts";
import { labelOf } from "./locations.ts";
import { type MenuEntry, openMenu } from "./menu.ts";
import { offsetAt, positionAt } from "./positions.ts";
import { documentEdits } from "./text_edits.ts";
import { redoStep, undoStep } from "./undo.ts";
import type { Location, Range, TextEdit, WorkspaceEdit } from "./wire.ts";

interface Context {
  document: OpenDocument;
  documents: Documents;
  plugin: Plugin;
}

/** What a server command needs; null if the server does not have it. */
function contextFor(view: EditorView, capability: string): Context | null {
  const document = view.state.facet(openDocument);
  const documents = documentsOf(view);
  const plugin = LSPPlugin.get(view);
  const capabilities = plugin?.client.serverCapabilities as Record<string, unknown> | null | undefined;
  if (!document || !documents || !plugin || !capabilities?.[capability]) return null;
  return { document, documents, plugin };
}

const changedMeanwhile = "a text changed meanwhile; try again";

/** Formats the document as one undoable step. */
export const formatDocument: Command = (view) => {
  const context = contextFor(view, "documentFormattingProvider");
  if (!context) return false;
  const { document, documents, plugin } = context;
  const options = { tabSize: view.state.tabSize, insertSpaces: true };
  documents.ask<TextEdit[] | null>(document, "textDocument/formatting", { options }).then(
    (edits) => {
      const isDone = !edits || applyDocumentEdits(documents, [{ uri: document.uri, edits }], "formatted");
      if (!isDone) plugin.reportError("Not formatted", { message: changedMeanwhile });
    },
    (error: unknown) => plugin.reportError("Not formatted", { message: messageOf(error) }),
  );
  return true;
};

/** Asks for a new name of what is under the caret, and puts it everywhere. */
export const renameSymbol: Command = (view) => {
  const context = contextFor(view, "renameProvider");
  if (!context) return false;
  void askForName(view, context);
  return true;
};

async function askForName(view: EditorView, { document, documents, plugin }: Context): Promise<void> {
  const { state } = view;
  const at = state.selection.main.head;
  const position = positionAt(state.doc, at);
  const word = state.wordAt(at);
  let name = word ? state.sliceDoc(word.from, word.to) : "";
  const provider = plugin.client.serverCapabilities?.renameProvider;
  if (typeof provider === "object" && provider.prepareProvider) {
    try {
      const prepared = await documents.ask<(Range & { placeholder?: string; range?: Range }) | null>(
        document,
        "textDocument/prepareRename",
        { position },
      );
      const range = prepared?.range ?? prepared;
      if (!prepared || !range) throw new Error("There is nothing with a name here.");
      name = prepared.placeholder ?? state.sliceDoc(offsetAt(state.doc, range.start), offsetAt(state.doc, range.end));
    } catch (error) {
      plugin.reportError("Not renamed", { message: messageOf(error) });
      return;
    }
  }
  if (name === "") return;

  const open = getDialog(view, "bobbin-rename")?.dom.querySelector("input");
  if (open) {
    open.value = name;
    open.select();
    return;
  }
  const dialog = showDialog(view, {
    label: "New name",
    input: { name: "name", value: name },
    focus: true,
    submitLabel: "Rename",
    class: "bobbin-rename",
    top: true,
  });
  const form = await dialog.result;
  view.dispatch({ effects: dialog.close });
  view.focus();
  const field = form?.elements.namedItem("name");
  const newName = field instanceof HTMLInputElement ? field.value : "";
  if (newName === "" || newName === name) return;
  try {
    // The text may have changed while the dialog was open; the caret moved along.
    const current = positionAt(view.state.doc, view.state.selection.main.head);
    const versions = documents.versions();
    const edit = await documents.ask<WorkspaceEdit | null>(document, "textDocument/rename", {
      position: view.state.doc.eq(state.doc) ? position : current,
      newName,
    });
    const isDone = !edit || applyDocumentEdits(documents, documentEdits(edit, versions), `renamed to ${newName}`);
    if (!isDone) plugin.reportError("Not renamed", { message: changedMeanwhile });
  } catch (error) {
    plugin.reportError("Not renamed", { message: messageOf(error) });
  }
}

/** Goes to where the thing under the caret is defined. */
export const goToDefinition: Command = (view) => {
  const context = contextFor(view, "definitionProvider");
  if (!context) return false;
  const { document, documents, plugin } = context;
  const params = { position: positionAt(view.state.doc, view.state.selection.main.head) };
  documents.ask<Location | Location[] | null>(document, "textDocument/definition", params).then(
    (answer) => {
      if (view.state.facet(openDocument) !== document) return;
      const locations = Array.isArray(answer) ? answer : answer ? [answer] : [];
      const link = linkAt(view.state, view.state.selection.main.head);
      if (locations.length === 0 && link !== null) {
        follow(view, link);
      } else if (locations.length === 0) {
        plugin.reportError("No definition", { message: "nothing here is defined elsewhere" });
      } else if (locations.length === 1 && locations[0]) {
        documents.goTo(locations[0]);
      } else {
        openMenu(view, { title: "Definitions", entries: entriesFor(documents, locations), empty: "" });
      }
    },
    (error: unknown) => plugin.reportError("No definition", { message: messageOf(error) }),
  );
  return true;
};

/** Lists where the thing under the caret is named. */
export const findReferences: Command = (view) => {
  const context = contextFor(view, "referencesProvider");
  if (!context) return false;
  const { document, documents, plugin } = context;
  const position = positionAt(view.state.doc, view.state.selection.main.head);
  const params = { position, context: { includeDeclaration: true } };
  documents.ask<Location[] | null>(document, "textDocument/references", params).then(
    (answer) => {
      if (view.state.facet(openDocument) !== document) return;
      const entries = entriesFor(documents, answer ?? []);
      openMenu(view, { title: "References", entries, empty: "Nothing with a name here" });
    },
    (error: unknown) => plugin.reportError("No references", { message: messageOf(error) }),
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
  rename: renameSymbol,
  definition: goToDefinition,
  references: findReferences,
  nextProblem: nextDiagnostic,
  previousProblem: previousDiagnostic,
  quickFix: openFixMenu,
  toggleComment,
  fold: foldCode,
  unfold: unfoldCode,
  foldAll,
  unfoldAll,
  completion: startCompletion,
  selectAll,
  goToLine: gotoLine,
  nextOccurrence: selectNextOccurrence,
  focus: focusView,
};
