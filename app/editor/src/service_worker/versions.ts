// The versions of the page that the browser keeps: the newest one, and each older one for as long as a tab is open that
// was loaded from it.

/** One version of the page. */
export interface Version {
  /** The address of the folder that the page lies in. */
  scope: string;
  /** Another one for any other content. */
  name: string;
  /** The paths of its files below the folder. */
  files: string[];
}

/** The environment of the versions. */
export interface Host {
  caches: Pick<CacheStorage, "open" | "keys" | "delete">;
  fetch(address: string, options: RequestInit): Promise<Response>;
  /** Returns the ids of all tabs and workers that are open. */
  clients(): Promise<string[]>;
  now(): number;
}

/** The facts of a version that has been in use. */
interface Record {
  /** Milliseconds since the epoch. */
  activatedAt: number;
  /** The tabs and workers that were loaded from it when the next one took over. */
  clients: string[];
}

interface Old extends Record {
  cache: string;
}

const record = ".bobbin-version";

/** Returns true for files whose names change with their content: ours, and the form of the bundler. */
const isNamedByContent = (path: string) => /-([0-9a-f]{16}|[0-9A-Z]{8})\.\w+$/.test(path);

/** The caches of the versions of one deployment. */
export class Versions {
  private readonly prefix: string;
  private readonly own: string;
  private old: Promise<Old[]> | null = null;

  constructor(
    private readonly version: Version,
    private readonly host: Host,
  ) {
    this.prefix = `bobbin@${version.scope}#`;
    this.own = this.prefix + version.name;
  }

  /** Fetches all files of this version. Fails, and keeps nothing, if the host has another one by now. */
  async install(): Promise<void> {
    try {
      await this.fill();
    } catch (error) {
      await this.host.caches.delete(this.own);
      throw error;
    }
  }

  private async fill(): Promise<void> {
    const cache = await this.host.caches.open(this.own);
    const { files } = this.version;
    await Promise.all(
      files.map(async (path) => {
        const address = this.address(path);
        const known = isNamedByContent(path) ? await this.find(address, "") : undefined;
        const response = known ?? (await this.host.fetch(address, { cache: isNamedByContent(path) ? "default" : "reload" }));
        if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
        if (path === "index.html") await checkIndex(response.clone(), files);
        await cache.put(address, response);
      }),
    );
  }

  /**
   * Takes over from the version before, whose files stay for the tabs that are open. Returns true if there was none.
   * Unless `isAlone`, another version is on its way, and what it has fetched stays.
   */
  async activate(isAlone: boolean): Promise<boolean> {
    const names = (await this.host.caches.keys()).filter((it) => it.startsWith(this.prefix) && it !== this.own);
    const all = await Promise.all(names.map(async (cache) => ({ cache, facts: await this.read(cache) })));
    for (const { cache, facts } of all) if (!facts && isAlone) await this.host.caches.delete(cache);
    const old = all.flatMap(({ cache, facts }) => (facts ? [{ cache, ...facts }] : []));
    const last = old.sort((a, b) => b.activatedAt - a.activatedAt)[0];
    if (last) {
      const assigned = old.slice(1).flatMap((it) => it.clients);
      last.clients = (await this.host.clients()).filter((it) => !assigned.includes(it));
      await this.write(last.cache, last);
    }
    await this.write(this.own, { activatedAt: this.host.now(), clients: [] });
    this.old = null;
    await this.tidy();
    return !last;
  }

  /** Returns the file at an address as the version of a tab or worker has it; null if no version has one. */
  async file(address: string, client: string): Promise<Response | null> {
    const path = address.split(/[?#]/)[0] ?? "";
    return (await this.find(path === this.version.scope ? this.address("index.html") : path, client)) ?? null;
  }

  /** Returns the page of this version. */
  async page(): Promise<Response | null> {
    return (await this.match(this.own, this.address("index.html"))) ?? null;
  }

  /**
   * Removes the versions before this one of which no tab is open any more. Does nothing until this one has taken over:
   * a browser may ask a version for files that still waits, and those who use the version before are noted only then.
   */
  async tidy(): Promise<void> {
    if ((await this.olds()).length === 0) return;
    const own = await this.read(this.own);
    const old = (await this.olds()).filter((it) => own && it.activatedAt < own.activatedAt);
    if (old.length === 0) return;
    const open = await this.host.clients();
    for (const it of old) {
      if (!it.clients.some((client) => open.includes(client))) await this.host.caches.delete(it.cache);
    }
    this.old = null;
  }

  private address(path: string): string {
    return new URL(path, this.version.scope).href;
  }

  private async find(address: string, client: string): Promise<Response | undefined> {
    const old = await this.olds();
    const ofClient = old.filter((it) => it.clients.includes(client));
    for (const { cache } of [...ofClient, { cache: this.own }, ...old]) {
      const found = await this.match(cache, address);
      if (found) return found;
    }
    return undefined;
  }

  private async match(cache: string, address: string): Promise<Response | undefined> {
    return (await this.host.caches.open(cache)).match(address, { ignoreVary: true });
  }

  /** Returns the other versions that have been in use, and were not removed yet. */
  private olds(): Promise<Old[]> {
    this.old ??= (async () => {
      const names = (await this.host.caches.keys()).filter((it) => it.startsWith(this.prefix) && it !== this.own);
      const all = names.map(async (cache) => {
        const facts = await this.read(cache);
        return facts ? [{ cache, ...facts }] : [];
      });
      return (await Promise.all(all)).flat();
    })();
    return this.old;
  }

  private async read(cache: string): Promise<Record | null> {
    const found = await this.match(cache, this.address(record));
    return found ? ((await found.json()) as Record) : null;
  }

  private async write(cache: string, { activatedAt, clients }: Record): Promise<void> {
    const body = JSON.stringify({ activatedAt, clients });
    await (await this.host.caches.open(cache)).put(this.address(record), new Response(body));
  }
}

/** Fails if the page is of another version than the files: the host may have got a new one a moment ago. */
async function checkIndex(response: Response, files: string[]): Promise<void> {
  const html = await response.text();
  const named = html.match(/[\w.-]+-[0-9a-f]{16}\.\w+/g) ?? [];
  const missing = named.find((it) => !files.includes(it));
  if (missing) throw new Error(`the page needs ${missing}, which this version does not have`);
}
