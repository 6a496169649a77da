import { defineConfig } from "@playwright/test";

import { launchOptions, url, webServer } from "./server.ts";

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
  reporter: process.env.CI
    ? [["list"], ["json", { outputFile: "results/report.json" }]]
    : [["list"], ["json", { outputFile: "results/report.json" }]],
  use: {
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    launchOptions,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
  webServer,
});
