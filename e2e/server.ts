// The page's server and the browser that opens it. Shared by the tests and the benchmark.

import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

/** The port for the page; Playwright's workers, which read this file again, get that of the first. */
const port = (process.env.BOBBIN_E2E_PORT ??= String(await freePort()));

/**
 * The page under test: the address that the caller gives, or a server on `dist/` that Playwright
 * starts.
 */
export const url = process.env.BOBBIN_URL ?? `http://127.0.0.1:${port}/`;

/**
 * Starts a server of `dist/` unless the caller gave an address: any other server may be another
 * clone's.
 */
export const webServer = process.env.BOBBIN_URL
  ? undefined
  : {
      command: `cargo xtask serve --no-build --port ${port}`,
      cwd: fileURLToPath(new URL("..", import.meta.url)),
      url,
      reuseExistingServer: false,
      timeout: 120_000,
    };

/** Returns a port that nobody listens at. */
export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

const candidates = [
  process.env.BOBBIN_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The options of the system's Chromium: no updates, no calls home. */
export const launchOptions = {
  executablePath: candidates.find((it) => it !== undefined && existsSync(it)),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/**
 * The options of Chromium's headless shell, if the caller has it: the same engine without the browser around it, in
 * which a journey takes a third less time.
 */
export const shellOptions = {
  ...launchOptions,
  executablePath: process.env.BOBBIN_HEADLESS_SHELL ?? launchOptions.executablePath,
};
