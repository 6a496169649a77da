// The rules of accessibility that a machine can check.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

interface Scope {
  /** A selector of what is looked at; without it, the whole page. */
  within?: string;
  /** Rules that are not asked for. */
  except?: string[];
  /** The only rules that are asked for. */
  only?: string[];
}

/** Returns the rules that the page breaks, each with the first element that does. */
export async function brokenRules(page: Page, { within, except = [], only }: Scope = {}): Promise<string[]> {
  let axe = new AxeBuilder({ page }).disableRules(except);
  if (within !== undefined) axe = axe.include(within);
  axe = only === undefined ? axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]) : axe.withRules(only);
  // The other mode joins what it finds in frames, of which there are none, in a new tab: half a second each time.
  const { violations } = await axe.setLegacyMode(true).analyze();
  return violations.map((it) => `${it.id}: ${it.nodes[0]?.html}`);
}
