// A language server for the editor's own tests: sections, keys and values, and words that are findings.
// It speaks the worker's protocol, but knows none of the real languages.

import type { ContentChange } from "../src/text_edits.ts";
import type { LspDiagnostic, Position, Range } from "../src/wire.ts";

interface Message {
  id?: number;
  method?: string;
  // Each method has its own parameters; the tests send what LSP says.
  params?: any;
}

const tokenTypes = [
  "comment", "keyword", "section", "type", "name", "port", "key", "value", "number", "constant",
  "operator", "macro", "flag", "description", "unknown",
];

const texts = new Map<string, { text: string; version: number }>();

function send(message: object): void {
  postMessage({ type: "message", text: JSON.stringify({ jsonrpc: "2.0", ...message }) });
}

/** The offset of a place; only LF ends a line. */
function offset(text: string, place: Position): number {
  let start = 0;
  for (let line = 0; line < place.line; line++) start = text.indexOf("\n", start) + 1;
  return start + place.character;
}

function change(text: string, changes: ContentChange[]): string {
  for (const { range, text: inserted } of changes) {
    text = text.slice(0, offset(text, range.start)) + inserted + text.slice(offset(text, range.end));
  }
  return text;
}

function lineRange(line: number, from: number, to: number): Range {
  return { start: { line, character: from }, end: { line, character: to } };
}

function findings(text: string): LspDiagnostic[] {
  const severities: Record<string, number> = { bad: 1, odd: 2, meh: 4 };
  return text.split("\n").flatMap((line, number) =>
    [...line.matchAll(/\b(bad|odd|meh)\b/g)].map((match): LspDiagnostic => {
      const range = lineRange(number, match.index, match.index + 3);
      return {
        range,
        severity: severities[match[0]] ?? 1,
        code: `is-${match[0]}`,
        message: `\`${match[0]}\` is not a value of this key`,
        data: {
          message: `\`${match[0]}\` is not a value of this key`,
          help: "choose one of `good`, `better`",
          fixes: [
            { label: "write good", edits: [{ range, newText: "good" }] },
            { label: "write better", edits: [{ range, newText: "better" }] },
          ],
        },
      };
    }),
  );
}

function tokens(text: string): number[] {
  const data: number[] = [];
  let lastLine = 0;
  let lastStart = 0;
  const add = (line: number, start: number, length: number, type: string) => {
    if (length <= 0) return;
    data.push(line - lastLine, line === lastLine ? start - lastStart : start, length, tokenTypes.indexOf(type), 0);
    lastLine = line;
    lastStart = start;
  };
  text.split("\n").forEach((line, number) => {
    const pair = /^(\s*)([\w:.-]+)(\s*=\s*)([^#\r]*?)(\s*)(#.*?)?\r?$/.exec(line);
    if (/^\s*#/.test(line)) add(number, 0, line.length, "comment");
    else if (/^\s*\[/.test(line)) add(number, 0, line.trimEnd().length, "section");
    else if (pair) {
      const [, indent = "", key = "", equals = "", value = "", gap = "", comment = ""] = pair;
      add(number, indent.length, key.length, "key");
      add(number, indent.length + key.length + equals.indexOf("="), 1, "operator");
      const at = indent.length + key.length + equals.length;
      add(number, at, value.length, /^[\d.]+$/.test(value) ? "number" : "value");
      add(number, at + value.length + gap.length, comment.length, "comment");
    } else add(number, 0, line.trimEnd().length, "keyword");
  });
  return data;
}

function publish(uri: string): void {
  const file = texts.get(uri);
  if (!file) return;
  const diagnostics = findings(file.text);
  send({ method: "textDocument/publishDiagnostics", params: { uri, version: file.version, diagnostics } });
  send({ method: "bobbin/document", params: { uri, version: file.version, language: "fake", errors: diagnostics.length } });
}

function folds(text: string): object[] {
  const starts = text.split("\n").flatMap((it, line) => (it.startsWith("[") ? [line] : []));
  const last = text.split("\n").length - 1;
  return starts.map((startLine, idx) => ({ startLine, endLine: (starts[idx + 1] ?? last + 1) - 1 }));
}

const answers: Record<string, (params: any) => unknown> = {
  initialize: () => ({
    capabilities: {
      positionEncoding: "utf-16",
      textDocumentSync: { openClose: true, change: 2 },
      semanticTokensProvider: { legend: { tokenTypes, tokenModifiers: [] }, full: true },
      foldingRangeProvider: true,
      hoverProvider: true,
      completionProvider: { triggerCharacters: ["="] },
      codeActionProvider: true,
      renameProvider: true,
      documentFormattingProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      documentLinkProvider: {},
    },
  }),
  "bobbin/languages": () => ({ languages: [{ name: "fake", title: "Fake", extensions: [], comment: "#", views: [] }] }),
  "bobbin/view": ({ uri }) => ({ version: texts.get(uri)?.version ?? 0, view: null }),
  "test/text": ({ uri }) => ({ text: texts.get(uri)?.text ?? null, version: texts.get(uri)?.version ?? 0 }),
  "bobbin/crash": ({ how }) => {
    if (how === "panic") {
      postMessage({ type: "panic", message: "asked to" });
      throw new Error("asked to panic");
    }
    for (;;);
  },
  "textDocument/semanticTokens/full": ({ textDocument }) => ({ data: tokens(texts.get(textDocument.uri)?.text ?? "") }),
  "textDocument/foldingRange": ({ textDocument }) => folds(texts.get(textDocument.uri)?.text ?? ""),
  "textDocument/hover": ({ position }) => ({
    contents: { kind: "markdown", value: `**model** names the *chip* on line ${position.line + 1}.\n\n| word | means |\n|---|---|\n| \`good\` | all is well |\n\n<img src="https://example.org/x.png" onerror="alert(1)" style="color:red">` },
    range: lineRange(position.line, 0, position.character + 1),
  }),
  "textDocument/completion": () => ({
    isIncomplete: false,
    items: [
      { label: "good", kind: 12, detail: "all is well", documentation: { kind: "markdown", value: "Says that **all** is well." } },
      { label: "better", kind: 12, detail: "even more so" },
      { label: "model", kind: 10, detail: "names the chip" },
      { label: "frequency", kind: 10, detail: "in MHz" },
      { label: "section", kind: 9, insertText: "[${1:name}]\n  model = $0", insertTextFormat: 2 },
    ],
  }),
  "textDocument/codeAction": ({ range }) => [
    { title: "add a remark", edit: { changes: { [[...texts.keys()][0] ?? ""]: [{ range: { start: range.end, end: range.end }, newText: " # remark" }] } } },
  ],
  "textDocument/formatting": ({ textDocument }) => {
    const lines = (texts.get(textDocument.uri)?.text ?? "").split("\n");
    return lines.flatMap((line, number) => {
      const blank = /[ \t]+(?=\r?$)/.exec(line);
      return blank ? [{ range: lineRange(number, blank.index, blank.index + blank[0].length), newText: "" }] : [];
    });
  },
  "textDocument/rename": ({ textDocument, position, newName }) => {
    const lines = (texts.get(textDocument.uri)?.text ?? "").split("\n");
    const word = [...(lines[position.line] ?? "").matchAll(/[\w-]+/g)].find(
      (it) => it.index <= position.character && position.character <= it.index + it[0].length,
    )?.[0];
    const edits = lines.flatMap((line, number) =>
      [...line.matchAll(/[\w-]+/g)]
        .filter((it) => it[0] === word)
        .map((it) => ({ range: lineRange(number, it.index, it.index + it[0].length), newText: newName })),
    );
    return { changes: { [textDocument.uri]: edits } };
  },
  "textDocument/definition": ({ textDocument, position }) => {
    const line = (texts.get(textDocument.uri)?.text ?? "").split("\n")[position.line] ?? "";
    // A word in capitals is defined in a file of its name, all others in the first line.
    const other = /[A-Z]{2,}/.exec(line)?.[0];
    return [{ uri: other ? `bobbin:///${other}` : textDocument.uri, range: lineRange(0, 2, 5) }];
  },
  "textDocument/references": ({ textDocument, position }) => {
    const lines = (texts.get(textDocument.uri)?.text ?? "").split("\n");
    const word = /[\w-]+/.exec(lines[position.line] ?? "")?.[0] ?? "";
    return lines.flatMap((line, number) =>
      word !== "" && line.includes(word) ? [{ uri: textDocument.uri, range: lineRange(number, line.indexOf(word), line.indexOf(word) + word.length) }] : [],
    );
  },
  "textDocument/documentLink": ({ textDocument }) =>
    (texts.get(textDocument.uri)?.text ?? "").split("\n").flatMap((line, number) =>
      [...line.matchAll(/\w+\.fake/g)].map((it) => ({
        range: lineRange(number, it.index, it.index + it[0].length),
        target: `bobbin:///${it[0]}`,
      })),
    ),
};

function receive({ id, method = "", params }: Message): void {
  if (id !== undefined) {
    const answer = answers[method];
    if (answer) send({ id, result: answer(params) });
    else send({ id, error: { code: -32601, message: `no method ${method}` } });
  } else if (method === "textDocument/didOpen") {
    const { uri, text, version } = params.textDocument;
    texts.set(uri, { text, version });
    publish(uri);
  } else if (method === "textDocument/didClose") {
    texts.delete(params.textDocument.uri);
  } else if (method === "textDocument/didChange") {
    const { uri, version } = params.textDocument;
    texts.set(uri, { text: change(texts.get(uri)?.text ?? "", params.contentChanges), version });
    publish(uri);
  }
}

addEventListener("message", ({ data }: MessageEvent<{ type: string; text?: string }>) => {
  if (data.type === "start") postMessage({ type: "ready" });
  else if (data.text !== undefined) receive(JSON.parse(data.text) as Message);
});
