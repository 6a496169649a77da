// The server's diagnostics: squiggles, marks in the gutter, tooltips with help and fixes.

import { type Diagnostic, forEachDiagnostic, linter, nextDiagnostic, previousDiagnostic, setDiagnostics, setDiagnosticsEffect } from "@codemirror/lint";
import { type EditorState, type Extension, RangeSet, type RangeSet as Markers, StateField, type Text } from "@codemirror/state";
import { type Command, EditorView, gutter, GutterMarker } from "@codemirror/view";
import { applyFix, applyMove, openWanted } from "./code_actions.ts";
import { documentsOf, type OnWanted, type OpenDocument, openDocument, type Untold } from "./documents.ts";
import { fileName } from "./locations.ts";
import { type Span, spanOf } from "./positions.ts";
import { plain } from "./prose.ts";
import type { LspDiagnostic } from "./wire.ts";

/** A drawn diagnostic; `raw` is replaced when a newer text has the same diagnostic. */
interface Finding extends Diagnostic {
  raw: LspDiagnostic;
}

const severities = ["error", "warning", "info", "hint"] as const;
type Severity = (typeof severities)[number];

function severityOf(diagnostic: LspDiagnostic): Severity {
  return severities[(diagnostic.severity ?? 1) - 1] ?? "error";
}

/**
 * Draws diagnostics for the newest text, or for the one that the server has while it is at work
 * (`behind`); those are mapped to the newest text, so that they appear even while the user keeps
 * typing.
 *
 * `onWanted` lets the user open a file that a text is looking for, if there is a way.
 *
 * Nothing is dispatched when the diagnostics on the screen are the same already, which is the case for
 * most key presses.
 */
export function drawDiagnostics(document: OpenDocument, diagnostics: LspDiagnostic[], behind: Untold | null, onWanted: OnWanted = null): void {
  const { state } = document;
  const findings = diagnostics.map((raw) => {
    if (!behind) return findingOf(document, raw, spanOf(state.doc, raw.range), onWanted);
    const { from, to } = spanOf(behind.before, raw.range);
    const start = behind.changes.mapPos(from, 1);
    return findingOf(document, raw, { from: start, to: Math.max(start, behind.changes.mapPos(to, -1)) }, onWanted);
  });
  findings.sort((a, b) => a.from - b.from || a.to - b.to);

  const shown: { finding: Finding; from: number; to: number }[] = [];
  forEachDiagnostic(state, (it, from, to) => shown.push({ finding: it as Finding, from, to }));
  shown.sort((a, b) => a.from - b.from || a.to - b.to);
  // Nothing is shown of a diagnostic whose text is gone, but its line keeps the mark.
  const marked = state.field(marks, false) ?? RangeSet.empty;
  const same =
    RangeSet.eq([marked], [marksOf(state.doc, findings)]) &&
    shown.length === findings.length &&
    findings.every((it, idx) => {
      const old = shown[idx];
      return old && old.from === it.from && old.to === it.to && sayTheSame(old.finding.raw, it.raw);
    });
  if (same) {
    findings.forEach((it, idx) => {
      const old = shown[idx];
      if (old) old.finding.raw = it.raw;
    });
    return;
  }
  document.dispatch(setDiagnostics(state, findings), () => {});
}

function sayTheSame(a: LspDiagnostic, b: LspDiagnostic): boolean {
  const labels = (it: LspDiagnostic) =>
    [it.data?.wanted ?? "", ...(it.data?.moves ?? []).map(({ from, to }) => `${from} ${to}`), ...(it.data?.fixes ?? []).map((fix) => fix.label)].join("\n");
  return (
    a.message === b.message &&
    a.severity === b.severity &&
    a.code === b.code &&
    a.data?.help === b.data?.help &&
    labels(a) === labels(b)
  );
}

function findingOf(document: OpenDocument, raw: LspDiagnostic, span: Span, onWanted: OnWanted): Finding {
  const fixes = (raw.data?.fixes ?? []).map((fix, idx) => ({
    name: plain(fix.label),
    apply: (view: EditorView) => {
      const current = finding.raw.data?.fixes[idx];
      if (current) applyFix(view, current);
    },
  }));
  const others = [
    ...(raw.data?.moves ?? []).map((move) => ({
      name: plain(move.label),
      apply: (view: EditorView) => applyMove(view, move),
    })),
    ...(onWanted && raw.data?.wanted !== undefined ? [{ name: openWanted, apply: () => onWanted(finding.raw.data?.wanted ?? "") }] : []),
  ];
  const finding: Finding = {
    ...visibleSpan(document.state, span),
    severity: severityOf(raw),
    message: raw.message,
    raw,
    renderMessage: (view) => renderFinding(finding.raw, view),
    // A text that can only be read now may be written in later.
    get actions() {
      return document.state.readOnly ? others : [...others, ...fixes];
    },
  };
  return finding;
}

/**
 * Widens an empty span to the character behind it, or else before it, so that it can be seen and
 * pointed at.
 */
function visibleSpan(state: EditorState, span: Span): Span {
  if (span.from < span.to) return span;
  const line = state.doc.lineAt(span.from);
  if (span.from < line.to) return { from: span.from, to: span.from + 1 };
  if (span.from > line.from) return { from: span.from - 1, to: span.from };
  return span;
}

function renderFinding(raw: LspDiagnostic, view: EditorView): HTMLElement {
  const uri = view.state.facet(openDocument)?.uri;
  const dom = element("div", "bobbin-finding");
  const message = element("div", "bobbin-finding-message");
  message.append(...quoted(raw.message));
  if (raw.code !== undefined) {
    const code = element("span", "bobbin-finding-code");
    code.textContent = String(raw.code);
    message.append(" ", code);
  }
  dom.append(message);
  if (raw.data?.help) {
    const help = element("div", "bobbin-finding-help");
    help.append(...quoted(raw.data.help));
    dom.append(help);
  }
  for (const { location, message } of raw.relatedInformation ?? []) {
    const row = element("div", "bobbin-finding-help");
    const line = `line ${location.range.start.line + 1}`;
    const place = document.createElement("button");
    place.type = "button";
    place.className = "bobbin-finding-place";
    place.textContent = location.uri === uri ? line : `${line} of ${fileName(location.uri)}`;
    place.onclick = () => documentsOf(view)?.goTo(location);
    row.append(place, ": ", ...quoted(message));
    dom.append(row);
  }
  return dom;
}

/** Splits a message at the user's own text, which stands in backticks and is set as code. */
export function quoted(message: string): (Node | string)[] {
  return message.split("`").map((part, idx, parts) => {
    // An even number of backticks makes an odd number of parts; an unpaired last one quotes nothing.
    if (idx % 2 === 0) return part;
    if (idx === parts.length - 1) return `\`${part}`;
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  });
}

function element(tag: string, className: string): HTMLElement {
  const dom = document.createElement(tag);
  dom.className = className;
  return dom;
}

/** A mark beside a line. */
class LineMarker extends GutterMarker {
  constructor(
    readonly severity: Severity,
    readonly messages: string,
  ) {
    super();
  }

  override eq(other: LineMarker): boolean {
    return this.severity === other.severity && this.messages === other.messages;
  }

  override toDOM(): Node {
    const dom = element("div", `bobbin-mark bobbin-mark-${this.severity}`);
    dom.title = plain(this.messages);
    return dom;
  }
}

// The lint package's own gutter has a tooltip that closes under the pointer inside a shadow root, and
// draws its marks with `data:` images, which the content security policy forbids.
const marks = StateField.define<Markers<GutterMarker>>({
  create: () => RangeSet.empty,
  update(value, transaction) {
    if (transaction.docChanged) value = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setDiagnosticsEffect)) return marksOf(transaction.newDoc, effect.value as Finding[]);
    }
    return value;
  },
});

function marksOf(doc: Text, findings: readonly Finding[]): Markers<GutterMarker> {
  const lines = new Map<number, Finding[]>();
  for (const finding of findings) {
    const start = doc.lineAt(finding.from).from;
    const found = lines.get(start);
    if (found) found.push(finding);
    else lines.set(start, [finding]);
  }
  const markers = [...lines].map(([start, findings]) => {
    const gravest = Math.min(...findings.map((it) => severities.indexOf(severityOf(it.raw))));
    const messages = findings.map((it) => it.message).join("\n");
    return new LineMarker(severities[gravest] ?? "error", messages).range(start);
  });
  return RangeSet.of(markers, true);
}

const markGutter = gutter({
  class: "bobbin-marks",
  markers: (view) => view.state.field(marks),
  domEventHandlers: {
    mousedown(view, line) {
      let found: number | null = null;
      forEachDiagnostic(view.state, (_it, from) => {
        if (found === null && from >= line.from && from <= line.to) found = from;
      });
      if (found === null) return false;
      // Just before the line, the next diagnostic is the first one of the line.
      view.dispatch({ selection: { anchor: Math.max(0, found - 1) } });
      nextDiagnostic(view);
      view.focus();
      return true;
    },
  },
});

/** Returns what is said of the diagnostic that is selected, and of the others that begin where it does. */
export function selectedInWords(state: EditorState): string {
  const all: { finding: Finding; from: number; to: number }[] = [];
  forEachDiagnostic(state, (it, from, to) => all.push({ finding: it as Finding, from, to }));
  all.sort((a, b) => a.from - b.from || a.to - b.to);
  const { from, to } = state.selection.main;
  // Where diagnostics overlap, only a part of one is selected.
  const isAt = (it: Span) => it.from <= from && to <= it.to;
  const exact = all.findIndex((it) => it.from === from && it.to === to);
  const nth = exact < 0 ? all.findIndex(isAt) : exact;
  const found = all[nth];
  if (!found) return all.length > 0 ? "No other problems." : "No problems.";
  // No key goes to the others: the next problem begins behind this one.
  const here = all.flatMap((it, idx) => (it.from === found.from ? [{ ...it.finding, nth: idx + 1 }] : []));
  const line = state.doc.lineAt(found.from).number;
  const said = here.map(({ severity, message, actions = [], nth }) => {
    const kind = severity.charAt(0).toUpperCase() + severity.slice(1);
    const fixes = actions.length > 0 ? `, ${actions.length} ${actions.length > 1 ? "fixes" : "fix"}` : "";
    return `${kind} ${nth} of ${all.length}: ${plain(message)}, line ${line}${fixes}`;
  });
  return said.join("; ");
}

/** Goes to a diagnostic with the keyboard, wherever that is, and says which one it is. */
const going =
  (go: Command): Command =>
  (view) => {
    view.focus();
    const isDone = go(view);
    view.dispatch({ effects: EditorView.announce.of(selectedInWords(view.state)) });
    return isDone;
  };

export const nextProblem = going(nextDiagnostic);
export const previousProblem = going(previousDiagnostic);

/** The fields of the lint package in a state. */
export const diagnosticFields: Extension = linter(null);

export const diagnostics: Extension = [diagnosticFields, marks, markGutter];
