// Where the page is served, and which browser opens it. Shared by the tests and the benchmark.

import { existsSync } from "node:fs";

/** The page under test: a running server's address, or one that Playwright starts on `dist/`. */
export const url = process.env.BOBBIN_URL ?? "http://127.0.0.1:4317/";

/** Starts a server of `dist/` unless the caller named a running one. */
export const webServer = process.env.BOBBIN_URL
  ? undefined
  : {
      command: "cargo xtask serve --no-build --port 4317",
      cwd: new URL("..", import.meta.url).pathname,
      url,
      reuseExistingServer: !process.env.CI,
      timeout: 120_000,
    };

const candidates = [
  process.env.BOBBIN_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Chromium from the system, quiet: no updates, no calls home. */
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
