// What the person picks and drops. The start page needs it before the editor is there: a browser gives files only during
// the event in which the person chose them.

import { type FileHandle, type FolderHandle, isCancelled, pickers } from "./api.ts";

/** Files that were picked: by their handles where the browser has them. */
export type Picked = { handles: FileHandle[] } | { files: File[] };

/** A folder that was picked: `null` if the person wanted none. */
export type PickedFolder = { folder: FolderHandle } | { files: File[] } | null;

/** Lets the person pick files. */
export async function picked(): Promise<Picked> {
  const handles = await pickHandles();
  return handles ? { handles } : { files: await pickPlainly(false) };
}

/** Lets the person pick a folder. */
export async function pickedFolder(): Promise<PickedFolder> {
  try {
    const folder = await pickers().showDirectoryPicker?.({ mode: "read", id: "bobbin" });
    if (folder) return { folder };
  } catch (error) {
    if (isCancelled(error)) return null;
  }
  return { files: await pickPlainly(true) };
}

/** Lets the person pick files; `null` if the browser has no picker that gives handles. */
async function pickHandles(): Promise<FileHandle[] | null> {
  try {
    return (await pickers().showOpenFilePicker?.({ multiple: true, id: "bobbin" })) ?? null;
  } catch (error) {
    if (isCancelled(error)) return [];
    // Forbidden here, for example inside another page.
    return null;
  }
}

/** The field that files are being picked by. */
const FIELD = "bobbin-picking";

/** Lets the person pick files, or a folder, by the browser's plain field. */
function pickPlainly(isFolder: boolean): Promise<File[]> {
  const input = document.createElement("input");
  input.type = "file";
  if (isFolder) input.webkitdirectory = true;
  else input.multiple = true;
  // A field that stands nowhere may be collected before the person has chosen, and then nobody hears of it.
  document.querySelector(`#${FIELD}`)?.remove();
  input.id = FIELD;
  input.hidden = true;
  document.body.append(input);
  return new Promise<File[]>((resolve) => {
    input.onchange = () => resolve([...(input.files ?? [])]);
    input.oncancel = () => resolve([]);
    input.click();
  }).finally(() => input.remove());
}

/** The content of a drop, which can be asked for only during the event. */
export interface Dropped {
  handle: Promise<FileHandle | FolderHandle | null> | null;
  entry: FileSystemEntry | null;
  file: File | null;
}

/** Takes the files of a drop, during its event. */
export function takeDrop(data: DataTransfer): Dropped[] {
  type WithHandle = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileHandle | FolderHandle | null> };
  return [...data.items]
    .filter((it) => it.kind === "file")
    .map((it: WithHandle) => ({
      handle: it.getAsFileSystemHandle?.().catch(() => null) ?? null,
      entry: it.webkitGetAsEntry?.() ?? null,
      file: it.getAsFile(),
    }));
}
