// Renaming of files as the page calls it: structured values cross as JSON.

import type { Documents } from "./documents.ts";
import { renameFiles } from "./rename_files.ts";
import type { FileRename, WorkspaceEdit } from "./wire.ts";

/** Makes the calls for some documents. `settle` applies pending typing. */
export function renameCalls(documents: Documents, settle: () => void) {
  return {
    /**
     * Gives open files other names, a list of [`FileRename`], and rewrites what names them, as one undoable
     * step. Returns a [`RenamedFiles`].
     */
    async renameFiles(json: string): Promise<string> {
      const renames = JSON.parse(json) as FileRename[];
      const files = renames.map(({ uri, newUri }) => ({ oldUri: uri, newUri }));
      const plan = () => {
        settle();
        documents.syncFiles();
        return documents.client.request<object, WorkspaceEdit | null>("workspace/willRenameFiles", { files });
      };
      settle();
      return JSON.stringify(await renameFiles(documents, renames, plan));
    },
  };
}
