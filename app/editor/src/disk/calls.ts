// Files on the person's disk as the page calls them: structured values cross as JSON, contents as bytes.

import type { Documents, OpenDocument } from "../documents.ts";
import type { OnDemand } from "../link_calls.ts";
import type { EditorEvent } from "../wire.ts";
import type { FileHandle } from "./api.ts";
import type { Disk } from "./disk.ts";
import { type Collected, collectHandles, nothing, Shelf, sourceOf } from "./found.ts";
import { type Dropped, type Picked, type PickedFolder, picked, pickedFolder, takeDrop } from "./picking.ts";

/**
 * Makes the calls for some documents, and reports to the page by `emit`, by `emitChange` that a document counts as saved or
 * not. `settle` applies pending typing.
 */
export function diskCalls(
  documents: Documents,
  disk: Disk,
  settle: () => void,
  onDemand: () => Promise<OnDemand>,
  emit: (event: EditorEvent) => void,
  emitChange: (document: OpenDocument) => void,
) {
  const look = async (of: readonly OpenDocument[]) => {
    const { changed, gone, back } = await disk.look(of);
    for (const document of changed) {
      const writer = await disk.writerOf(document, documents.files);
      emit({ changedOnDisk: { uri: document.uri, writer: writer?.name ?? null } });
    }
    for (const document of gone) emit({ lostOnDisk: { uri: document.uri } });
    for (const document of [...gone, ...back]) emitChange(document);
  };
  window.addEventListener("focus", () => void look(documents.files));
  disk.onRecall = (document) => void look([document]);
  return { ...openingCalls(documents, disk, onDemand, emit), ...savingCalls(documents, disk, settle, onDemand) };
}

function openingCalls(documents: Documents, disk: Disk, onDemand: () => Promise<OnDemand>, emit: (event: EditorEvent) => void) {
  const shelf = new Shelf(disk);
  const find = (all: Collected) => shelf.put(all, documents.files);
  const put = async (finds: Collected[]) => {
    const found = [];
    for (const it of finds) found.push(await find(it));
    return JSON.stringify(found);
  };
  // An installed page is started with the files that the person opened with it.
  launches()?.setConsumer(({ files }) => {
    if (files && files.length > 0) void collectHandles(files).then(find).then((found) => emit({ launched: found }));
  });

  /** Takes what is being picked. Returns a list of [`Found`]: archives by themselves. */
  const takePicked = async (picking: Promise<Picked>, endings: Promise<string>): Promise<string> => {
    const it = await picking;
    const all = "handles" in it ? await collectHandles(it.handles) : { ...nothing(), sources: it.files.map((file) => sourceOf(file)) };
    return put(await unpacked(all, endings, onDemand));
  };

  /** Takes the folder that is being picked. Returns a list of one [`Found`]. */
  const takePickedFolder = async (picking: Promise<PickedFolder>, endings: Promise<string>): Promise<string> => {
    const it = await picking;
    if (!it) return put([nothing()]);
    const { walkFolder, plainFolder, sift } = await onDemand();
    return put([sift("folder" in it ? await walkFolder(it.folder) : plainFolder(it.files), await listed(endings))]);
  };

  /** Takes what was dropped. Returns a list of [`Found`]: each folder and archive by itself. */
  const takeDropped = async (dropped: Dropped[], endings: Promise<string>): Promise<string> => put(await collectDrop(dropped, endings, onDemand));

  return {
    /** Lets the person pick files. Returns a list of [`Found`]. */
    pickFiles(endings: Promise<string>): Promise<string> {
      return takePicked(picked(), endings);
    },

    takePicked,

    /** Lets the person pick a folder. Returns a list of one [`Found`] of the files in it that may be of ours. */
    pickFolder(endings: Promise<string>): Promise<string> {
      return takePickedFolder(pickedFolder(), endings);
    },

    takePickedFolder,

    /** Takes what was dropped, during the event. Returns a list of [`Found`]. */
    dropFiles(data: DataTransfer, endings: Promise<string>): Promise<string> {
      return takeDropped(takeDrop(data), endings);
    },

    takeDropped,

    /** Returns the URI of the document that a file that was found is open as by now; empty if it is not. */
    async whereOpen(token: number): Promise<string> {
      return (await shelf.whereOpen(token, documents.files)) ?? "";
    },

    /** Returns the bytes of a file that was found. */
    readFound(token: number): Promise<Uint8Array> {
      return shelf.read(token);
    },

    /** Forgets a file that was found; it was opened at `uri`, or nowhere if that is empty. */
    takeFound(token: number, uri: string): void {
      shelf.take(token, documents.get(uri));
    },
  };
}

function savingCalls(documents: Documents, disk: Disk, settle: () => void, onDemand: () => Promise<OnDemand>) {
  const of = (uri: string): OpenDocument => {
    const document = documents.get(uri);
    if (!document) throw new Error("it is not open any more");
    return document;
  };
  return {
    /** Returns how a document would be saved, where it is or elsewhere: `inPlace`, by a `picker`, or as a `download`. */
    wayToSave(uri: string, isElsewhere: boolean): string {
      const document = documents.get(uri);
      return document ? disk.wayOf(document, isElsewhere) : "download";
    },

    /** Returns the name on disk of a document that the person has given another one; null if it has that. */
    oldNameOnDisk(uri: string): string | null {
      const document = documents.get(uri);
      return document && disk.oldNameOf(document);
    },

    /** Notes that a document keeps its name, though its file has another one on disk. */
    acceptNameOnDisk(uri: string): void {
      disk.acceptName(of(uri));
    },

    /** Writes a document to its place on disk. Returns an [`Outcome`] as JSON. */
    async saveInPlace(uri: string, bytes: Uint8Array): Promise<string> {
      return JSON.stringify(await disk.save(of(uri), bytes));
    },

    /** Lets the person choose where to write a document. Returns an [`Outcome`] as JSON. */
    async saveByPicker(uri: string, name: string, bytes: Uint8Array): Promise<string> {
      return JSON.stringify(await disk.saveAs(of(uri), name, bytes));
    },

    /** Returns the content on disk of a document's file. */
    readDisk(uri: string): Promise<Uint8Array> {
      return disk.read(of(uri));
    },

    /** Returns the name of the open document that was saved to the file of this one; null if it was another program. */
    async writerOnDisk(uri: string): Promise<string | null> {
      return (await disk.writerOf(of(uri), documents.files))?.name ?? null;
    },

    /** Notes that the person has decided what becomes of the content that was read last. */
    acceptDisk(uri: string): void {
      disk.accept(of(uri));
    },

    /** Packs open documents, `{uri, name, encoding, data}`: their texts, or in place of one the bytes `data`, Base64. */
    async packFiles(json: string): Promise<Uint8Array> {
      settle();
      const wanted = JSON.parse(json) as { uri: string; name: string; encoding: string; data: string | null }[];
      const texts = wanted.flatMap(({ uri, ...it }) => ({ ...it, text: documents.get(uri)?.text() ?? null }));
      const { zip, encode } = await onDemand();
      return zip(
        texts.flatMap(({ name, text, encoding, data }) => {
          if (data !== null) return { name, bytes: Uint8Array.from(atob(data), (it) => it.charCodeAt(0)) };
          return text === null ? [] : { name, bytes: encode(text, encoding) };
        }),
      );
    },
  };
}

/** Returns the browser's queue of files to open, if it has one. */
const launches = () => (globalThis as { launchQueue?: { setConsumer(take: (launch: { files?: FileHandle[] }) => void): void } }).launchQueue;

/** Takes archives apart from other files, for those in them that may be of ours. */
async function unpacked(all: Collected, endings: Promise<string>, onDemand: () => Promise<OnDemand>): Promise<Collected[]> {
  if (!all.sources.some((it) => isZip(it.name))) return [all];
  const { unzipAll } = await onDemand();
  return unzipAll(all, await listed(endings));
}

/** Reads the ends of names, which come when the languages are known. */
async function listed(endings: Promise<string>): Promise<string[]> {
  const read = JSON.parse(await endings) as { Ok: string[] } | { Err: string };
  if ("Err" in read) throw new Error(read.Err);
  return read.Ok;
}

const isZip = (name: string) => /\.zip$/i.test(name);

async function collectDrop(taken: Dropped[], endings: Promise<string>, onDemand: () => Promise<OnDemand>): Promise<Collected[]> {
  const all = nothing();
  const folders: Collected[] = [];
  for (const { handle, entry, file } of taken) {
    const found = await handle;
    const folder = found?.kind === "directory" ? found : entry?.isDirectory ? (entry as FileSystemDirectoryEntry) : null;
    if (folder) {
      const { walkFolder, sift } = await onDemand();
      folders.push(sift(await walkFolder(folder), await listed(endings)));
    } else if (found?.kind === "file") {
      const { sources, remarks } = await collectHandles([found]);
      all.sources.push(...sources);
      all.remarks.push(...remarks);
    } else if (file) {
      all.sources.push(sourceOf(file));
    }
  }
  const others = await unpacked(all, endings, onDemand);
  const isAny = others.some((it) => it.sources.length > 0 || it.remarks.length > 0);
  return isAny || folders.length === 0 ? [...others, ...folders] : folders;
}
