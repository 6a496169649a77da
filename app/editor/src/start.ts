// Starts the page, and then the editor.

import { keepComposingKeys } from "./composing.ts";
import { keepWhatIsDragged } from "./dragging.ts";
import { takeLaunch } from "./launch_calls.ts";
import { type Editor, StandIn } from "./stand_in.ts";
// The page needs the policies from its first element on.
import "./trusted_types.ts";

/** The files of a build, beside the page. */
export interface Files {
  app: string;
  editor: string;
  /** The modules that the editor imports at once. */
  editorParts: string[];
  worker: string;
  core: string;
  onDemand: string;
}

/** The times to wait before a module that did not come is asked for again, in milliseconds. */
const pauses = [300, 1000, 3000];

const lost =
  "The editor could not be loaded. Check the connection, then reload the page; what was stored before is still there.";

/** Shows the page by its own `init`, and loads the editor that the page calls as `bobbinEditor`. */
export async function start(init: (from: { module_or_path: string }) => Promise<unknown>, files: Files): Promise<void> {
  const at = (name: string) => new URL(name, document.baseURI).href;
  const standIn = new StandIn(reportError);
  const page = globalThis as { bobbinEditor?: Editor };
  page.bobbinEditor = standIn.editor;
  keepComposingKeys(window);
  keepWhatIsDragged(window);
  const shown = init({ module_or_path: at(files.app) });
  // What is kept in the browser comes at once; over a network the start page comes first, unless a file will be open.
  const isStartPage = document.documentElement.dataset.boot !== "files";
  if (!isKept() && isStartPage) await shown;
  try {
    if (!isKept()) {
      // A browser may remember that an import has failed, but not that a fetch has.
      const editor = [files.editor, ...files.editorParts].map((it) => insist(at(it)));
      // The editor will start the one with the other; then they are there.
      for (const it of [files.worker, files.core]) get(at(it)).catch(() => {});
      await Promise.all(editor);
    }
    const module = (await import(at(files.editor))) as typeof import("./main.ts");
    module.configure({ worker: at(files.worker), core: at(files.core), onDemand: at(files.onDemand) });
    const editor = { ...module, takeLaunch };
    standIn.passOn(editor);
    page.bobbinEditor = editor;
  } catch (error) {
    await shown;
    standIn.complain(lost);
    throw error;
  }
  await shown;
}

function isKept(): boolean {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  return Boolean(container?.controller);
}

/** Gets a file into the browser's cache. */
async function insist(address: string): Promise<void> {
  for (const pause of pauses) {
    try {
      return await get(address);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return get(address);
}

async function get(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} came with the status ${response.status}`);
  await response.arrayBuffer();
}
