// New names of open files, with everything that names them: one step over all texts.

import { type Documents, type OpenDocument } from "./documents.ts";
import { applyDocumentEdits } from "./edits.ts";
import { messageOf, StaleError } from "./errors.ts";
import { documentEdits } from "./text_edits.ts";
import { blocked, type Move, undoMoves } from "./undo.ts";
import type { FileRename, RenamedFiles, WorkspaceEdit } from "./wire.ts";

/** The number of times the edits are asked for again when a text changes meanwhile. */
const maxTries = 3;

/** LSP's code of a request that the server understood and refused. */
const refused = -32803;

/**
 * Gives open files other names, and rewrites the references in all open texts as `plan` says, as one undoable
 * step. Where the server cannot be asked, only the names change, and the result says so. Nothing is done if a
 * text changes while the server works, after a few tries. Names that are taken `back` bring the texts of before
 * back, too, unless one has changed since.
 */
export async function renameFiles(
  documents: Documents,
  renames: FileRename[],
  plan: () => Promise<WorkspaceEdit | null>,
  isBack = false,
  noteMoved: (document: OpenDocument, from: string) => void = () => {},
): Promise<RenamedFiles> {
  const moves = renames.flatMap((it) => moveOf(documents.get(it.uri), it));
  if (moves.length < renames.length) return { Err: "the file is not open any more" };
  if (isBack && undoMoves(documents, moves)) return { Ok: null };
  for (let nth = 0; nth < maxTries; nth += 1) {
    const versions = documents.versions();
    let edit: WorkspaceEdit | null = null;
    let unasked: string | null = null;
    try {
      edit = await plan();
    } catch (error) {
      if (error instanceof StaleError) continue;
      if ((error as { code?: number }).code === refused) return { Err: messageOf(error) };
      unasked = messageOf(error);
    }
    if (!isSame(versions, documents.versions())) continue;
    const inTheWay = blocked(documents, moves, "to");
    if (inTheWay) return { Err: `another open file is called \`${inTheWay}\`` };
    const edits = edit ? documentEdits(edit, versions) : [];
    const names = edits.flatMap((it) => documents.get(it.uri) ?? []);
    if (!applyDocumentEdits(documents, edits, "renamed", { moves })) continue;
    // Texts are for the new places now, and on disk are the old ones.
    for (const { key, from } of edits.some((it) => it.edits.length > 0) ? moves : []) {
      const document = documents.withKey(key);
      if (document) noteMoved(document, from.name);
    }
    return { Ok: { rewritten: names.map((it) => it.name), notes: edit?.notes ?? [], unasked } };
  }
  return { Err: "a text is changing; try again" };
}

function moveOf(document: OpenDocument | null, { uri, newUri, name }: FileRename): Move[] {
  return document ? [{ key: document.key, from: { uri, name: document.name }, to: { uri: newUri, name } }] : [];
}

/** Returns true if no text was opened, closed or changed. */
function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([uri, version]) => other.get(uri) === version);
}
