// Fixes and refactorings: from the diagnostics themselves, and from the server's code actions, which
// CodeMirror's LSP client does not support.

import { forEachDiagnostic } from "@codemirror/lint";
import { LSPPlugin } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import { documentsOf, openDocument } from "./documents.ts";
import { applyDocumentEdits, whyNot } from "./edits.ts";
import { openMenu } from "./menu.ts";
import { rangeOf } from "./positions.ts";
import { documentEdits } from "./text_edits.ts";
import type { DocumentEdit, FileMove, Fix, LspDiagnostic, WorkspaceEdit } from "./wire.ts";

/** An entry of the menu of fixes. */
interface Action {
  label: string;
  edits: DocumentEdit[];
  /** Done in place of the edits. */
  move?: FileMove;
  /** The path of a file to open, in place of the edits. */
  wanted?: string;
}

/** Names the entry that lets the user open the file that a text is looking for. */
export const openWanted = "Open the file…";

interface CodeAction {
  title: string;
  edit?: WorkspaceEdit;
  disabled?: { reason: string };
}

/** Applies a fix of a diagnostic, if the diagnostic is about the newest text. */
export function applyFix(view: EditorView, fix: Fix): void {
  const document = view.state.facet(openDocument);
  if (!document || document.diagnosticsVersion !== document.version) return;
  apply(view, { label: fix.label, edits: [{ uri: document.uri, edits: fix.edits }] });
}

/** Takes an open file for the one that a diagnostic is looking for. */
export function applyMove(view: EditorView, move: FileMove): void {
  documentsOf(view)?.onMove(move);
}

function apply(view: EditorView, action: Action): void {
  const documents = documentsOf(view);
  if (action.move) return applyMove(view, action.move);
  if (action.wanted !== undefined) return documents?.onWanted?.(action.wanted);
  if (documents && !applyDocumentEdits(documents, action.edits, action.label, { isFix: true })) {
    documents.notice(`Not done: ${whyNot(documents, action.edits)}.`);
  }
}

/** Opens the menu of fixes and refactorings for the selection. */
export function openFixMenu(view: EditorView): boolean {
  if (view.state.readOnly) return false;
  void collect(view).then((actions) => {
    if (!actions) return;
    const entries = actions.map((it) => ({ label: it.label, run: () => apply(view, it) }));
    openMenu(view, { title: "Quick fixes and refactorings", entries, empty: "No quick fix here" });
  });
  return true;
}

/**
 * Returns the fixes and refactorings at the selection; null if the text changed while the server
 * worked.
 */
async function collect(view: EditorView): Promise<Action[] | null> {
  const document = view.state.facet(openDocument);
  const documents = documentsOf(view);
  if (!document || !documents) return null;
  const { version } = document;
  const versions = documents.versions();
  const { from, to } = view.state.selection.main;
  const line = view.state.doc.lineAt(from);
  // One that others lie across comes in several pieces.
  const touched = new Set<LspDiagnostic>();
  const onLine = new Set<LspDiagnostic>();
  forEachDiagnostic(view.state, (it, start, end) => {
    const raw = (it as { raw?: LspDiagnostic }).raw;
    if (raw && start <= to && end >= from) touched.add(raw);
    else if (raw && start <= line.to && end >= line.from) onLine.add(raw);
  });
  // A caret beside the squiggle refers to the diagnostic on its line.
  const findings = [...(touched.size > 0 ? touched : onLine)];
  const actions: Action[] = findings.flatMap((it) => [
    ...(it.data?.moves ?? []).map((move) => ({ label: move.label, edits: [], move })),
    ...(documents.onWanted && it.data?.wanted !== undefined ? [{ label: openWanted, edits: [], wanted: it.data.wanted }] : []),
    ...(it.data?.fixes ?? []).map((fix) => ({
      label: fix.label,
      edits: [{ uri: document.uri, version, edits: fix.edits }],
    })),
  ]);
  if (LSPPlugin.get(view)?.client.serverCapabilities?.codeActionProvider) {
    try {
      const answer = await documents.ask<CodeAction[] | null>(document, "textDocument/codeAction", {
        range: rangeOf(view.state.doc, from, to),
        context: { diagnostics: findings },
      });
      for (const action of answer ?? []) {
        if (!action.edit || action.disabled) continue;
        if (actions.some((it) => it.label === action.title)) continue;
        actions.push({ label: action.title, edits: documentEdits(action.edit, versions) });
      }
    } catch {
      // The fixes that came with the diagnostics do not need the server.
    }
  }
  return document.version === version && view.state.facet(openDocument) === document ? actions : null;
}
