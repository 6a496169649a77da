import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { checksum, toBase64Url } from "../src/base64url.ts";
import { dictionaries } from "../src/dictionaries.ts";
import { largest, LinkError, readLink, writeLink } from "../src/link_format.ts";
import { isLink, markdown, type Shared } from "../src/share.ts";

const gallery = join(process.cwd(), "../../public/gallery");
const examples = readdirSync(gallery, { recursive: true, encoding: "utf8" }).filter((it) => /\.(pipe|cluster|trace|txt|coilcfg)$/.test(it));
const one = (text: string, name = "a.pipe"): Shared => ({ files: [[name, "sprokit", text, "utf8"]], shown: 0, view: null, selection: null });

const bytesOf = (text: string) => new TextEncoder().encode(text);

function linkOf(version: number, sum: number, rest: Uint8Array): string {
  return `bobbin${version}.${toBase64Url(Uint8Array.from([sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255, ...rest]))}`;
}

const firstVersionOf = (json: string) => linkOf(1, checksum(bytesOf(json)), deflateRawSync(json));

function secondVersionOf(text: string): string {
  const rest = Uint8Array.from([0, ...deflateRawSync(text)]);
  return linkOf(2, checksum(rest), rest);
}

test("every example goes through a link", async () => {
  assert.ok(examples.length > 5, `${examples.length} examples in ${gallery}`);
  for (const name of examples) {
    const shared = one(readFileSync(join(gallery, name), "latin1"), name);
    const link = await writeLink(shared);
    assert.ok(isLink(link));
    assert.match(link, /^[\w.-]+$/, "mail programs and chats leave it whole");
    assert.deepEqual(await readLink(link), shared);
  }
});

test("several files, with view and selection, in all characters", async () => {
  const shared: Shared = {
    files: [["é 🎉.pipe", "sprokit", "\ufeff# 🎉\r\n\u2028\n", "utf8"], ["b.trace", "pinsight", "", "utf8"], ["half", "", "\ud83c\n", "utf8"]],
    shown: 1, view: "coverage", selection: [0, 1, 2, 3],
  };
  assert.deepEqual(await readLink(await writeLink(shared)), shared);
});

test("what was picked goes along, and is no reason to refuse a link", async () => {
  const shared: Shared = { ...one("x"), view: "coverage", picked: { item: ["section", "MPI.default"], axes: [["x", "MPI.rank"]] } };
  assert.deepEqual(await readLink(await writeLink(shared)), shared);
  const of = async (picked: string) => readLink(secondVersionOf(`[[["a","",1]],0,null,null,${picked}]\nx`));
  assert.deepEqual((await of('{"item":["a"],"axes":[["x"]],"later":1}')).picked, { item: ["a"] });
  assert.equal((await of("7")).picked, undefined);
});

test("two files of a link are not one path", async () => {
  const names = ["./main.pipe", "main.pipe", "/a//b/../c.pipe", "../../x.pipe", "d\\e.pipe"];
  const shared: Shared = { ...one("x"), files: names.map((it) => [it, "sprokit", "x", "utf8"]) };
  const { files } = await readLink(await writeLink(shared));
  assert.deepEqual(files.map(([name]) => name), ["main.pipe", "main.pipe", "a/c.pipe", "x.pipe", "d/e.pipe"]);
  await assert.rejects(async () => readLink(await writeLink(one("x", "./.."))), LinkError);
});

test("a text that is not UTF-8 keeps its encoding", async () => {
  const shared: Shared = {
    files: [
      ["a.pipe", "sprokit", "# M\u00e4rz\r\n", "latin1"], ["b.pipe", "sprokit", "# 5 \u20ac\n", "utf16Le"],
      ["half", "", "\ud83c\n", "utf16Be"], ["plain", "", "x", "utf8"],
    ],
    shown: 0, view: null, selection: null,
  };
  assert.deepEqual(await readLink(await writeLink(shared)), shared);
  assert.deepEqual(await readLink(await writeLink(shared, "p"), "p"), shared);
  const ofLater = '[[["a","",1,null,"koi8"],["b","",1,null,7]],0,null,null]\nxy';
  const { files } = await readLink(secondVersionOf(ofLater));
  assert.deepEqual(files, [["a", "", "x", "utf8"], ["b", "", "y", "utf8"]], "an encoding that is not known loses no text");
});

test("the link to a trace configuration with all domains is short", async () => {
  // Like the example of PInsight's own repository: 1,450 bytes, the same sections.
  const domains = ["OpenMP", "MPI", "CUDA"].map((it) => `[${it}.default]\n    trace_mode = TRACING\n    ${it}.device = (0-3)\n\t${it}_event_one = on\n\t${it}_event_two = off\n`);
  const punits = ["OpenMP.thread(0-3)", "OpenMP.thread(4, 6, 8-12)", "OpenMP.team(0-4), OpenMP.thread(0-15)"].map((it) => `[${it}]: OpenMP.default: MPI.rank(0), CUDA.device(0)\n`);
  const triple = "\ttrace_starts_at = 20\n\tmax_num_traces = 200\n\ttracing_rate = 10\n";
  const regions = ["[Lexgion.default]", "[Lexgion(OpenMP).default]", "[Lexgion(0x4010bd)]"].map((it) => `# defining one trace config\n${it}: OpenMP.default, MPI.default: MPI.rank(0)\n${triple}\tOpenMP.omp_thread_begin = on\n\tOpenMP.omp_thread_end = on\n`);
  const text = [...domains, ...punits, ...regions, ...punits].join("\n");
  assert.ok(text.length > 1300, `${text.length}`);
  const link = await writeLink({ ...one(text, "trace_config.txt"), files: [["trace_config.txt", "pinsight", text, "utf8"]], view: "coverage" });
  assert.ok(link.length <= 480, `${link.length}`);
});

test("links of earlier days are read for ever", async () => {
  const shared: Shared = {
    files: [["rank.trace", "pinsight", "[MPI.default]\n    MPI.rank = (0-3)\n", "utf8"], ["é 🎉.pipe", "sprokit", "process a\n  :: numbers\n", "utf8"]],
    shown: 0, view: "coverage", selection: [0, 1, 2, 3],
  };
  const first = "bobbin1.4f-lIhWMsQ3CMBAAV3l9BdJjGdJFYgAKpPSOC2OeYAVsy3bYgYYVqJmDhRgBfXu6O2MMFhdn1YrzjIQ5xBqma0NCcxwO6swXt9yaHSMAgBDRYQ8rvenWY0RLBr8f-L1fT5VDlkfNJc1BFrkkz7WCk7zvIS73E5cqmSVN6NODi5sYyWja0o46a_8";
  const second = "bobbin2.DSQ_wgIDCYPCAIuUsWmsTrTS4ZUKH-b3deqBelRA6WJgbyk7EyhrZIxuT7SBjqGOkQ5QnGDyACYhWD8sEShtZQXtFxZzAQA";
  const withEncodings = "bobbin2.x-DMwAIDCYPCAIuUsSlYq44SsIuamWeoFKsTrXR4pcKH-X2deqD-FVBxMbDvlJ0JVGtkDFVbWpJmaOaTqoTuiGgDHUMdIx3jWKBLCKQdYPqCddISgdJWVtBOYzEXAA";
  const [one, two] = shared.files;
  const ofThem = { ...shared, files: [[...one!.slice(0, 3), "latin1"], [...two!.slice(0, 3), "utf16Le"]] };
  assert.deepEqual(await readLink(withEncodings), ofThem);
  for (const link of [first, second]) assert.deepEqual(await readLink(link), shared);
  // Not a word of them may change.
  const sums = dictionaries.map((it) => checksum(it.bytes).toString(16));
  assert.deepEqual(sums, ["9c709902", "db61efba", "47d5f36c", "5e60e336", "6bb456e1"]);
});

test("a link with a passphrase is read with it only", async () => {
  const shared = one("process a\n  :: numbers\n");
  const link = await writeLink(shared, "correct horse é");
  assert.ok(isLink(link));
  assert.deepEqual(await readLink(link, "correct horse e\u0301"), shared, "however the keyboard writes it");
  for (const wrong of ["correct horse e", ""]) {
    await assert.rejects(readLink(link, wrong), (error: LinkError) => error.fault === "passphrase");
  }
  await assert.rejects(readLink(`${link.slice(0, -5)}AAAAA`, "correct horse é"), /damaged/);
  assert.notEqual(await writeLink(shared, "correct horse é"), link, "each has a salt of its own");
});

test("where the browser does not encrypt, a passphrase is refused with the reason", async () => {
  const link = await writeLink(one("x"), "p");
  const whole = globalThis.crypto;
  const random = (bytes: Uint8Array<ArrayBuffer>) => whole.getRandomValues(bytes);
  Object.defineProperty(globalThis, "crypto", { value: { getRandomValues: random }, configurable: true });
  try {
    await assert.rejects(writeLink(one("x"), "p"), /only on pages served over HTTPS/);
    await assert.rejects(readLink(link, "p"), /only on pages served over HTTPS/);
    assert.deepEqual(await readLink(await writeLink(one("x"))), one("x"), "links without one are as ever");
  } finally {
    Object.defineProperty(globalThis, "crypto", { value: whole, configurable: true });
  }
});

test("what mails and chats put around a link is no part of it", async () => {
  const link = await writeLink(one("process p"));
  for (const [front, behind] of [["", "."], ["", ")"], ["", "%3E"], ["", "\u200b"], ["%20", ""], [" ", ",\n"]] as const) {
    assert.ok(isLink(front + link));
    assert.deepEqual(await readLink(front + link + behind), one("process p"));
  }
});

test("a damaged link opens nothing, and says so", async () => {
  const link = await writeLink(one("process a\n  :: numbers\n".repeat(30)));
  let seed = 11;
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
  const letters = "ABCxyz019-_.%#é ";
  let refused = 0;
  for (let round = 0; round < 1000; round++) {
    const at = random(link.length);
    const letter = letters[random(letters.length)] ?? "";
    const kinds = [link.slice(0, at), link.slice(0, at) + letter + link.slice(at + 1), link.slice(0, at) + letter + link.slice(at)];
    const broken = kinds[random(kinds.length)] ?? "";
    if (broken === link) continue;
    try {
      const read = await readLink(broken);
      // The last letter holds bits that mean nothing.
      assert.deepEqual(read, await readLink(link), broken);
    } catch (error) {
      assert.ok(error instanceof LinkError, `${broken}: ${error}`);
      refused += 1;
    }
  }
  assert.ok(refused > 900, `${refused}`);
});

test("links of later versions, bombs and odd shapes are refused with words of their own", async () => {
  await assert.rejects(readLink("bobbin3.AAAA"), /newer version/);
  const bomb = "x".repeat(largest + 1);
  for (const link of [firstVersionOf(bomb), secondVersionOf(bomb)]) await assert.rejects(readLink(link), /holds more than 10 MB/);
  await assert.rejects(writeLink(one(bomb)), /is larger than 10 MB/);
  for (const odd of [{ files: [] }, { files: [["", "a", "b"]] }, { shown: -1 }, { view: 7 }, { selection: [1] }]) {
    await assert.rejects(writeLink({ ...one("x"), ...odd } as unknown as Shared).then(readLink), /damaged/);
  }
  for (const odd of [[], {}, 7, [[["a", "b"]], 0, null, null], [[["a", "b", 1]], 0, null, null], [[7], 0, null, null]]) {
    await assert.rejects(readLink(firstVersionOf(JSON.stringify(odd))), /damaged/, JSON.stringify(odd));
  }
  for (const odd of ["", "[", "{}\n", "[7]\n", '[[["a","b",9]],0,null,null]\nx', '[[["a","b",1,"json"]],0,null,null]\nx', "[[[]],0,null,null]\n"]) {
    await assert.rejects(readLink(secondVersionOf(odd)), /damaged/, odd);
  }
  assert.ok(!isLink("section"));
  assert.ok(!isLink(""));
});

test("a block of Markdown ends where the text does", () => {
  assert.equal(markdown("a.pipe", "x\n"), "`a.pipe`:\n\n```\nx\n```\n");
  assert.equal(markdown("a.pipe", "```\nx"), "`a.pipe`:\n\n````\n```\nx\n````\n");
  assert.equal(markdown("a.pipe", "   `````\nx"), "`a.pipe`:\n\n``````\n   `````\nx\n``````\n", "a fence may be indented");
  assert.equal(markdown("a.pipe", "    ```\n"), "`a.pipe`:\n\n```\n    ```\n```\n", "but not that far");
  assert.equal(markdown("a.pipe", ""), "`a.pipe`:\n\n```\n```\n");
});
