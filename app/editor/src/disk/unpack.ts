// Archives among the files that were picked or dropped.

import { messageOf } from "../errors.ts";
import { largest } from "./disk.ts";
import { sift } from "./folder.ts";
import type { Collected } from "./found.ts";
import { isArchive, unzip } from "./zip.ts";

/**
 * Takes archives out of what was found, and returns each as a find of its own behind the other files, if there are any: their
 * files include each other. An archive that cannot be read becomes a remark.
 */
export async function unzipAll(found: Collected, endings: readonly string[]): Promise<Collected[]> {
  const loose: Collected = { ...found, sources: [], remarks: [...found.remarks] };
  const archives: Collected[] = [];
  for (const source of found.sources) {
    if (!/\.zip$/i.test(source.name)) {
      loose.sources.push(source);
      continue;
    }
    try {
      if (source.size > largest) throw new Error("it is larger than 64 MB");
      const { bytes } = await source.read();
      if (!isArchive(bytes)) throw new Error("it is not a zip archive, despite its name");
      archives.push(sift(unzip(bytes, source.name), endings));
    } catch (error) {
      loose.remarks.push(`\`${source.name}\` was not opened: ${messageOf(error).replace(/\.?$/, ".")}`);
    }
  }
  const isAny = loose.sources.length > 0 || loose.remarks.length > 0 || archives.length === 0;
  return isAny ? [loose, ...archives] : archives;
}
