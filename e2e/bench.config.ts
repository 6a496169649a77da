import { defineConfig } from "@playwright/test";

import { launchOptions, url, webServer } from "./server.ts";

export default defineConfig({
  testDir: "bench",
  outputDir: "results/bench",
  workers: 1,
  timeout: 180_000,
  reporter: "list",
  use: { baseURL: url, viewport: { width: 1440, height: 900 }, launchOptions },
  webServer,
});
