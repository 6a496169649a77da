import { checkArray, checkBytes, checkDuration, checkFunction, checkObject, checkString, kindOf } from "./arguments.js";
import { BobbinError } from "./errors.js";
import type { Range } from "./protocol.js";

/** A file for a frame. */
export interface FrameFile {
  /** Its name, which says what includes it, and often its language. */
  name: string;
  /** Its text, or the bytes of a binary. */
  content: string | Uint8Array<ArrayBuffer>;
  /** Its language, such as "sprokit"; without it, Bobbin finds it out. */
  language?: string;
}

/** The part of a file that a frame shows: one of its views, its text, or both beside each other. */
export type FrameView = "graph" | "form" | "bytes" | "resolved" | "coverage" | "timeline" | "text" | "both";

/** A diagnostic of a file in a frame. */
export interface FrameDiagnostic {
  /** An error is what the real program rejects. */
  severity: "error" | "warning" | "hint";
  /** The kind of the diagnostic, in kebab case. */
  code: string;
  /** The message, for people. */
  message: string;
  /** More about it. */
  help: string | null;
  /** Its place in lines and columns. */
  range: Range;
}

/** The events of a frame, and what is told with each. */
export interface FrameEvents {
  /** The person, or a gesture of theirs in a view, has changed the text of a file. */
  change: { name: string; text: string };
  /** A file was judged. */
  diagnostics: { name: string; diagnostics: FrameDiagnostic[] };
}

/** Bobbin's page in a frame of this one. */
export interface BobbinFrame {
  /**
   * Opens files in place of those that are open, and shows the one named `shown`, or the first. Fails if some cannot be
   * read; the others are open then. Two files of one name are refused.
   */
  open(files: readonly FrameFile[], options?: { shown?: string; view?: FrameView }): Promise<void>;
  /** Returns the text of a file, or of the first. */
  text(name?: string): Promise<string>;
  /**
   * Replaces the text of a file, or of the first, as a step that the person can undo; the file keeps its kind of line
   * ends. A text that was told of within the last second changes nothing.
   */
  setText(text: string, name?: string): Promise<void>;
  /** Gives the text or a view all the room, or shares it. Fails if the shown file has no such view. */
  show(view: FrameView): Promise<void>;
  /** Calls back with each event of a kind; the result ends that. */
  on<K extends keyof FrameEvents>(kind: K, hear: (detail: FrameEvents[K]) => void): () => void;
  /** Ends the connection. What was asked and is not answered fails, as it does when the page in the frame goes. */
  close(): void;
}

/** The version of the messages between the pages. */
const version = 1;

/**
 * A message between the windows, before there is a port.
 *
 * @internal
 */
export type FrameHandshake = {
  bobbin: "ask" | "ready" | "connect" | "refused";
  version: number;
  /** Tells the page in the frame from those that were there before it; only in "ready". */
  page?: number;
};

/**
 * A question of the page around the frame, over the port.
 *
 * @internal
 */
export type FrameRequest =
  | { id: number; call: "open"; files: readonly FrameFile[]; shown?: string | undefined; view?: FrameView | undefined }
  | { id: number; call: "text"; name?: string | undefined }
  | { id: number; call: "setText"; name?: string | undefined; text: string }
  | { id: number; call: "show"; view: FrameView };

/**
 * What comes back over the port.
 *
 * @internal
 */
export type FrameMessage =
  | { id: number; result: string | null }
  | { id: number; error: string }
  | { [K in keyof FrameEvents]: { event: K; detail: FrameEvents[K] } }[keyof FrameEvents];

/** The longest time that browsers can wait, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/** The time after which a frame that owes answers is looked at again, in milliseconds. */
const lookAfter = 500;

const isEvent: Readonly<Record<keyof FrameEvents, true>> = { change: true, diagnostics: true };

/** A wish without its number. */
type Wish = FrameRequest extends infer R ? (R extends FrameRequest ? Omit<R, "id"> : never) : never;

/**
 * Connects with Bobbin's `embed.html` in a frame. Messages are taken from that window and that origin only, which is
 * the one of the frame's address unless `origin` says another. Fails with `frame` if it does not answer within
 * `timeout` milliseconds (30,000), or has a list of pages that may use it and this one is not on it.
 */
export async function connectFrame(frame: HTMLIFrameElement, options: { origin?: string; timeout?: number } = {}): Promise<BobbinFrame> {
  if (!isFrame(frame)) throw new TypeError(`\`frame\` must be an <iframe>, not ${kindOf(frame)}`);
  checkObject(options, "options");
  const { timeout = 30_000 } = options;
  checkDuration(timeout, "options.timeout");
  const origin = originOf(frame, options.origin);
  const { port, page } = await shakeHands(frame, origin, Math.min(timeout, longestWait));
  const around = frame.contentWindow;
  const asked = new Map<number, { resolve(result: string | null): void; reject(error: BobbinError): void }>();
  const listeners = new Map<string, Set<(detail: never) => void>>();
  let n = 0;
  let whyEnded: string | null = null;
  let looking: ReturnType<typeof setInterval> | undefined;
  const end = (why: string) => {
    if (whyEnded !== null) return;
    whyEnded = why;
    removeEventListener("message", hearOther);
    clearInterval(looking);
    port.close();
    for (const { reject } of asked.values()) reject(new BobbinError("frame", why));
    asked.clear();
  };
  const lose = () => end("the page in the frame is gone: connect again");
  const look = () => {
    if (frame.contentWindow !== around) lose();
    if (asked.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };
  // One that was loaded in its place says so.
  const hearOther = ({ source, origin: from, data }: MessageEvent<Partial<FrameHandshake> | null>) => {
    if (source === around && from === origin && data?.bobbin === "ready" && data.page !== page) lose();
  };
  addEventListener("message", hearOther);
  port.addEventListener("close", lose);
  port.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
    if ("event" in data) {
      for (const hear of listeners.get(data.event) ?? []) {
        try {
          hear(data.detail as never);
        } catch (error) {
          // The other listeners hear of it all the same, as of an event.
          reportError(error);
        }
      }
      return;
    }
    const waiting = asked.get(data.id);
    asked.delete(data.id);
    if ("error" in data) waiting?.reject(new BobbinError("frame", data.error));
    else waiting?.resolve(data.result);
  };
  const ask = (wish: Wish) =>
    new Promise<string | null>((resolve, reject) => {
      look();
      if (whyEnded !== null) return reject(new BobbinError("frame", whyEnded));
      const id = ++n;
      port.postMessage({ id, ...wish });
      asked.set(id, { resolve, reject });
      // Nothing tells that the frame was taken out of the page.
      looking ??= setInterval(look, lookAfter);
    });
  return {
    async open(files, options = {}) {
      checkFrameFiles(files);
      checkObject(options, "options");
      const { shown, view } = options;
      checkIfGiven(shown, "shown");
      checkIfGiven(view, "view");
      await ask({ call: "open", files, shown, view });
    },
    async text(name) {
      checkIfGiven(name, "name");
      return (await ask({ call: "text", name })) ?? "";
    },
    async setText(text, name) {
      checkString(text, "text");
      checkIfGiven(name, "name");
      await ask({ call: "setText", name, text });
    },
    async show(view) {
      checkString(view, "view");
      await ask({ call: "show", view });
    },
    on(kind, hear) {
      checkString(kind, "kind");
      if (!Object.hasOwn(isEvent, kind)) throw new TypeError(`\`kind\` must be "change" or "diagnostics", not ${JSON.stringify(kind)}`);
      checkFunction(hear, "hear");
      const all = listeners.get(kind) ?? new Set();
      listeners.set(kind, all.add(hear));
      return () => void all.delete(hear);
    },
    close() {
      end("the connection with the frame was closed");
    },
  };
}

/** Returns true for a frame of any window. */
function isFrame(value: unknown): value is HTMLIFrameElement {
  return Object.prototype.toString.call(value) === "[object HTMLIFrameElement]";
}

/** Returns the origin of the page in a frame; refuses what is none. */
function originOf(frame: HTMLIFrameElement, wanted: string | undefined): string {
  checkIfGiven(wanted, "options.origin");
  let origin = "null";
  try {
    origin = (wanted === undefined ? new URL(frame.src, document.baseURI) : new URL(wanted)).origin;
  } catch {
    // It is no address.
  }
  if (origin !== "null") return origin;
  throw new TypeError(`\`options.origin\` must be an origin, such as "https://example.org", not ${JSON.stringify(wanted ?? frame.src)}`);
}

/** Refuses anything but files for a frame. */
function checkFrameFiles(value: unknown): void {
  checkArray(value, "files");
  Array.from(value).forEach((it, nth) => {
    const file = `files[${nth}]`;
    checkObject(it, file);
    checkString(it.name, `${file}.name`);
    if (typeof it.content !== "string") checkBytes(it.content, `${file}.content`, "a string or a Uint8Array");
    checkIfGiven(it.language, `${file}.language`);
  });
}

/** Refuses anything but a string or nothing. */
function checkIfGiven(value: unknown, name: string): void {
  if (value !== undefined) checkString(value, name);
}

/** Gets a port to the page in a frame, which may be there already or be still to come. */
function shakeHands(frame: HTMLIFrameElement, origin: string, timeout: number): Promise<{ port: MessagePort; page: number | undefined }> {
  const { port1, port2 } = new MessageChannel();
  const say = (bobbin: FrameHandshake["bobbin"], ports: MessagePort[] = []) => {
    frame.contentWindow?.postMessage({ bobbin, version } satisfies FrameHandshake, origin, ports);
  };
  return new Promise((resolve, reject) => {
    let isAsked = false;
    const hear = ({ source, origin: from, data }: MessageEvent<Partial<FrameHandshake> | null>) => {
      if (source !== frame.contentWindow || from !== origin) return;
      if (data?.bobbin === "refused") return end(() => reject(new BobbinError("frame", "the frame is not for pages of this origin")));
      if (data?.bobbin !== "ready" || isAsked) return;
      isAsked = true;
      if (data.version !== version) return end(() => reject(new BobbinError("frame", `the page in the frame speaks version ${String(data.version)} of the messages, this package version ${version}`)));
      // The answer over the port says that the page has taken it.
      port1.onmessage = () => end(() => resolve({ port: port1, page: data.page }));
      say("connect", [port2]);
    };
    const end = (then: () => void) => {
      removeEventListener("message", hear);
      clearTimeout(timer);
      then();
    };
    const timer = setTimeout(() => end(() => reject(new BobbinError("frame", `the page in the frame did not answer within ${timeout} ms`))), timeout);
    addEventListener("message", hear);
    // Before the frame has loaded, its window is of this page's origin, and the browser says so in its log.
    if (isLoaded(frame)) say("ask");
  });
}

/** Returns true if a frame shows another page than the empty one that it begins with. */
function isLoaded(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentWindow?.location.href !== "about:blank";
  } catch {
    // A page of another origin does not tell.
    return true;
  }
}
