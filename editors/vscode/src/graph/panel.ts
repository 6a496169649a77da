/** The graph of a pipeline or a cluster in a panel beside its text. */

import {
  CancellationTokenSource,
  ColorThemeKind,
  commands,
  type Disposable,
  type ExtensionContext,
  Position,
  Range,
  type TextDocument,
  type TextEditor,
  Uri,
  ViewColumn,
  type Webview,
  type WebviewPanel,
  window,
  workspace,
} from "vscode";
import type {
  ItemPath,
  PictureParams,
  PictureResult,
  PictureTheme,
  PictureVertex,
  Range as PlainRange,
  Room,
} from "../../../../core/npm/src/protocol.js" with { "resolution-mode": "import" };
import type { FromPage, Picture, State, ToPage } from "./messages";

/** A language server, as far as it draws. */
export interface Server {
  sendRequest<R>(method: string, params: unknown, token?: unknown): Promise<R>;
}

const TYPE = "bobbin.graph";
/** The language whose documents have graphs, and which the panel follows from one to the other. */
const LANGUAGE = "sprokit";
/** Milliseconds without a change before the graph is drawn again. */
const PAUSE = 150;
/** Milliseconds before the panel says that a drawing takes its time. */
const PATIENCE = 400;
/** Codes of errors by which a server gives a request up: the text has changed, or someone cancelled. */
const GIVEN_UP = [-32800, -32801, -32802];
const METHOD_NOT_FOUND = -32601;

/** Adds the command, and brings the panel back that was open before a restart. */
export function registerGraph(context: ExtensionContext, server: () => Server | undefined): GraphPanel {
  const graph = new GraphPanel(context.extensionUri, server);
  const serializer = {
    deserializeWebviewPanel: async (panel: WebviewPanel, state: unknown): Promise<void> => graph.restore(panel, state),
  };
  context.subscriptions.push(
    graph,
    commands.registerCommand("bobbin.showGraph", () => graph.show()),
    window.registerWebviewPanelSerializer(TYPE, serializer),
  );
  return graph;
}

/** There is one panel; it shows the graph of the pipeline that was edited last. */
export class GraphPanel implements Disposable {
  private panel: WebviewPanel | undefined;
  private uri: Uri | undefined;
  /** The items that are drawn with their contents, by document. */
  private readonly expanded = new Map<string, ItemPath[]>();
  private room: Room | undefined;
  private picture: Picture | undefined;
  /** The vertex that the page was last told of. */
  private current: number | null = null;
  private isReady = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private request: CancellationTokenSource | undefined;
  private readonly listeners: Disposable[];

  constructor(
    private readonly extension: Uri,
    private readonly server: () => Server | undefined,
  ) {
    this.listeners = [
      workspace.onDidChangeTextDocument((it) => {
        if (it.contentChanges.length > 0) this.note(it.document, PAUSE);
      }),
      workspace.onDidOpenTextDocument((it) => this.note(it, 0)),
      workspace.onDidCloseTextDocument((it) => this.note(it, 0)),
      workspace.onDidRenameFiles(({ files }) => files.forEach((it) => this.renamed(it.oldUri, it.newUri))),
      window.onDidChangeActiveColorTheme(() => this.redraw()),
      window.onDidChangeActiveTextEditor((it) => this.follow(it)),
      window.onDidChangeTextEditorSelection((it) => {
        if (this.isShown(it.textEditor.document)) this.mark(it.textEditor);
      }),
    ];
  }

  /** Shows the graph of the text in the active editor. */
  show(): void {
    const editor = window.activeTextEditor;
    const { panel } = this;
    if (panel) panel.reveal(undefined, true);
    else this.attach(window.createWebviewPanel(TYPE, "Graph", { viewColumn: ViewColumn.Beside, preserveFocus: true }, this.options()));
    // While the graph itself is active, no editor is.
    if (editor || !panel) this.turnTo(editor?.document.uri);
  }

  /** Takes the panel over that was open before a restart. */
  restore(panel: WebviewPanel, state: unknown): void {
    const { uri, expanded } = (state ?? {}) as Partial<State>;
    panel.webview.options = this.options();
    this.panel?.dispose();
    this.attach(panel);
    if (typeof uri !== "string") return;
    if (Array.isArray(expanded)) this.expanded.set(uri, expanded);
    this.turnTo(Uri.parse(uri));
  }

  /** Draws the graph anew, once nothing has changed for some milliseconds. */
  redraw(pause = 0): void {
    clearTimeout(this.timer);
    this.request?.cancel();
    this.request = undefined;
    if (this.panel && this.isReady) this.timer = setTimeout(() => void this.draw(), pause);
  }

  dispose(): void {
    for (const it of this.listeners) it.dispose();
    this.panel?.dispose();
  }

  private options() {
    return { enableScripts: true, localResourceRoots: [Uri.joinPath(this.extension, "dist")] };
  }

  private attach(panel: WebviewPanel): void {
    this.panel = panel;
    this.isReady = false;
    panel.webview.onDidReceiveMessage((it: FromPage) => {
      if (this.panel === panel) this.take(it);
    });
    // The page of a panel that nobody sees is gone; a new one will say that it is ready.
    panel.onDidChangeViewState(() => {
      if (!panel.visible && this.panel === panel) this.isReady = false;
    });
    panel.onDidDispose(() => {
      if (this.panel !== panel) return;
      this.panel = undefined;
      this.uri = undefined;
      this.redraw();
    });
    panel.webview.html = page(panel.webview, this.extension);
  }

  private isShown(document: TextDocument): boolean {
    return document.uri.toString() === this.uri?.toString();
  }

  /** Takes note of a document that is new, gone or another one: what is shown may include it. */
  private note(document: TextDocument, pause: number): void {
    if (this.isShown(document) || document.languageId === LANGUAGE) this.redraw(pause);
  }

  /** Follows the shown document to another name of its file, or of a folder around that. */
  private renamed(from: Uri, to: Uri): void {
    const [uri, old] = [this.uri?.toString() ?? "", from.toString()];
    if (uri !== old && !uri.startsWith(`${old}/`)) return;
    const now = Uri.parse(to.toString() + uri.slice(old.length));
    const expanded = this.expanded.get(uri);
    if (expanded) this.expanded.set(now.toString(), expanded);
    this.turnTo(now);
  }

  /** Turns to a document. */
  private turnTo(uri: Uri | undefined): void {
    if (!this.panel) return;
    this.uri = uri;
    this.picture = undefined;
    this.current = null;
    this.panel.title = uri ? `Graph of ${nameOf(uri)}` : "Graph";
    this.redraw();
  }

  /** Follows the person to another pipeline. */
  private follow(editor: TextEditor | undefined): void {
    const document = editor?.document;
    if (!this.panel || document?.languageId !== LANGUAGE) return;
    if (!this.isShown(document)) this.turnTo(document.uri);
    else if (editor) this.mark(editor);
  }

  private async draw(): Promise<void> {
    const { uri } = this;
    if (!uri) return this.say("Open a pipeline or a cluster to see its graph.");
    const server = this.server();
    if (!server) return this.say("The language server is not running.");
    const request = new CancellationTokenSource();
    this.request = request;
    const busy = setTimeout(() => this.tell({ kind: "busy" }), PATIENCE);
    try {
      const reason = await this.open(uri);
      // A newer picture has been asked for.
      if (this.request !== request) return;
      if (reason !== null) return this.say(`${nameOf(uri)} ${reason}`);
      const expanded = this.expanded.get(uri.toString()) ?? [];
      const options = { expanded, room: this.room ?? null } as PictureParams["options"];
      const params: PictureParams = { uri: uri.toString(), theme: theme(), options };
      const result = await server.sendRequest<PictureResult>("bobbin/picture", params, request.token);
      if (this.request === request) this.showPicture(uri, result);
    } catch (error) {
      if (this.request === request) this.fail(error);
    } finally {
      clearTimeout(busy);
      request.dispose();
    }
  }

  /** Opens the text that is shown, unless it is open; returns why it cannot be, or null. The editor closes texts that nobody sees. */
  private async open(uri: Uri): Promise<string | null> {
    if (workspace.textDocuments.some((it) => this.isShown(it))) return null;
    // One without a file is gone; a new one would get its name.
    if (uri.scheme === "untitled") return "is closed. Open it to see its graph.";
    return workspace.openTextDocument(uri).then(() => null, () => "cannot be opened.");
  }

  private showPicture(uri: Uri, result: PictureResult): void {
    if (result.kind === "nothing") return this.say(sentence(result.reason));
    this.picture = result;
    const state = { uri: uri.toString(), expanded: this.expanded.get(uri.toString()) ?? [] };
    this.tell({ kind: "picture", state, name: nameOf(uri), picture: result });
    this.current = null;
    const editor = window.visibleTextEditors.find((it) => this.isShown(it.document));
    if (editor) this.mark(editor);
  }

  private fail(error: unknown): void {
    const { code, message } = error as { code?: number; message?: string };
    if (code !== undefined && GIVEN_UP.includes(code)) return this.redraw(PAUSE);
    if (code === METHOD_NOT_FOUND)
      return this.say("This version of the command bobbin draws no graphs. Install a newer one, or set bobbin.path to it.");
    this.say(sentence(message ?? String(error)));
  }

  /** Shows a sentence in the place of a graph. */
  private say(text: string): void {
    this.picture = undefined;
    this.tell({ kind: "sentence", text });
  }

  private tell(message: ToPage): void {
    void this.panel?.webview.postMessage(message);
  }

  private take(message: FromPage): void {
    switch (message.kind) {
      case "ready":
        this.isReady = true;
        this.room = message.room;
        return this.redraw();
      case "expand":
        if (this.uri) this.expanded.set(this.uri.toString(), message.items);
        return this.redraw();
      case "choose": {
        const vertex = this.picture?.vertices[message.vertex];
        if (vertex) void this.goTo(vertex, message.isForText);
      }
    }
  }

  /** Selects the name of a vertex in its text, which gets the keyboard if that is wanted. */
  private async goTo({ uri, nameRange }: PictureVertex, isForText: boolean): Promise<void> {
    const at = Uri.parse(uri);
    const isOf = (it: TextEditor) => it.document.uri.toString() === at.toString();
    const editor = window.visibleTextEditors.find(isOf);
    // Never in the place of the graph.
    const viewColumn = editor?.viewColumn ?? (this.panel?.viewColumn === ViewColumn.One ? ViewColumn.Beside : ViewColumn.One);
    const selection = new Range(position(nameRange.start), position(nameRange.end));
    try {
      await window.showTextDocument(at, { viewColumn, selection, preserveFocus: !isForText });
    } catch {
      void window.showWarningMessage(`Bobbin: cannot open ${nameOf(at)}.`);
    }
  }

  /** Marks the vertex with the caret. */
  private mark(editor: TextEditor): void {
    if (!this.picture) return;
    const vertex = vertexAt(this.picture.vertices, editor.selection.active);
    if (vertex === this.current) return;
    this.current = vertex;
    this.tell({ kind: "current", vertex });
  }
}

/** Returns the index of the vertex that a place in the text is about; the innermost, if there are several. */
export function vertexAt(vertices: readonly PictureVertex[], { line, character }: { line: number; character: number }): number | null {
  const isBefore = (a: { line: number; character: number }, b: { line: number; character: number }) =>
    a.line < b.line || (a.line === b.line && a.character < b.character);
  const here = { line, character };
  // The part ends before the line on which nothing of it is.
  const isIn = ({ start, end }: PlainRange) => !isBefore(here, start) && (isBefore(here, end) || (!isBefore(end, here) && end.character > 0));
  let res: number | null = null;
  vertices.forEach((it, idx) => {
    if (it.ranges.some(isIn)) res = idx;
  });
  return res;
}

function position({ line, character }: { line: number; character: number }): Position {
  return new Position(line, character);
}

function nameOf(uri: Uri): string {
  return uri.path.split("/").at(-1) || uri.path;
}

function theme(): PictureTheme {
  const { kind } = window.activeColorTheme;
  return kind === ColorThemeKind.Dark || kind === ColorThemeKind.HighContrast ? "dark" : "light";
}

/** Makes a sentence of the words of a server. */
function sentence(reason: string): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function page(webview: Webview, extension: Uri): string {
  const at = (name: string) => webview.asWebviewUri(Uri.joinPath(extension, "dist", name)).toString();
  return html(at("graph.js"), at("graph.css"), nonce());
}

/** Returns the page, which runs one script and has one style sheet, and fetches nothing else. */
export function html(script: string, style: string, nonce: string): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Graph</title>
<link rel="stylesheet" nonce="${nonce}" href="${style}">
</head>
<body>
<main id="drawing"></main>
<p id="sentence" role="status"></p>
<p id="remark" role="status"></p>
<div id="tools" role="toolbar" aria-label="Graph"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}

function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
}
