import { defineConfig } from "@playwright/test";

import { shellOptions, url, webServer } from "./server.ts";

export default defineConfig({
  testDir: "specs",
  outputDir: "results/output",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A journey that passes only the second time is broken.
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "results/report.json" }]],
  use: {
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    // What keeps the page for offline use costs each journey a tenth of its time; those about it allow it.
    serviceWorkers: "block",
    launchOptions: shellOptions,
    // A new context for each journey costs a second, and the page is compiled anew in it. What a context keeps beside
    // cookies, caches and stored data is asked for by journeys that take one of their own.
    reuseContext: true,
    // What was done and answered. Pictures and copies of the page for each step would take two thirds more time; to
    // look into a journey, run it alone with `--trace on`.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
  },
  webServer,
});
