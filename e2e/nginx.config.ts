// The journeys for which the host matters, behind nginx, below /bobbin/, as docs/hosting/nginx.conf says. `cargo xtask test` runs them where there is
// an nginx: BOBBIN_NGINX names it.

import { defineConfig } from "@playwright/test";

import usual from "./playwright.config.ts";
import { nginx } from "./nginx.ts";
import { freePort } from "./server.ts";

// Playwright's workers read this file again, and get the port of the first.
const port = (process.env.BOBBIN_NGINX_PORT ??= String(await freePort()));
const url = `http://127.0.0.1:${port}/bobbin/`;

export default defineConfig({
  ...usual,
  testMatch: ["nginx.spec.ts", "embed.spec.ts", "frame.spec.ts", "policy.spec.ts", "offline.spec.ts"],
  testDir: ".",
  outputDir: "results/nginx",
  use: { ...usual.use, baseURL: url },
  webServer: { command: nginx(Number(port)), url, reuseExistingServer: false, timeout: 30_000, gracefulShutdown: { signal: "SIGTERM", timeout: 3_000 } },
});
