/** As much of the editor's interface as the extension uses. Loaded in the place of `vscode`. */

class Emitter {
  listeners = new Set();
  event = (listener) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(value) {
    for (const it of [...this.listeners]) it(value);
  }
}

export class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

export class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}

export class Uri {
  constructor(text) {
    this.text = text;
    const { pathname, protocol } = new URL(text);
    this.path = decodeURIComponent(pathname);
    this.scheme = protocol.slice(0, -1);
  }
  static parse(text) {
    return new Uri(text);
  }
  static joinPath(uri, ...names) {
    return new Uri([uri.text, ...names].join("/"));
  }
  toString() {
    return this.text;
  }
}

export class CancellationTokenSource {
  token = { isCancellationRequested: false };
  cancel() {
    this.token.isCancellationRequested = true;
  }
  dispose() {}
}

export const ColorThemeKind = { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 };
export const ViewColumn = { Beside: -2, One: 1, Two: 2 };

const [changed, opened, closed, themed, activated, selected, configured, renamed] = Array.from({ length: 8 }, () => new Emitter());

export const workspace = {
  textDocuments: [],
  onDidChangeTextDocument: changed.event,
  onDidOpenTextDocument: opened.event,
  onDidCloseTextDocument: closed.event,
  onDidRenameFiles: renamed.event,
  onDidChangeConfiguration: configured.event,
  getConfiguration: (section) => ({ get: (key) => editor.settings[`${section}.${key}`] }),
  fs: { readFile: async () => new Uint8Array() },
  async openTextDocument(uri) {
    const document = workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
    if (document) return document;
    if (!editor.disk.has(uri.toString())) throw new Error(`there is no ${uri}`);
    return editor.open(uri.toString(), "sprokit").document;
  },
};

export const window = {
  activeColorTheme: { kind: ColorThemeKind.Light },
  activeTextEditor: undefined,
  visibleTextEditors: [],
  onDidChangeActiveColorTheme: themed.event,
  onDidChangeActiveTextEditor: activated.event,
  onDidChangeTextEditorSelection: selected.event,
  createWebviewPanel(type, title, column, options) {
    const [received, disposed, turned] = [new Emitter(), new Emitter(), new Emitter()];
    const panel = {
      type, title, viewColumn: ViewColumn.Two, visible: true, onDidDispose: disposed.event, onDidChangeViewState: turned.event, reveal() {},
      dispose: () => disposed.fire(),
      turn(isVisible) {
        panel.visible = isVisible;
        turned.fire();
      },
      webview: {
        options, html: "", sent: [], onDidReceiveMessage: received.event,
        asWebviewUri: (uri) => new Uri(`https://panel.test/${uri.path.split("/").at(-1)}`),
        async postMessage(message) {
          // As messages cross between processes.
          const copy = JSON.parse(JSON.stringify(message));
          panel.webview.sent.push(copy);
          await panel.webview.listener?.(copy);
        },
      },
      say: (message) => received.fire(JSON.parse(JSON.stringify(message))),
    };
    editor.panels.push(panel);
    return panel;
  },
  registerWebviewPanelSerializer(type, serializer) {
    editor.serializers[type] = serializer;
    return { dispose() {} };
  },
  async showTextDocument(uri, options) {
    editor.gone.push({ uri: uri.toString(), ...options });
  },
  async showErrorMessage(text) {
    editor.errors.push(text);
  },
  async showWarningMessage(text) {
    editor.warnings.push(text);
  },
};

export const commands = {
  registerCommand(name, run) {
    editor.commands[name] = run;
    return { dispose() {} };
  },
};

/** What tests do in the place of a person, and see in the place of the screen. */
export const editor = {
  /** The texts that can be opened. */
  disk: new Set(),
  panels: [], serializers: {}, commands: {}, gone: [], warnings: [], errors: [], settings: {},
  open(text, languageId) {
    const document = { uri: new Uri(text), languageId };
    workspace.textDocuments.push(document);
    opened.fire(document);
    return { document, viewColumn: ViewColumn.One, selection: { active: new Position(0, 0) } };
  },
  activate(it) {
    window.activeTextEditor = it;
    if (it && !window.visibleTextEditors.includes(it)) window.visibleTextEditors.push(it);
    activated.fire(it);
  },
  change: (it) => changed.fire({ document: it.document, contentChanges: [{}] }),
  select(it, line, character) {
    it.selection = { active: new Position(line, character) };
    selected.fire({ textEditor: it });
  },
  close(it) {
    workspace.textDocuments.splice(workspace.textDocuments.indexOf(it.document), 1);
    closed.fire(it.document);
  },
  /** Renames a file or a folder: the editor closes the texts before and opens them by their new names. */
  rename(from, to) {
    for (const it of workspace.textDocuments.filter(({ uri }) => uri.text === from || uri.text.startsWith(`${from}/`))) {
      editor.close({ document: it });
      editor.disk.add(to + it.uri.text.slice(from.length));
    }
    renamed.fire({ files: [{ oldUri: new Uri(from), newUri: new Uri(to) }] });
  },
  configure(key, value) {
    editor.settings[key] = value;
    configured.fire({ affectsConfiguration: (it) => it === key });
  },
  paint(kind) {
    window.activeColorTheme = { kind };
    themed.fire(window.activeColorTheme);
  },
};
