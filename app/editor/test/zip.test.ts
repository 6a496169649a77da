import { zipSync } from "fflate";
import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanPath } from "../src/disk/clean_path.ts";
import { sift } from "../src/disk/folder.ts";
import { sourceOf } from "../src/disk/found.ts";
import { unzipAll } from "../src/disk/unpack.ts";
import { encode, unzip, zip } from "../src/disk/zip.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

async function texts(archive: Uint8Array): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const it of unzip(archive, "a.zip").sources) found[it.name] = new TextDecoder("utf-8", { ignoreBOM: true }).decode((await it.read()).bytes);
  return found;
}

test("an archive is read as it was written, folders and all", async () => {
  const files = { "main.pipe": "process a\r\n", "parts/é.pipe": "no end of line", "empty.trace": "" };
  const made = zip(Object.entries(files).map(([name, text]) => ({ name, bytes: bytes(text) })));
  assert.deepEqual(await texts(made), files);
  assert.deepEqual(await texts(zipSync({ "stored.pipe": [bytes("plain"), { level: 0 }] })), { "stored.pipe": "plain" });
});

test("a text is written in its encoding as long as that has its characters", () => {
  assert.deepEqual([...encode("é\r\n", "latin1")], [0xe9, 13, 10]);
  assert.deepEqual([...encode("€", "latin1")], [...bytes("€")]);
  assert.deepEqual([...encode("é", "utf8")], [...bytes("é")]);
});

test("an archive that was cut off or changed anywhere is refused, and never hangs", () => {
  const text = "process a\n  :: numbers\n".repeat(40);
  const made = zip([{ name: "a.pipe", bytes: bytes(text) }, { name: "b/c.pipe", bytes: bytes("# é\n") }]);
  for (let length = 0; length < made.length; length++) {
    assert.throws(() => unzip(made.slice(0, length), "a.zip"), /damaged|larger than 64 MB|compression method/, `cut at ${length}`);
  }
  let nRefused = 0;
  for (let at = 0; at < made.length; at++) {
    const changed = made.slice();
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    try {
      // Names, times and attributes have no checksum; texts do.
      for (const { size } of unzip(changed, "a.zip").sources) assert.ok(size === text.length || size === 5);
    } catch (error) {
      assert.match((error as Error).message, /damaged|larger than 64 MB|compression method/, `changed at ${at}`);
      nRefused++;
    }
  }
  assert.ok(nRefused > made.length / 3, `${nRefused} of ${made.length}`);
});

test("a bomb is refused while it is inflated, whatever it says of its size", () => {
  const bomb = zipSync({ "a.pipe": new Uint8Array(3_000_000) }, { level: 9 });
  assert.throws(() => unzip(bomb, "a.zip", 1_000_000), /larger than 64 MB/);
  // The list of contents says 10 bytes.
  const view = new DataView(bomb.buffer);
  const list = bomb.findIndex((_, it) => it + 4 < bomb.length && view.getUint32(it, true) === 0x02014b50);
  view.setUint32(list + 24, 10, true);
  assert.throws(() => unzip(bomb, "a.zip", 1_000_000), /larger than 64 MB/);
  const two = zipSync({ "a.pipe": new Uint8Array(600_000), "b.pipe": new Uint8Array(600_000) });
  assert.throws(() => unzip(two, "a.zip", 1_000_000), /larger than 64 MB/, "together");
});

test("paths stay inside, and those that lead out are refused", () => {
  for (const [path, clean] of [
    ["a/b.pipe", "a/b.pipe"], ["/etc/a.pipe", "etc/a.pipe"], ["C:\\work\\a.pipe", "work/a.pipe"], ["./a//b.pipe", "a/b.pipe"],
    ["../a.pipe", null], ["a/../../b.pipe", null], ["a\\..\\b.pipe", null], ["..", null], ["/", null], ["", null],
  ] as const) {
    assert.equal(cleanPath(path), clean, path);
  }
  const { sources, remarks } = unzip(zipSync({ "../out.pipe": bytes("x"), "/in.pipe": bytes("y"), "d/": new Uint8Array() }), "a.zip");
  assert.deepEqual(sources.map((it) => it.name), ["in.pipe"]);
  assert.match(remarks.join(), /`..\/out.pipe` was left out: its path points outside the archive/);
});

test("an encrypted file is left out with a word", () => {
  const made = zipSync({ "a.pipe": bytes("x") });
  const view = new DataView(made.buffer);
  const list = made.findIndex((_, it) => it + 4 < made.length && view.getUint32(it, true) === 0x02014b50);
  view.setUint16(list + 8, view.getUint16(list + 8, true) | 1, true);
  assert.match(unzip(made, "a.zip").remarks.join(), /`a.pipe` was left out: it is encrypted/);
});

test("archives are taken apart from other files, each by itself", async () => {
  const file = (name: string, bytes: Uint8Array) => sourceOf(new File([bytes as BlobPart], name));
  const archive = zip([{ name: "x/a.pipe", bytes: bytes("a") }, { name: "photo.jpg", bytes: bytes("b") }]);
  const given = [file("b.pipe", bytes("b")), file("all.ZIP", archive), file("odd.zip", bytes("PK, or not")), file("two.zip", archive)];
  const found = await unzipAll({ sources: given, origin: null, nOthers: 0, remarks: [] }, [".pipe"]);
  assert.deepEqual(
    found.map((it) => [it.origin, it.nOthers, ...it.sources.map((it) => it.name)]),
    [[null, 0, "b.pipe"], ["all.ZIP", 1, "x/a.pipe"], ["two.zip", 1, "x/a.pipe"]],
  );
  assert.match(found[0]?.remarks.join() ?? "", /`odd.zip` was not opened: it is not a zip archive/);
  const alone = await unzipAll({ sources: [file("all.zip", archive)], origin: null, nOthers: 0, remarks: [] }, [".pipe"]);
  assert.deepEqual(alone.map((it) => it.origin), ["all.zip"]);
});

test("a folder gives what may be of a known language", () => {
  const of = (name: string, size: number) => ({ name, size, handle: null, read: () => Promise.reject(new Error("not read")) });
  const names = ["a.pipe", "d/B.PIPE", "notes.txt", "Makefile", "photo.jpg", ".hidden.pipe", "empty.txt"];
  const sources = [...names.map((it) => of(it, it === "empty.txt" ? 0 : 5)), of("log.txt", 9_000_000)];
  const { sources: kept, nOthers } = sift({ sources, origin: "f", nOthers: 0, remarks: [] }, [".pipe"]);
  assert.deepEqual(kept.map((it) => it.name), ["a.pipe", "d/B.PIPE", "notes.txt", "Makefile"]);
  assert.equal(nOthers, 4);
});
