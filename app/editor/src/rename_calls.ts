// Renaming of files as the page calls it: structured values cross as JSON.

import type { Documents, OpenDocument } from "./documents.ts";
import { renameFiles } from "./rename_files.ts";
import type { FileRenames, WorkspaceEdit } from "./wire.ts";

/**
 * Makes the calls for some documents. `settle` applies pending typing; `noteMoved` hears of each document that was moved
 * from a name if texts were written anew for that.
 */
export function renameCalls(
  documents: Documents,
  settle: () => void,
  noteMoved: (document: OpenDocument, from: string) => void,
) {
  return {
    /**
     * Gives open files other names, [`FileRenames`], and rewrites what names them, as one undoable
     * step. Returns a [`RenamedFiles`].
     */
    async renameFiles(json: string): Promise<string> {
      const { files: renames, folder, isBack } = JSON.parse(json) as FileRenames;
      const files = [...renames, ...(folder ? [folder] : [])].map(({ uri, newUri }) => ({ oldUri: uri, newUri }));
      const plan = () => {
        settle();
        documents.syncFiles();
        return documents.client.request<object, WorkspaceEdit | null>("workspace/willRenameFiles", { files });
      };
      settle();
      return JSON.stringify(await renameFiles(documents, renames, plan, isBack, noteMoved));
    },
  };
}
