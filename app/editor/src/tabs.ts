// The tabs of this browser that have the page open: each keeps texts of its own.

/** Stores the id of a tab for as long as it is open and across its reloads. */
const storedAs = "bobbin.tab";
/**
 * Milliseconds after which a lock is taken to belong to another tab, and not to this one before its
 * reload.
 */
const patience = 1000;
/** Milliseconds in which the other tabs say who they are, where there are no locks. */
const answerTime = 200;

/** This tab and the others. */
export interface Tabs {
  own: string;
  others: string[];
  /** True if this tab was there before: it is reloaded, or comes back with its browser. */
  isKnown: boolean;
}

/** The environment of the tabs. */
export interface TabsConfig {
  /** Remembers the tab across reloads, where the browser allows it. */
  storage: Pick<Storage, "getItem" | "setItem"> | null;
  /** Null where the page does not come over a secure connection. */
  locks: Pick<LockManager, "request" | "query"> | null;
  /** Makes a channel to the other tabs, by which they tell of themselves where there are no locks. */
  channel?: ((name: string) => BroadcastChannel) | null;
  fresh(): string;
}

/** Returns the browser's own environment. */
export function browserTabs(): TabsConfig {
  let storage: Storage | null = null;
  try {
    storage = sessionStorage;
  } catch {
    // Forbidden; a reload then makes a new tab.
  }
  const channel = typeof BroadcastChannel === "undefined" ? null : (name: string) => new BroadcastChannel(name);
  return { storage, locks: navigator.locks ?? null, channel, fresh };
}

function fresh(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (it) => it.toString(16).padStart(8, "0")).join("");
}

/** Identifies this tab. From now on the others see it, until it is closed. */
export async function claimTab(deployment: string, config: TabsConfig): Promise<Tabs> {
  const { storage, locks } = config;
  const known = read(storage);
  let own = known ?? config.fresh();
  if (locks && !(await hold(locks, lockName(deployment, own)))) {
    // This tab is a copy of one that is still open.
    own = config.fresh();
    await hold(locks, lockName(deployment, own));
  }
  const open = await openTabs(deployment, config);
  if (!locks) {
    if (open.includes(own)) own = config.fresh();
    answer(deployment, own, config);
  }
  try {
    storage?.setItem(storedAs, own);
  } catch {
    // No room; a reload then makes a new tab.
  }
  return { own, others: open.filter((it) => it !== own), isKnown: own === known };
}

/** Returns the tabs that are open now. */
export async function openTabs(deployment: string, { locks, channel }: Pick<TabsConfig, "locks" | "channel">): Promise<string[]> {
  if (!locks) return channel ? ask(channel(lockName(deployment, ""))) : [];
  const held = (await locks?.query())?.held ?? [];
  const start = lockName(deployment, "");
  return held.flatMap(({ name }) => (name?.startsWith(start) ? [name.slice(start.length)] : []));
}

/**
 * Does something with what a tab has left, and gives its answer; undefined, with nothing done, if that tab is open. One
 * that comes back meanwhile, as every tab does that is reloaded, waits.
 */
export async function whileGone<T>(
  deployment: string,
  tab: string,
  config: Pick<TabsConfig, "locks" | "channel">,
  act: () => Promise<T>,
): Promise<T | undefined> {
  const { locks } = config;
  if (!locks) return (await openTabs(deployment, config)).includes(tab) ? undefined : act();
  return locks.request(lockName(deployment, tab), { ifAvailable: true }, async (lock) => (lock ? act() : undefined));
}

/** A question to all tabs, or what one says of itself. */
type Word = { who: true } | { tab: string };

/** Asks the tabs who they are, and closes the channel. */
async function ask(channel: BroadcastChannel): Promise<string[]> {
  const tabs = new Set<string>();
  channel.onmessage = ({ data }: MessageEvent<Word>) => "tab" in data && tabs.add(data.tab);
  channel.postMessage({ who: true } satisfies Word);
  await new Promise((resolve) => setTimeout(resolve, answerTime));
  channel.close();
  return [...tabs];
}

/** Says who this tab is whenever another one asks, for the life of the page. */
function answer(deployment: string, own: string, { channel }: TabsConfig): void {
  const open = channel?.(lockName(deployment, ""));
  if (open) open.onmessage = ({ data }: MessageEvent<Word>) => "who" in data && open.postMessage({ tab: own } satisfies Word);
}

const lockName = (deployment: string, tab: string) => `bobbin.tab@${deployment}#${tab}`;

function read(storage: TabsConfig["storage"]): string | null {
  try {
    return storage?.getItem(storedAs) ?? null;
  } catch {
    return null;
  }
}

/** Takes a lock for the life of the page; returns false if another tab has it. */
function hold(locks: Pick<LockManager, "request">, name: string): Promise<boolean> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), patience);
  return new Promise((resolve) => {
    const held = () => {
      clearTimeout(timer);
      resolve(true);
      return new Promise<never>(() => {});
    };
    locks.request(name, { signal: giveUp.signal }, held).catch(() => resolve(false));
  });
}
