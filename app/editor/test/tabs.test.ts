import assert from "node:assert/strict";
import { test } from "node:test";
import { claimTab, openTabs, type TabsConfig, whileGone } from "../src/tabs.ts";

/** A browser with its locks, and tabs in it. */
class Browser {
  private held = new Set<string>();
  private n = 0;

  tab(stored: Map<string, string> = new Map()): TabsConfig & { stored: Map<string, string>; close(): void } {
    const own: string[] = [];
    const locks = {
      query: async () => ({ held: [...this.held].map((name) => ({ name })), pending: [] }),
      request: async (name: string, { signal }: { signal: AbortSignal }, got: () => Promise<unknown>) => {
        while (this.held.has(name)) {
          if (signal.aborted) throw new Error("aborted");
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        this.held.add(name);
        own.push(name);
        return got();
      },
    };
    return {
      storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, it) => void stored.set(key, it) },
      locks: locks as unknown as NonNullable<TabsConfig["locks"]>,
      fresh: () => `tab${++this.n}`,
      stored,
      close: () => own.forEach((it) => this.held.delete(it)),
    };
  }
}

test("tabs see each other, deployment by deployment", async () => {
  const browser = new Browser();
  const [one, other, elsewhere] = [browser.tab(), browser.tab(), browser.tab()];
  assert.deepEqual(await claimTab("/a/", one), { own: "tab1", others: [], isKnown: false });
  assert.deepEqual(await claimTab("/a/", other), { own: "tab2", others: ["tab1"], isKnown: false });
  assert.deepEqual(await claimTab("/b/", elsewhere), { own: "tab3", others: [], isKnown: false });
  one.close();
  assert.deepEqual(await openTabs("/a/", other), ["tab2"]);
});

test("a tab that is loaded again is the same, also if the browser is slow to let it go", async () => {
  const browser = new Browser();
  const before = browser.tab();
  await claimTab("/", before);
  setTimeout(() => before.close(), 200);
  assert.deepEqual(await claimTab("/", browser.tab(before.stored)), { own: "tab1", others: [], isKnown: true });
});

test("the copy of a tab is another one", async () => {
  const browser = new Browser();
  const first = browser.tab();
  await claimTab("/", first);
  assert.deepEqual(await claimTab("/", browser.tab(new Map(first.stored))), { own: "tab2", others: ["tab1"], isKnown: false });
});

test("without locks tabs ask each other who they are", async (t) => {
  const channels: BroadcastChannel[] = [];
  t.after(() => channels.forEach((it) => it.close()));
  let n = 0;
  const tab = (stored = new Map<string, string>()) => ({
    storage: { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, it: string) => void stored.set(key, it) },
    locks: null,
    channel: (name: string) => {
      const channel = new BroadcastChannel(name);
      channels.push(channel);
      return channel;
    },
    fresh: () => `tab${++n}`,
    stored,
  });
  const first = tab();
  assert.deepEqual(await claimTab("/c/", first), { own: "tab1", others: [], isKnown: false });
  const copy = tab(new Map(first.stored));
  assert.deepEqual(await claimTab("/c/", copy), { own: "tab2", others: ["tab1"], isKnown: false });
  assert.deepEqual((await openTabs("/c/", first)).sort(), ["tab1", "tab2"]);
  assert.equal(await whileGone("/c/", "tab2", first, async () => "done"), undefined);
  assert.equal(await whileGone("/c/", "tab3", first, async () => "done"), "done");
});

test("without locks and storage there is a tab all the same", async () => {
  const config: TabsConfig = { storage: null, locks: null, fresh: () => "only" };
  assert.deepEqual(await claimTab("/", config), { own: "only", others: [], isKnown: false });
});
