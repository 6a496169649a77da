// What the content security policy of the page and of its worker refuses.

import type { Page } from "@playwright/test";

import { pipeline, textFile } from "../pages/files.ts";
import { copyPage, Host, remove, temporaryFolder } from "../pages/host.ts";
import { expect, test } from "../pages/test.ts";
import { Workbench } from "../pages/workbench.ts";

test.use({ serviceWorkers: "allow", reuseContext: false });

test("the page refuses what its policies have not passed", async ({ page }) => {
  await new Workbench(page).start();
  const refused = (attempt: () => unknown) => expect(page.evaluate(attempt)).rejects;
  await refused(() => (document.createElement("div").innerHTML = '<img src="x" onerror="1">')).toThrow(/TrustedHTML|policy/);
  await refused(() => (document.createElement("script").src = "./start.js")).toThrow(/TrustedScriptURL|policy/);
  await refused(() => new Worker("./start.js")).toThrow(/TrustedScriptURL|policy/);
  await refused(() => navigator.serviceWorker.register("./other.js")).toThrow(/TrustedScriptURL|policy/);
  await refused(() => (globalThis as any).trustedTypes.createPolicy("other", {})).toThrow(/policy/i);
  await refused(() => setTimeout("1" as unknown as () => void)).toThrow(/TrustedScript|policy/);
});

test("what the editor explains and completes is shown under the policy", async ({ workbench }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  // What is found in a text that was just opened closes what is said of a place, until the pointer moves again.
  await expect(async () => {
    await workbench.page.mouse.move(0, 0);
    await workbench.line("image_viewer").getByText("image_viewer").hover();
    await expect(workbench.page.locator(".cm-lsp-hover-tooltip")).toContainText("image_viewer", { timeout: 1_500 });
  }).toPass();
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("process other\n  :: image_v");
  await expect(workbench.page.locator(".cm-tooltip-autocomplete")).toContainText("image_viewer");
  await expect(workbench.page.locator(".cm-completionInfo, .cm-lsp-documentation").first()).toBeVisible();
});

test("no element of a text can move the page's addresses or send a form", async ({ page }) => {
  await new Workbench(page).start();
  const { base, sent } = await page.evaluate(async () => {
    const element = document.createElement("base");
    element.href = "https://example.org/";
    document.head.append(element);
    const base = document.baseURI;
    const broken = new Promise<string>((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) => {
        if (event.effectiveDirective === "form-action") resolve(event.effectiveDirective);
      });
    });
    const form = document.createElement("form");
    form.action = location.href;
    form.method = "post";
    document.body.append(form);
    form.submit();
    return { base, sent: await broken };
  });
  expect(new URL(base).origin).toBe(new URL(page.url()).origin);
  expect(sent).toBe("form-action");
});

test("other sites cannot frame the page, where the host sends its headers", async ({ page, request, baseURL }) => {
  const headers = (await request.get("./")).headers();
  expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
  const policy = headers["content-security-policy"] ?? "";
  for (const part of ["base-uri 'none'", "form-action 'none'", "object-src 'none'", "require-trusted-types-for 'script'"]) {
    expect(policy).toContain(part);
  }
  // Another origin by its name.
  const outside = (baseURL ?? "").replace("127.0.0.1", "localhost");
  await page.route(`${outside}outside.html`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe src="${baseURL}"></iframe>` }),
  );
  await page.goto(`${outside}outside.html`);
  // The browser shows a page of its own in the frame.
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
});

test.describe("on a host that sends no headers", () => {
  /** Asks another origin from the worker; returns what came of it. */
  async function askFromWorker(page: Page, address: string): Promise<string> {
    const [worker] = page.workers();
    if (!worker) throw new Error("there is no worker");
    return worker.evaluate(async (address) => {
      const breach = new Promise<string>((resolve) => {
        self.addEventListener("securitypolicyviolation", (event) => resolve((event as SecurityPolicyViolationEvent).effectiveDirective));
      });
      return fetch(address, { mode: "no-cors" }).then(
        () => "it was sent",
        () => breach,
      );
    }, address);
  }

  test("the worker has the policy of the page", async ({ page }) => {
    const folder = temporaryFolder();
    copyPage(folder);
    const [host, elsewhere] = [await new Host(folder).start(), await new Host(folder).start()];
    try {
      const workbench = new Workbench(page);
      await page.goto(host.url);
      await workbench.ready();
      expect(await askFromWorker(page, `${elsewhere.url}secret`)).toBe("connect-src");
      expect(elsewhere.asked).toEqual([]);
      // The worker still works, and so does the next one.
      await workbench.open(textFile("people.pipe", pipeline));
      await page.evaluate(() => (globalThis as any).bobbinEditor.crashWorker());
      await expect(page.getByText(/was restarted/i)).toBeVisible({ timeout: 15_000 });
      await workbench.ready();
      expect(await askFromWorker(page, `${elsewhere.url}secret`)).toBe("connect-src");
      expect(elsewhere.asked).toEqual([]);
    } finally {
      await Promise.all([host.stop(), elsewhere.stop()]);
      remove(folder);
    }
  });
});
