// Files that the person picked or dropped, until the page has opened them.

import type { OpenDocument } from "../documents.ts";
import type { Found } from "../wire.ts";
import { type FileHandle, readWhole } from "./api.ts";
import { type Disk, knownOf, largest, type Place } from "./disk.ts";

/** A file that was found, and not read yet. */
export interface Source {
  /** The name, with the folders below the one that was picked. */
  name: string;
  size: number;
  handle: FileHandle | null;
  /** The folders in its name are those on disk. */
  isInFolder?: boolean;
  read(): Promise<{ bytes: Uint8Array; file: File | null }>;
}

/** Files and folders before anything is known of them. */
export interface Collected extends Omit<Found, "files"> {
  sources: Source[];
}

export const nothing = (): Collected => ({ sources: [], origin: null, nOthers: 0, remarks: [] });

/** Makes a source of a file. */
export function sourceOf(file: File, name = file.name, handle: FileHandle | null = null): Source {
  const read = async () => (handle ? readWhole(handle, file) : { bytes: new Uint8Array(await file.arrayBuffer()), file });
  return { name, size: file.size, handle, read };
}

/** Makes sources of handles; a file that cannot be read becomes a remark. */
export async function collectHandles(handles: readonly FileHandle[]): Promise<Collected> {
  const all = nothing();
  for (const handle of handles) {
    try {
      all.sources.push(sourceOf(await handle.getFile(), handle.name, handle));
    } catch {
      all.remarks.push(`\`${handle.name}\` cannot be read.`);
    }
  }
  return all;
}

/** Files that were found and have not been opened yet. */
export class Shelf {
  private readonly sources = new Map<number, { source: Source; place: Place | null }>();
  private lastToken = 0;

  constructor(private readonly disk: Disk) {}

  /** Puts files on the shelf, and says which of them are open already. */
  async put({ sources, ...rest }: Collected, open: readonly OpenDocument[]): Promise<Found> {
    const files = [];
    for (const source of sources) {
      const uri = source.handle ? await this.find(source.handle, open) : null;
      const token = ++this.lastToken;
      this.sources.set(token, { source, place: null });
      files.push({ token, name: source.name, size: source.size, uri });
    }
    return { files, ...rest };
  }

  /** Returns the URI of the document that a file is open as by now. */
  async whereOpen(token: number, open: readonly OpenDocument[]): Promise<string | null> {
    await this.disk.settled();
    const handle = this.sources.get(token)?.source.handle;
    return handle ? this.find(handle, open) : null;
  }

  /** Returns the bytes of a file. */
  async read(token: number): Promise<Uint8Array> {
    const found = this.sources.get(token);
    if (!found) throw new Error("it is not there any more");
    if (found.source.size > largest) throw new Error("it is larger than 64 MB");
    const { bytes, file } = await found.source.read();
    const { handle } = found.source;
    if (handle && file) found.place = { handle, known: await knownOf(file, bytes) };
    return bytes;
  }

  /** Takes a file from the shelf: it was opened as `document`, or not at all. */
  take(token: number, document: OpenDocument | null): void {
    const found = this.sources.get(token);
    this.sources.delete(token);
    if (!found?.place || !document) return;
    this.disk.attach(document, { ...found.place, path: found.source.isInFolder ? document.name : null });
  }

  private async find(handle: FileHandle, open: readonly OpenDocument[]): Promise<string | null> {
    for (const document of open) {
      const other = this.disk.placeOf(document)?.handle;
      if (other && (await handle.isSameEntry?.(other))) return document.uri;
    }
    return null;
  }
}
