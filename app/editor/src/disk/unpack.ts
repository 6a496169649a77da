// Archives among the files that were picked or dropped.

import { messageOf } from "../errors.ts";
import { largest } from "./disk.ts";
import { sift } from "./folder.ts";
import { type Collected, nothing } from "./found.ts";
import { isArchive, unzip } from "./zip.ts";

/** Adds what was found elsewhere. */
export function merge(all: Collected, more: Collected): void {
  all.sources.push(...more.sources);
  all.remarks.push(...more.remarks);
  all.nOthers += more.nOthers;
  all.origin = all.origin ?? more.origin;
}

/** Replaces archives by the files in them that may be of ours; one that cannot be read becomes a remark. */
export async function unzipInto(found: Collected, endings: readonly string[]): Promise<Collected> {
  const all = { ...found, sources: [...nothing().sources] };
  for (const source of found.sources) {
    if (!/\.zip$/i.test(source.name)) {
      all.sources.push(source);
      continue;
    }
    try {
      if (source.size > largest) throw new Error("it is larger than 64 MB");
      const { bytes } = await source.read();
      if (isArchive(bytes)) merge(all, sift(unzip(bytes, source.name), endings));
      else throw new Error("it is not a zip archive, despite its name");
    } catch (error) {
      all.remarks.push(`\`${source.name}\` was not opened: ${messageOf(error).replace(/\.?$/, ".")}`);
    }
  }
  return all;
}
