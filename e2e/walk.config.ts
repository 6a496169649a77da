import { defineConfig } from "@playwright/test";

import { launchOptions, url, webServer } from "./server.ts";

/** Walks of chance, which no test command waits for: `npx playwright test --config walk.config.ts`. */
export default defineConfig({
  testDir: "walk",
  outputDir: "results/walk",
  workers: 1,
  timeout: 0,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    launchOptions,
    trace: "off",
    screenshot: "only-on-failure",
    actionTimeout: 10_000,
  },
  webServer,
});
