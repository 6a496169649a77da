// The files in a folder.

import type { FileHandle, FolderHandle } from "./api.ts";
import { grouped } from "../prose.ts";
import { type Collected, nothing, type Source, sourceOf } from "./found.ts";

/** The most files of a folder that are looked at. */
export const mostFiles = 5000;
/** The most bytes of a file whose name says nothing. */
const mostUnknown = 1_000_000;

/** Folders that hold what programs made. */
const isSkipped = (name: string) => name.startsWith(".") || ["node_modules", "__pycache__", "__MACOSX"].includes(name);

/**
 * Returns true if a file may be one of ours: its name has one of the `endings`, or says so little that only the
 * content can tell.
 */
export function isCandidate(name: string, size: number, endings: readonly string[]): boolean {
  const own = (name.split("/").at(-1) ?? "").toLowerCase();
  if (own.startsWith(".")) return false;
  if (endings.some((it) => own.endsWith(it))) return true;
  const isPlain = !own.includes(".") || /\.(txt|cfg|conf|config|ini)$/.test(own);
  return isPlain && size > 0 && size <= mostUnknown;
}

/** Keeps the files that may be of ours, and counts the others. */
export function sift(all: Collected, endings: readonly string[]): Collected {
  const sources = all.sources.filter((it) => isCandidate(it.name, it.size, endings));
  return { ...all, sources, nOthers: all.nOthers + all.sources.length - sources.length };
}

/** Collects files, until there are too many. */
class Walk {
  readonly sources: Source[] = [];
  readonly remarks: string[] = [];
  isFull = false;

  add(source: Source): void {
    if (this.sources.length < mostFiles) this.sources.push({ ...source, isInFolder: true });
    else this.isFull = true;
  }

  async handles(folder: FolderHandle, path: string): Promise<void> {
    const below: FolderHandle[] = [];
    for await (const it of folder.values()) {
      if (this.isFull) return;
      if (it.kind === "directory") below.push(it);
      else await this.handle(it, path);
    }
    for (const it of below) if (!isSkipped(it.name) && !this.isFull) await this.handles(it, `${path}${it.name}/`);
  }

  private async handle(handle: FileHandle, path: string): Promise<void> {
    const name = path + handle.name;
    try {
      this.add(sourceOf(await handle.getFile(), name, handle));
    } catch {
      this.remarks.push(`\`${name}\` cannot be read.`);
    }
  }

  async entries(folder: FileSystemDirectoryEntry, path: string): Promise<void> {
    const reader = folder.createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
      if (some.length === 0 || this.isFull) return;
      for (const it of some) {
        if (it.isDirectory && !isSkipped(it.name)) await this.entries(it as FileSystemDirectoryEntry, `${path}${it.name}/`);
        else if (it.isFile) await this.entry(it as FileSystemFileEntry, path);
      }
    }
  }

  private async entry(entry: FileSystemFileEntry, path: string): Promise<void> {
    const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
    if (file) this.add(sourceOf(file, path + entry.name));
    else this.remarks.push(`\`${path}${entry.name}\` cannot be read.`);
  }

  collected(origin: string): Collected {
    const words = `\`${origin}\` has more than ${grouped(mostFiles)} files; only the first ones were read. Open a folder inside it.`;
    return { sources: this.sources, origin, nOthers: 0, remarks: this.isFull ? [words, ...this.remarks] : this.remarks };
  }
}

/** Collects the files of a folder that was picked or dropped, by their paths in it. */
export async function walkFolder(folder: FolderHandle | FileSystemDirectoryEntry): Promise<Collected> {
  const walk = new Walk();
  if ("createReader" in folder) await walk.entries(folder, "");
  else await walk.handles(folder, "");
  return walk.collected(folder.name);
}

/** Collects the files of a folder as the browser's plain field gives them. */
export function plainFolder(files: readonly File[]): Collected {
  if (files.length === 0) return nothing();
  const walk = new Walk();
  for (const file of files) {
    const [, ...path] = file.webkitRelativePath.split("/");
    if (!path.slice(0, -1).some(isSkipped)) walk.add(sourceOf(file, path.join("/") || file.name));
  }
  return walk.collected(files[0]?.webkitRelativePath.split("/")[0] || "the folder");
}
