// The journal of starts: one that does not get as far as showing its files is noticed by the next one.
//
// It has a small database of its own, since the one with the files may be what a start dies of. IndexedDB and not
// `localStorage`, which a browser writes seconds later: too late if the browser itself dies.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** The time after the last file is there in which what it shows may still fail, in milliseconds. */
export const settling = 1000;

/** The time after which a start that is left has failed; one that is left earlier was only left, in milliseconds. */
export const patience = 30_000;

/** A start that is not over. */
interface Start {
  tab: string;
}

/** The number of starts in a row that failed, with the word for it in place of a tab. */
interface Failures extends Start {
  tab: typeof failures;
  count: number;
}

const failures = "";

interface Stores extends DBSchema {
  starts: { key: string; value: Start | Failures };
}

/** The journal as it is kept. */
export class StartRows {
  private constructor(private readonly db: IDBPDatabase<Stores>) {}

  static async open(deployment: string): Promise<StartRows> {
    const db = await openDB<Stores>(`bobbin.starts@${deployment}`, 1, {
      upgrade: (db) => void db.createObjectStore("starts", { keyPath: "tab" }),
      blocking: () => db.close(),
    });
    return new StartRows(db);
  }

  /**
   * Notes that a tab starts. Returns the number of starts in a row that failed before: those that are not over, of
   * tabs that are gone. Several tabs that died together died of one thing.
   */
  async begin(tab: string, others: string[]): Promise<number> {
    const transaction = this.db.transaction("starts", "readwrite");
    const rows = await transaction.store.getAll();
    const dead = rows.filter((it) => it.tab !== failures && !others.includes(it.tab));
    const before = rows.find((it): it is Failures => it.tab === failures)?.count ?? 0;
    const count = before + (dead.length > 0 ? 1 : 0);
    for (const it of dead) void transaction.store.delete(it.tab);
    void transaction.store.put({ tab: failures, count });
    void transaction.store.put({ tab });
    await transaction.done;
    return count;
  }

  /** Notes that a tab starts to open more. */
  resume(tab: string): void {
    void this.db.put("starts", { tab }).catch(() => {});
  }

  /** Notes that a tab's start is over; if it was one with all files, no start before it counts any more. */
  end(tab: string, isWhole: boolean): void {
    try {
      const transaction = this.db.transaction("starts", "readwrite");
      transaction.done.catch(() => {});
      void transaction.store.delete(tab);
      if (isWhole) void transaction.store.delete(failures);
      // The page may be about to go away.
      transaction.commit();
    } catch {
      // The database was taken away, and the journal with it.
    }
  }
}

/** The environment of a start. */
export interface StartConfig {
  open(): Promise<Pick<StartRows, "begin" | "resume" | "end">>;
  /** Returns milliseconds on a monotonic clock. */
  now(): number;
  later(run: () => void, milliseconds: number): void;
}

/** The start of this page. */
export class StartJournal {
  private rows: Pick<StartRows, "begin" | "resume" | "end"> | null = null;
  private tab = "";
  private begunAt = 0;
  /** Null when the start is over. */
  private state: "going" | "failed" | "left" | null = null;
  /** The turn of the wait for the start to settle; another turn ends the one before. */
  private turn = 0;

  constructor(private readonly config: StartConfig) {}

  /** Notes the start, and returns the number of those in a row that failed before; 0 where nothing can be kept. */
  async begin(tab: string, others: string[]): Promise<number> {
    this.tab = tab;
    this.begunAt = this.config.now();
    this.state = "going";
    try {
      this.rows = await this.config.open();
      return await this.rows.begin(tab, others);
    } catch {
      return 0;
    }
  }

  /** Notes that files are opened that a failed start had open. */
  resume(): void {
    this.turn++;
    this.goOn();
  }

  /** Notes that what was to be opened is there; `isWhole` if nothing of it was left out. */
  settle(isWhole: boolean): void {
    const turn = ++this.turn;
    this.config.later(() => {
      if (turn !== this.turn) return;
      this.state = null;
      this.rows?.end(this.tab, isWhole);
    }, settling);
  }

  /** Notes that something has failed; a start that gets there all the same has not. */
  fail(): void {
    if (this.state === "going") this.state = "failed";
  }

  /** Notes that the page is left or hidden, where the browser may end it without a word. */
  leave(): void {
    const isEarly = this.config.now() - this.begunAt < patience;
    if (this.state !== "going" || !isEarly) return;
    this.state = "left";
    this.rows?.end(this.tab, false);
  }

  /** Notes that the page is seen again. */
  comeBack(): void {
    if (this.state === "left") this.goOn();
  }

  private goOn(): void {
    this.begunAt = this.config.now();
    this.state = "going";
    this.rows?.resume(this.tab);
  }
}
