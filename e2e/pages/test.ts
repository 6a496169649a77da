// The test function of all journeys: a page whose console and network are watched.

import { test as base, expect, type Page } from "@playwright/test";

import { Workbench } from "./workbench.ts";

interface Fixtures {
  workbench: Workbench;
}

/**
 * Makes the page as many times slower as BOBBIN_SLOW says: a journey that does not wait for what a person would wait for
 * fails then.
 */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env.BOBBIN_SLOW ?? 1);
  if (rate <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/**
 * Fails a journey when the page throws, reports a breach of its content security policy or any other
 * error, or requests anything from another origin.
 */
export const test = base.extend<Fixtures>({
  workbench: async ({ page, baseURL }, use) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(`thrown: ${error.stack ?? error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      const local = ["blob:", "data:"].includes(url.protocol);
      if (!local && url.origin !== new URL(baseURL ?? "").origin) {
        faults.push(`asked another origin: ${request.url()}`);
      }
    });
    await slowDown(page);
    const workbench = new Workbench(page);
    await workbench.start();
    await use(workbench);
    expect(faults).toEqual([]);
  },
});

export { expect };
