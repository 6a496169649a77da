// Static hosts that a journey owns: they serve copies of the built page, without the headers of `_headers`, and get new
// versions or go away when the journey wants it.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

import { projectPath } from "./files.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
};

/** A host of one folder. */
export class Host {
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  private readonly server: Server;
  private port = 0;

  constructor(public folder: string) {
    this.server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://host");
      const path = pathname === "/" ? "index.html" : pathname.slice(1);
      this.asked.push(path);
      const file = join(this.folder, path);
      const isThere = !path.includes("..") && existsSync(file);
      response.writeHead(isThere ? 200 : 404, {
        "Content-Type": types[extname(path)] ?? "application/octet-stream",
        "Cache-Control": "no-cache",
        "Access-Control-Allow-Origin": "*",
      });
      response.end(isThere ? readFileSync(file) : "not found");
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(this.port, "127.0.0.1", resolve));
    const address = this.server.address();
    this.port = typeof address === "object" && address ? address.port : 0;
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** Ends the host; nothing answers at its address from then on. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

/** Returns a folder of its own for a journey, which has to remove it. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "bobbin-"));
}

export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Copies the built page, release or else quick build, into `folder`, with a service worker. */
export function copyPage(folder: string): void {
  const built = [process.env.BOBBIN_DIST ?? "", projectPath("dist"), projectPath("target/dist-dev")];
  const dist = built.find((it) => it !== "" && existsSync(join(it, "index.html")));
  if (!dist) throw new Error("the page is not built");
  cpSync(dist, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  writeServiceWorker(folder);
}

/** Copies the page of one folder into another as its next version: every file that is named by its content is another. */
export function copyAsNextVersion(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  const old = readdirSync(to).filter((it) => /-[0-9a-f]{16}\.\w+$/.test(it));
  const renamed = old.map((it) => {
    const hash = createHash("sha256").update(`next ${it}`).digest("hex").slice(0, 16);
    return [it, it.replace(/-[0-9a-f]{16}\./, `-${hash}.`)] as const;
  });
  for (const [before, after] of renamed) renameSync(join(to, before), join(to, after));
  const texts = readdirSync(to).filter((it) => /\.(html|js)$/.test(it) && it !== "sw.js");
  for (const it of texts) {
    const text = readFileSync(join(to, it), "utf8");
    const changed = renamed.reduce((text, [before, after]) => text.replaceAll(before, after), text);
    writeFileSync(join(to, it), it.endsWith(".html") ? changed.replace("<html ", '<html data-version="next" ') : changed);
  }
  writeServiceWorker(to);
}

function writeServiceWorker(folder: string): void {
  const root = readdirSync(folder).filter((it) => !/^_headers$|^sw\.js$|\.txt$/.test(it) && extname(it) !== "");
  const kept = ["gallery", "gallery/pictures", "help"].flatMap((it) =>
    readdirSync(join(folder, it)).filter((name) => extname(name) !== "").map((name) => `${it}/${name}`),
  );
  execFileSync("node", [projectPath("xtask/js/service-worker.mjs"), folder, ...root, ...kept, "icons/bobbin.svg"]);
}
