import { defineConfig } from "@playwright/test";

import { launchOptions, url, webServer } from "./server.ts";

/** Hours of use and a thousand files, which no test command waits for: `npx playwright test --config soak.config.ts`. */
export default defineConfig({
  testDir: "soak",
  outputDir: "results/soak",
  workers: 1,
  timeout: 0,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    // What counts memory stands in the page's worker, which a service worker would deliver without it.
    serviceWorkers: "block",
    launchOptions: { ...launchOptions, args: [...launchOptions.args, "--enable-precise-memory-info"] },
    trace: "off",
    actionTimeout: 10_000,
  },
  webServer,
});
