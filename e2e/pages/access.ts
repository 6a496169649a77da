// The rules of accessibility that a machine can check.

import axe from "axe-core";
import type { Page } from "@playwright/test";

interface Scope {
  /** A selector of what is looked at; without it, the whole page. */
  within?: string;
  /** The only rules that are asked for. */
  only?: string[];
}

/** Returns the rules that the page breaks, each with the first element that does. */
export async function brokenRules(page: Page, { within = "html", only }: Scope = {}): Promise<string[]> {
  // Read once a page: that takes as long as looking does.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const options: axe.RunOptions = {
    runOnly: only === undefined ? { type: "tag", values: tags } : { type: "rule", values: only },
    // Takes a name whose middle gives way, and an icon beside a word, for other words than those that are seen.
    rules: { "label-content-name-mismatch": { enabled: false } },
    resultTypes: ["violations"],
  };
  const { violations } = await page.evaluate(
    ([within, options]) => (globalThis as unknown as { axe: typeof axe }).axe.run(within, options),
    [within, options] as const,
  );
  return violations.map((it) => `${it.id}: ${it.nodes[0]?.html}`);
}
