// What the element tells its page about a text.

import type { OpenDocument } from "../documents.ts";
import { spanOf } from "../positions.ts";
import type { LspDiagnostic, Range } from "../wire.ts";

/** A diagnostic in the form of the package's `Finding`, as far as an editor's page needs it. */
export interface ElementDiagnostic {
  severity: "error" | "warning" | "hint";
  code: string;
  message: string;
  help: string | null;
  range: Range;
  start: number;
  end: number;
}

const severities: Readonly<Record<number, ElementDiagnostic["severity"]>> = { 1: "error", 2: "warning" };

/** Returns diagnostics with their places as offsets in the exact text of a document. */
export function findingsOf(document: OpenDocument, diagnostics: readonly LspDiagnostic[]): ElementDiagnostic[] {
  const { doc, ends } = document;
  // The editor counts one character for the end of a line.
  const exact = (at: number) => (ends === "crlf" ? at + doc.lineAt(at).number - 1 : at);
  return diagnostics.map(({ severity, code, message, range, data }) => {
    const { from, to } = spanOf(doc, range);
    return {
      severity: severities[severity ?? 1] ?? "hint",
      code: String(code ?? ""),
      message,
      help: data?.help ?? null,
      range,
      start: exact(from),
      end: exact(to),
    };
  });
}
