import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isLink, largest, LinkError, markdown, readLink, type Shared, writeLink } from "../src/share.ts";

const gallery = join(process.cwd(), "../../public/gallery");
const examples = readdirSync(gallery, { recursive: true, encoding: "utf8" }).filter((it) => /\.(pipe|cluster|trace|txt|coilcfg)$/.test(it));
const one = (text: string, name = "a.pipe"): Shared => ({ files: [[name, "sprokit", text]], shown: 0, view: null, selection: null });

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
    files: [["é 🎉.pipe", "sprokit", "# 🎉\r\n\u2028\n"], ["b.trace", "pinsight", ""]],
    shown: 1, view: "coverage", selection: [0, 1, 2, 3],
  };
  assert.deepEqual(await readLink(await writeLink(shared)), shared);
});

test("the link to a small trace configuration is short", async () => {
  const text = "[LEXGION.DEFAULT]\n  trace_starts_at = 0\n  initial_trace_count = 10\n  max_num_traces = 50\n  tracing_rate = 10\n";
  const link = await writeLink({ ...one(text, "trace_config.txt"), view: "coverage" });
  assert.ok(link.length <= 480, `${link.length}`);
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
  await assert.rejects(readLink("bobbin2.AAAA"), /newer version/);
  await assert.rejects(writeLink(one("x".repeat(largest + 1))).then(readLink), /more than 10 MB/);
  for (const odd of [{ files: [] }, { files: [["", "a", "b"]] }, { files: [["a", "b"]] }, { shown: -1 }, { view: 7 }, { selection: [1] }]) {
    await assert.rejects(writeLink({ ...one("x"), ...odd } as unknown as Shared).then(readLink), /damaged/);
  }
  assert.ok(!isLink("section"));
  assert.ok(!isLink(""));
});

test("a block of Markdown ends where the text does", () => {
  assert.equal(markdown("a.pipe", "x\n"), "`a.pipe`:\n\n```\nx\n```\n");
  assert.equal(markdown("a.pipe", "```\nx"), "`a.pipe`:\n\n````\n```\nx\n````\n");
  assert.equal(markdown("a.pipe", ""), "`a.pipe`:\n\n```\n```\n");
});
