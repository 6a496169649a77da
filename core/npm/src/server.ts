/// <reference lib="esnext.disposable" preserve="true" />
import { checkDuration, checkText } from "./arguments.js";
import { call, type Core, type Held, hold, isAlive, release } from "./core.js";
import { BobbinError } from "./errors.js";

/**
 * A language server for one client, for an editor of your own; best in a Web Worker.
 *
 * If the core fails, the server ends with it: every later call throws a `BobbinError` with the code
 * `core-failed`. Create another and open the texts again.
 */
export interface LanguageServer {
  /** Handles a JSON-RPC message and returns the messages to send, in order. */
  handle(message: string): string[];
  /**
   * Handles a message like `handle()`, for a server that gets its messages from a queue: slow work is
   * left to `work()`, so that waiting edits are checked once, and a request need not wait for a graph.
   */
  begin(message: string): string[];
  /** True while `work()` has something to do. */
  readonly hasWork: boolean;
  /**
   * Works for about this many milliseconds on the work that `begin()` left, and returns the messages
   * to send.
   */
  work(milliseconds: number): string[];
  /** Frees its memory. It must not be used any more. */
  free(): void;
  /** Frees its memory like `free()`, for `using`. */
  [Symbol.dispose](): void;
}

/** Creates a language server, which waits for `initialize`. */
export function createServer(): LanguageServer {
  return new Server();
}

class Server implements LanguageServer {
  private held: Held<InstanceType<Core["Server"]>> | null = hold((core) => new core.Server());

  handle(message: string): string[] {
    checkText(message, "message");
    const { open } = this;
    return call(() => open.handle(message));
  }

  begin(message: string): string[] {
    checkText(message, "message");
    const { open } = this;
    return call(() => open.begin(message));
  }

  get hasWork(): boolean {
    const { open } = this;
    return call(() => open.hasWork());
  }

  work(milliseconds: number): string[] {
    checkDuration(milliseconds, "milliseconds");
    const { open } = this;
    return call(() => open.work(Math.min(Math.ceil(milliseconds), 0xffff_ffff)));
  }

  free(): void {
    release(this.held);
    this.held = null;
  }

  [Symbol.dispose](): void {
    this.free();
  }

  private get open(): InstanceType<Core["Server"]> {
    if (!this.held) throw new BobbinError("freed", "this language server was freed");
    if (isAlive(this.held)) return this.held.handle;
    throw new BobbinError("core-failed", "this language server ended when the core failed: create another and open the texts again");
  }
}
