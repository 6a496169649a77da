import { defineConfig } from "@playwright/test";

import { launchOptions, url, webServer } from "./server.ts";

/** Makes the pictures of the examples from the real views: `npx playwright test --config thumbnails.config.ts`. */
export default defineConfig({
  testDir: "thumbnails",
  outputDir: "results/thumbnails",
  workers: 1,
  timeout: 120_000,
  reporter: "list",
  use: {
    baseURL: url,
    // Narrow, but wide enough for the desk.
    viewport: { width: 820, height: 700 },
    // What floats over a view is hidden by a style sheet of the script.
    bypassCSP: true,
    launchOptions,
    actionTimeout: 10_000,
  },
  webServer,
});
