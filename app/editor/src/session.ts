// The session with the language server in its worker: start, talk, notice its end, start again.

import { LSPClient, type LSPClientConfig, type Transport } from "@codemirror/lsp-client";
import { LostError } from "./errors.ts";
import { OwnAnswers } from "./own_answers.ts";
import { RestartLimit, type Timers, Watchdog } from "./watchdog.ts";
import type { EditorEvent } from "./wire.ts";

/** The required interface of a worker. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** A message from the worker. */
type FromWorker =
  | { type: "ready" }
  /** The worker is waiting for a part of the core. */
  | { type: "alive" }
  | { type: "message"; text: string }
  | { type: "panic"; message: string }
  /** A part of the core does not come. */
  | { type: "unreachable"; message: string };

/** The environment of a session. */
export interface SessionConfig {
  startWorker(): WorkerPort;
  /** The address of the language core, for the worker. */
  core: string;
  client: LSPClientConfig;
  emit(event: EditorEvent): void;
  /**
   * Called when the worker died during requests about these documents. Returns true if the cause is
   * known and removed, so that another start is worthwhile.
   */
  died?(atWork: string[]): boolean;
  /** Returns the reason why the worker is not asked about a document; null if it is. */
  refusal?(uri: string): Error | null;
  timers: Timers;
  /** Returns milliseconds on a monotonic clock. */
  now(): number;
}

// The core may have to come over a slow network and be compiled.
const startLimit = 60_000;
// For texts of ordinary size; each megabyte of a message gives its worker more time.
const answerLimit = 5_000;
const answerLimitPerMegabyte = 2_000;

// The watchdog decides what is late. The client's own timer would only fail a request that the worker
// is still busy with; this is the longest delay of setTimeout.
const never = 2 ** 31 - 1;

/** A client whose requests are all watched. */
class WatchedClient extends LSPClient {
  constructor(
    config: LSPClientConfig,
    private readonly watch: <T>(request: Watched, answer: () => Promise<T>) => Promise<T>,
    private readonly refusal: (uri: string) => Error | null,
  ) {
    super({ ...config, timeout: never });
  }

  override request<Params, Result>(method: string, params: Params): Promise<Result> {
    const uri = uriOf(params);
    const refusal = uri === null ? null : this.refusal(uri);
    if (refusal) return Promise.reject(refusal);
    return this.watch({ method, uri }, () => super.request<Params, Result>(method, params));
  }
}

/** A pending request. */
interface Watched {
  method: string;
  /** The document of the request, if there is one. */
  uri: string | null;
}

function uriOf(params: unknown): string | null {
  const { uri, textDocument } = (params ?? {}) as { uri?: unknown; textDocument?: { uri?: unknown } };
  const found = textDocument?.uri ?? uri;
  return typeof found === "string" ? found : null;
}

/** Requests that carry the content over which the worker may die. */
const ofTheirOwn = new Set(["bobbin/open", "bobbin/crash"]);

/**
 * Requests of what somebody does with a text. One that takes too long says nothing against the text: it was
 * read, and is read again without it.
 */
const ofGestures = new Set(["bobbin/plan", "bobbin/planBytes", "textDocument/formatting", "textDocument/rename"]);

/** Keeps a language server running, and reports its state. */
export class Session {
  readonly client: LSPClient;
  private readonly watchdog: Watchdog;
  /** True if the worker was started at the user's request: none stopped before it. */
  private isAskedFor = false;
  private readonly restarts = new RestartLimit();
  private readonly transport: Transport;
  private readonly subscribers = new Set<(message: string) => void>();
  /** The pending requests, by the function that fails them. */
  private readonly awaited = new Map<(isTooMuch: boolean) => void, Watched>();
  private readonly ownAnswers = new OwnAnswers();
  private worker: WorkerPort | null = null;
  /** Messages for a worker that is not ready; null once it is. */
  private queue: string[] | null = [];
  private initialized = false;
  /** The number of notifications that the client will send once the server is there. */
  private nQueued = 0;
  private everReady = false;
  /** The length of the longest message that the worker got; its content may be asked about later. */
  private longest = 0;

  constructor(private readonly config: SessionConfig) {
    this.watchdog = new Watchdog(config.timers, () => this.lose(`it did not answer within ${this.watchdog.limit / 1000} s`, true));
    this.client = new WatchedClient(
      config.client,
      (request, answer) => this.watch(request, answer),
      (uri) => config.refusal?.(uri) ?? null,
    );
    this.transport = {
      send: (message) => {
        this.longest = Math.max(this.longest, message.length);
        this.ownAnswers.sent(message);
        this.watchdog.allow(this.answerLimit);
        if (this.queue) this.queue.push(message);
        else this.worker?.postMessage({ type: "message", text: message });
      },
      subscribe: (handler) => void this.subscribers.add(handler),
      unsubscribe: (handler) => void this.subscribers.delete(handler),
    };
  }

  /** Returns true if there is a worker, ready or starting. */
  get alive(): boolean {
    return this.worker !== null;
  }

  /**
   * Returns the milliseconds that the worker may be silent: a text of megabytes takes a slow machine
   * that long.
   */
  private get answerLimit(): number {
    return answerLimit + Math.floor(this.longest / 1e6) * answerLimitPerMegabyte;
  }

  /** Sends a notification; a new worker gets the whole texts anyway. */
  notify(method: string, params: unknown): void {
    if (!this.alive) return;
    if (this.initialized && this.nQueued === 0) {
      // The client sends at the end of the present task, when the view is already drawn.
      this.transport.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
      return;
    }
    const { worker } = this;
    this.nQueued++;
    this.client.notification(method, params);
    const sent = () => {
      if (worker === this.worker) this.nQueued--;
    };
    this.client.initializing.then(sent, sent);
  }

  /** Returns the answer to a request as JSON. */
  async ask(method: string, params: unknown): Promise<string> {
    return this.ownAnswers.take(await this.client.request<unknown, unknown>(method, params));
  }

  /**
   * Sends a request that nobody repeats, such as one about a file that is not open yet. If the worker
   * is lost before it answers, perhaps for another reason, the next one is asked once more.
   */
  async insist(method: string, params: unknown): Promise<string> {
    try {
      return await this.ask(method, params);
    } catch (error) {
      if (!(error instanceof LostError && this.alive)) throw error;
      return this.ask(method, params);
    }
  }

  /** Starts the worker. */
  start(): void {
    this.config.emit({ worker: { state: "starting" } });
    this.queue = [];
    this.initialized = false;
    this.nQueued = 0;
    this.longest = 0;
    let worker: WorkerPort;
    try {
      worker = this.config.startWorker();
    } catch (error) {
      this.fail(String(error));
      return;
    }
    this.worker = worker;
    // A worker that was given up may still have messages under way.
    worker.onmessage = (event) => {
      if (worker === this.worker) this.receive(event.data as FromWorker);
    };
    worker.onerror = (event) => {
      // The session reports it; the console is for unexpected errors.
      event.preventDefault?.();
      if (worker === this.worker) this.lose(event.message || "it could not be loaded");
    };
    worker.postMessage({ type: "start", core: this.config.core });
    this.watchdog.expect(startLimit);
    this.client.connect(this.transport).initializing.then(
      () => worker === this.worker && this.becomeReady(),
      () => worker === this.worker && this.lose("it could not be initialized"),
    );
  }

  /** Starts over at the user's request. */
  restart(): void {
    this.restarts.forget();
    this.end();
    this.isAskedFor = true;
    this.start();
  }

  /** Ends the worker, which nobody needs for now; the next start is like the first one. */
  stop(): void {
    this.restarts.forget();
    this.end();
    this.everReady = false;
  }

  private receive(message: FromWorker): void {
    this.watchdog.heard();
    if (message.type === "message") {
      const text = this.ownAnswers.received(message.text);
      for (const subscriber of this.subscribers) subscriber(text);
    } else if (message.type === "ready") {
      const queue = this.queue ?? [];
      this.queue = null;
      for (const text of queue) this.transport.send(text);
    } else if (message.type === "panic") {
      this.lose(message.message);
    } else if (message.type === "unreachable") {
      this.giveUp(message.message);
    }
  }

  private becomeReady(): void {
    this.initialized = true;
    if (this.awaited.size > 0) this.watchdog.expect(this.answerLimit);
    else this.watchdog.rest();
    if (this.everReady) {
      this.config.emit({ worker: { state: "restarted" } });
      this.config.emit({
        notice: {
          kind: "info",
          text: `The language core ${this.isAskedFor ? "" : "stopped and "}was restarted; nothing was lost.`,
        },
      });
    } else {
      this.everReady = true;
      this.config.emit({ worker: { state: "ready" } });
    }
  }

  private watch<T>(request: Watched, answer: () => Promise<T>): Promise<T> {
    if (!this.alive) return Promise.reject(new LostError("The language core is stopped."));
    return new Promise((resolve, reject) => {
      const lose = (isTooMuch: boolean) => {
        const why = isTooMuch
          ? "This takes too long in a text of this length, so it was stopped."
          : "The language core stopped before it answered.";
        reject(new LostError(why, isTooMuch));
      };
      this.awaited.set(lose, request);
      this.watchdog.expect(this.initialized ? this.answerLimit : startLimit);
      const settle = () => {
        if (this.awaited.delete(lose) && this.awaited.size === 0 && this.initialized) {
          this.watchdog.rest();
        }
      };
      answer().then(
        (it) => (settle(), resolve(it)),
        (error: unknown) => (settle(), reject(error)),
      );
    });
  }

  /** Ends the worker, which is gone or, if `isLate`, not responding. */
  private lose(reason: string, isLate = false): void {
    const requests = [...this.awaited.values()];
    // They are answered in turn, so it was busy with the first.
    const [first] = requests;
    const isTooMuch = isLate && this.initialized && first !== undefined && ofGestures.has(first.method);
    const isBlind = !this.initialized || requests.some((it) => ofTheirOwn.has(it.method));
    this.end(isTooMuch);
    this.isAskedFor = false;
    const atWork = requests.flatMap((it) => it.uri ?? []);
    // Nobody asks for it again by itself.
    if (isTooMuch || (!isBlind && this.config.died?.(atWork))) this.restarts.forget();
    if (this.restarts.died(this.config.now(), this.answerLimit)) this.start();
    else this.fail(reason);
  }

  /** Ends the worker, which cannot get a part of the core: another one could not either. */
  private giveUp(reason: string): void {
    this.end();
    this.config.emit({ worker: { state: "failed", reason } });
    this.config.emit({
      notice: {
        kind: "error",
        text:
          `A part of the language core could not be loaded (${reason}). Your texts are safe. Check the connection, ` +
          "then restart the core; if that does not help, reload the page.",
      },
    });
  }

  /** Ends the worker; `isTooMuch` says that the first thing that it was asked for took too long. */
  private end(isTooMuch = false): void {
    this.watchdog.rest();
    this.worker?.terminate();
    this.worker = null;
    this.initialized = false;
    this.client.disconnect();
    this.ownAnswers.forget();
    const awaited = [...this.awaited.keys()];
    this.awaited.clear();
    for (const [nth, lose] of awaited.entries()) lose(isTooMuch && nth === 0);
  }

  private fail(reason: string): void {
    this.config.emit({ worker: { state: "failed", reason } });
    this.config.emit({
      notice: {
        kind: "error",
        text: `The language core keeps stopping: ${reason}. Your texts are safe.`,
      },
    });
  }
}
