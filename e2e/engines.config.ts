// The main journeys in Firefox and WebKit: `cargo xtask test --all-browsers`.

import { defineConfig } from "@playwright/test";

import { webServer } from "./server.ts";

export default defineConfig<{}, { engine: "Firefox" | "WebKit" }>({
  testDir: "engines",
  outputDir: "results/engines",
  // One screen and one profile at a time.
  workers: 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  projects: [
    { name: "Firefox", use: { engine: "Firefox" } },
    { name: "WebKit", use: { engine: "WebKit" } },
  ],
  webServer,
});
