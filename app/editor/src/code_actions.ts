// Fixes: from the findings themselves, and from the server's code actions, which CodeMirror's LSP client
// does not have.

import { forEachDiagnostic } from "@codemirror/lint";
import { LSPPlugin } from "@codemirror/lsp-client";
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { EditorView, showTooltip, type Tooltip, type TooltipView } from "@codemirror/view";
import { documentsOf, openDocument } from "./documents.ts";
import { applyDocumentEdits } from "./edits.ts";
import { rangeOf } from "./positions.ts";
import { documentEdits } from "./text_edits.ts";
import type { DocumentEdit, Fix, LspDiagnostic, WorkspaceEdit } from "./wire.ts";

/** A line of the menu. */
interface MenuEntry {
  label: string;
  edits: DocumentEdit[];
}

interface CodeAction {
  title: string;
  edit?: WorkspaceEdit;
  disabled?: { reason: string };
}

/** Applies a fix of a finding, if the finding is about the newest text. */
export function applyFix(view: EditorView, fix: Fix): void {
  const document = view.state.facet(openDocument);
  if (!document || document.diagnosticsVersion !== document.version) return;
  apply(view, { label: fix.label, edits: [{ uri: document.uri, edits: fix.edits }] });
}

function apply(view: EditorView, entry: MenuEntry): void {
  const documents = documentsOf(view);
  if (documents) applyDocumentEdits(documents, entry.edits, entry.label);
}

/** Opens the menu of fixes for the selection; false if there is nothing to offer. */
export function openFixMenu(view: EditorView): boolean {
  void collect(view).then((entries) => {
    if (!entries) return;
    view.dispatch({ effects: setMenu.of({ entries, pos: view.state.selection.main.head }) });
  });
  return true;
}

/** The fixes at the selection; null if the text changed while the server thought. */
async function collect(view: EditorView): Promise<MenuEntry[] | null> {
  const document = view.state.facet(openDocument);
  const documents = documentsOf(view);
  if (!document || !documents) return null;
  const { version } = document;
  const { from, to } = view.state.selection.main;
  const line = view.state.doc.lineAt(from);
  const touched: LspDiagnostic[] = [];
  const onLine: LspDiagnostic[] = [];
  forEachDiagnostic(view.state, (it, start, end) => {
    const raw = (it as { raw?: LspDiagnostic }).raw;
    if (raw && start <= to && end >= from) touched.push(raw);
    else if (raw && start <= line.to && end >= line.from) onLine.push(raw);
  });
  // A caret beside the squiggle means the finding on its line.
  const findings = touched.length > 0 ? touched : onLine;
  const entries: MenuEntry[] = findings.flatMap((it) =>
    (it.data?.fixes ?? []).map((fix) => ({
      label: fix.label,
      edits: [{ uri: document.uri, edits: fix.edits }],
    })),
  );
  if (LSPPlugin.get(view)?.client.serverCapabilities?.codeActionProvider) {
    try {
      const actions = await documents.ask<CodeAction[] | null>(document, "textDocument/codeAction", {
        range: rangeOf(view.state.doc, from, to),
        context: { diagnostics: findings },
      });
      for (const action of actions ?? []) {
        if (!action.edit || action.disabled) continue;
        if (entries.some((it) => it.label === action.title)) continue;
        entries.push({ label: action.title, edits: documentEdits(action.edit) });
      }
    } catch {
      // The fixes that came with the findings do without the server.
    }
  }
  return document.version === version && view.state.facet(openDocument) === document ? entries : null;
}

interface Menu {
  entries: MenuEntry[];
  pos: number;
}

const setMenu = StateEffect.define<Menu | null>();

const menu = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMenu)) return effect.value && tooltipOf(effect.value);
    }
    return transaction.docChanged || transaction.selection ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

function tooltipOf({ entries, pos }: Menu): Tooltip {
  return { pos, above: false, strictSide: false, create: (view) => menuView(view, entries) };
}

function menuView(view: EditorView, entries: MenuEntry[]): TooltipView {
  const dom = document.createElement("div");
  dom.className = "bobbin-menu";
  dom.setAttribute("role", "menu");
  dom.setAttribute("aria-label", "Quick fixes");
  const close = () => {
    view.dispatch({ effects: setMenu.of(null) });
    view.focus();
  };
  const buttons = entries.map((entry) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("role", "menuitem");
    button.textContent = entry.label;
    button.onclick = () => {
      close();
      apply(view, entry);
    };
    return button;
  });
  if (buttons.length > 0) {
    dom.append(...buttons);
  } else {
    const nothing = document.createElement("div");
    nothing.className = "bobbin-menu-empty";
    nothing.setAttribute("role", "menuitem");
    nothing.tabIndex = -1;
    nothing.textContent = "No quick fix here";
    dom.append(nothing);
  }
  const items = [...dom.children] as HTMLElement[];
  dom.onkeydown = (event) => {
    const root = dom.getRootNode() as Document | ShadowRoot;
    const at = items.indexOf(root.activeElement as HTMLElement);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (step !== undefined) items.at(step % items.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  dom.addEventListener("focusout", (event) => {
    if (dom.contains(event.relatedTarget as Node | null)) return;
    // Taking the menu away takes its focus away, in the middle of an update of the view.
    queueMicrotask(() => {
      if (dom.isConnected) view.dispatch({ effects: setMenu.of(null) });
    });
  });
  return { dom, mount: () => requestAnimationFrame(() => items[0]?.focus({ preventScroll: true })) };
}

export const codeActions: Extension = menu;
