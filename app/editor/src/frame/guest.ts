// The page in a frame: it shows the files that the page around it gives it, and tells what becomes of them. The other
// side is `connectFrame` of the npm package.

import type { FrameEvents, FrameHandshake, FrameMessage, FrameRequest } from "../../../../core/npm/src/frame.ts";
import type { Documents, OpenDocument, Part } from "../documents.ts";
import type { EditorEvent, LspDiagnostic } from "../wire.ts";
import { allowedOrigins, changedPart, faultOf } from "./rules.ts";

const version = 1;

/** The time for which changes of a text are collected before they are told, in milliseconds. */
const pause = 100;

/**
 * The time within which a text that was told and comes back is taken for an answer to that, in milliseconds. A page that
 * sets what it is told, as pages with controlled fields do, would take back what is typed meanwhile.
 */
const echoWithin = 1000;

/** The answer to a connection that is not the newest. */
const takenOver = "another page has taken the frame over";

const severities: Readonly<Record<number, "error" | "warning">> = { 1: "error", 2: "warning" };

/** A file that the page around the frame has given. */
interface GivenFile {
  name: string;
  document: OpenDocument;
  /** The connection of the page that gave it. */
  port: MessagePort;
  /** The text that the page around the frame knows. */
  known: string;
  timer: ReturnType<typeof setTimeout> | null;
  /** The texts that were told of late, with line ends as fields have them, and when. */
  told: { text: string; at: number }[];
}

/** The outcome for a file that the page around the frame gives: the URI under which it is open, or why it is not. */
export type Given = { open: string } | { refused: string };

/** The page, as far as a guest needs it. */
export interface Hosting {
  documents: Documents;
  /** Applies pending typing, once the changes that were asked for before are made. */
  settle(): Promise<void>;
  /** Tells the page. */
  emit(event: EditorEvent): void;
  /** Replaces a part of a text, as a step of its own. */
  replace(document: OpenDocument, part: Part): void;
}

/** Serves one page around the frame. */
export class Guest {
  private port: MessagePort | null = null;
  /**
   * The calls before, of whichever page, one after the other: what follows an `open` is about the files that it opens, and
   * those that the page shows are of the newest.
   */
  private before: Promise<unknown> = Promise.resolve();
  private files: GivenFile[] = [];
  private readonly wishes = new Map<number, (given: Given[]) => void>();
  private lastWish = 0;

  constructor(private readonly page: Hosting) {}

  /** Listens to the page around this one, and tells it that it may speak. */
  start(here: Window): void {
    const { parent } = here;
    if (parent === here) return;
    const allowed = allowedOrigins(here.location.search);
    const say = (bobbin: FrameHandshake["bobbin"]) => {
      // It says nothing that not everybody may know. A page from disk has no origin that could be named.
      parent.postMessage({ bobbin, version, page: performance.timeOrigin } satisfies FrameHandshake, "*");
    };
    here.addEventListener("message", ({ source, origin, data, ports }: MessageEvent<Partial<FrameHandshake> | null>) => {
      if (source !== parent || !data?.bobbin) return;
      if (allowed && !allowed.has(origin)) return say("refused");
      const [port] = ports;
      if (data.bobbin === "ask") say("ready");
      else if (data.bobbin === "connect" && port) this.connect(port);
    });
    say("ready");
  }

  private connect(port: MessagePort): void {
    // The one before stays open, so that its calls get the answer that it is another's now.
    this.port = port;
    const post = (message: FrameMessage) => port.postMessage(message);
    port.onmessage = ({ data }: MessageEvent<FrameRequest>) => {
      const { id } = data;
      this.before = this.before.then(() => this.answer(data, port)).then(
        (result) => post({ id, result }),
        (error: unknown) => post({ id, error: error instanceof Error ? error.message : String(error) }),
      );
    };
    post({ id: 0, result: null });
  }

  /** Tells the page that gave a file; another one may have a file of that name. */
  private tell<K extends keyof FrameEvents>({ port }: GivenFile, event: K, detail: FrameEvents[K]): void {
    port.postMessage({ event, detail } as FrameMessage);
  }

  private tellDiagnostics(file: GivenFile, diagnostics: LspDiagnostic[]): void {
    this.tell(file, "diagnostics", { name: file.name, diagnostics: diagnostics.map(inForm) });
  }

  private async answer(request: FrameRequest, port: MessagePort): Promise<string | null> {
    if (port !== this.port) throw new Error(takenOver);
    const fault = faultOf(request);
    if (fault !== null) throw new Error(fault);
    switch (request.call) {
      case "open":
        await this.open(request, port);
        return null;
      case "text":
        await this.page.settle();
        return this.file(request.name).document.text();
      case "setText":
        await this.page.settle();
        this.write(this.file(request.name), String(request.text));
        return null;
      case "show": {
        const [given] = await this.wish((id) => ({ framedView: { id, view: request.view } }));
        if (given && "refused" in given) throw new Error(given.refused);
        return null;
      }
      default:
        throw new Error(`there is no call ${JSON.stringify((request as { call?: unknown }).call)}`);
    }
  }

  private async open({ files, shown, view }: Extract<FrameRequest, { call: "open" }>, port: MessagePort): Promise<void> {
    const wanted = files.map(({ name, language, content }): [string, string, string] => {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      return [String(name), language ?? "", base64(bytes)];
    });
    await this.page.settle();
    const place = Math.max(0, files.findIndex((it) => it.name === shown));
    const given = await this.wish((id) => ({ framed: { id, files: wanted, shown: place, view: view ?? null } }));
    // What was written in the files that went, and what the page had to wait for before they did.
    for (const it of this.files) this.tellPending(it);
    if (port !== this.port) throw new Error(takenOver);
    const refused: string[] = [];
    this.files = files.flatMap(({ name }, at) => {
      const it = given[at];
      if (it && "refused" in it) refused.push(`${name} (${it.refused.replace(/\.$/, "")})`);
      const document = this.page.documents.get(it && "open" in it ? it.open : "");
      return document ? [{ name, document, port, known: document.text(), timer: null, told: [] }] : [];
    });
    // The files are judged one after the other, the first ones before the last one is open.
    for (const it of this.files) {
      const { emitted, version, diagnosticsVersion } = it.document;
      if (emitted && diagnosticsVersion === version) this.tellDiagnostics(it, emitted);
    }
    if (refused.length > 0) throw new Error(`not opened: ${refused.join(", ")}`);
  }

  /** Asks the page for something; the answer says what came of it. */
  private wish(event: (id: number) => EditorEvent): Promise<Given[]> {
    // Each connection counts its calls from 1.
    const id = ++this.lastWish;
    const answer = new Promise<Given[]>((resolve) => this.wishes.set(id, resolve));
    this.page.emit(event(id));
    return answer;
  }

  /** Takes the page's answer to a wish. */
  answered(id: number, given: Given[]): void {
    this.wishes.get(id)?.(given);
    this.wishes.delete(id);
  }

  /** Returns a given file, or the first; fails if it is not open. */
  private file(name: string | undefined): GivenFile {
    const found = name === undefined ? this.files[0] : this.files.find((it) => it.name === name);
    if (!found) throw new Error(name === undefined ? "no file is open" : `${name} was not opened`);
    if (this.page.documents.get(found.document.uri) !== found.document) throw new Error(`${found.name} was closed`);
    return found;
  }

  private write(file: GivenFile, text: string): void {
    this.tellPending(file);
    const { document } = file;
    const asTold = oneEnd(text);
    if (file.told.some((it) => Date.now() - it.at < echoWithin && it.text === asTold)) return;
    // The file keeps its own line ends.
    const lines = document.ends === "mixed" ? text : oneEnd(text);
    const part = changedPart(document.doc.toString(), lines);
    if (part.from < part.to || part.insert !== "") {
      this.page.replace(document, part);
      // From here on the other page has the last word, whichever text it takes up again.
      file.told = [];
    }
    file.known = document.text();
  }

  /** Hears an event of the editor. */
  hear(event: EditorEvent): void {
    if ("change" in event) {
      const file = this.given(event.change.uri);
      if (file) file.timer ??= setTimeout(() => this.tellChange(file), pause);
    } else if ("diagnostics" in event) {
      const file = this.given(event.diagnostics.uri);
      if (file) this.tellDiagnostics(file, event.diagnostics.diagnostics);
    }
  }

  private given(uri: string): GivenFile | undefined {
    return this.files.find((it) => it.document.uri === uri);
  }

  private tellPending(file: GivenFile): void {
    if (file.timer === null) return;
    clearTimeout(file.timer);
    this.tellChange(file);
  }

  private tellChange(file: GivenFile): void {
    file.timer = null;
    const text = file.document.text();
    if (text === file.known) return;
    file.known = text;
    file.told = [...file.told.filter((it) => Date.now() - it.at < echoWithin), { text: oneEnd(text), at: Date.now() }];
    this.tell(file, "change", { name: file.name, text });
  }
}

function inForm({ severity, code, message, range, data }: LspDiagnostic): FrameEvents["diagnostics"]["diagnostics"][number] {
  return { severity: severities[severity ?? 1] ?? "hint", code: String(code ?? ""), message, help: data?.help ?? null, range };
}

function oneEnd(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
