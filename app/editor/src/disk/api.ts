// The File System Access API as far as it is used here: the type library has only the part that all browsers share.

/** A file on the person's disk, or one that a browser made up for a page. */
export interface FileHandle {
  readonly kind: "file";
  readonly name: string;
  getFile(): Promise<File>;
  createWritable(): Promise<Writable>;
  isSameEntry?(other: FileHandle): Promise<boolean>;
  queryPermission?(mode: { mode: "read" | "readwrite" }): Promise<PermissionState>;
  requestPermission?(mode: { mode: "read" | "readwrite" }): Promise<PermissionState>;
}

export interface Writable {
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** A folder on the person's disk. */
export interface FolderHandle {
  readonly kind: "directory";
  readonly name: string;
  values(): AsyncIterable<FileHandle | FolderHandle>;
}

/** The pickers of browsers that let pages write files. */
export interface Pickers {
  showOpenFilePicker?(options: { multiple: boolean; id: string }): Promise<FileHandle[]>;
  showSaveFilePicker?(options: { suggestedName: string; id: string; startIn?: FileHandle }): Promise<FileHandle>;
  showDirectoryPicker?(options: { mode: "read"; id: string }): Promise<FolderHandle>;
}

/** The browser's pickers, asked for at each use. */
export const pickers = (): Pickers => globalThis as Pickers;

/** Returns true if the person has closed a picker without a choice. */
export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

/** Returns true if a file is no longer where it was. */
export const isGone = (error: unknown): boolean => error instanceof DOMException && error.name === "NotFoundError";

/** How often a file is read that another program writes meanwhile. */
const attempts = 5;

/**
 * Reads a file. A browser refuses to read one that has changed since it was asked for (`NotReadableError`): it is asked
 * for again then, a little later each time.
 */
export async function readWhole(handle: FileHandle, file: File): Promise<{ file: File; bytes: Uint8Array<ArrayBuffer> }> {
  for (let nth = 1; ; nth++) {
    try {
      return { file, bytes: new Uint8Array(await file.arrayBuffer()) };
    } catch (error) {
      if (nth === attempts || !(error instanceof DOMException && error.name === "NotReadableError")) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20 * nth));
    file = await handle.getFile();
  }
}
