import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { checksum } from "../src/base64url.ts";
import { carrierOf } from "../src/carriers.ts";
import { writeLink } from "../src/link_format.ts";
import { CarrierError, readCarrier, sourceElement, withSource } from "../src/pictures.ts";
import type { Shared } from "../src/share.ts";

const shared: Shared = {
  files: [["é </script>.pipe", "sprokit", "process a  # 🎉 ]]> --> </metadata>\r\n  :: numbers\r\n" + Array.from({ length: 99 }, (_, it) => `# ${(it * 7919) % 1009}\n`).join(""), "utf8"]],
  shown: 0, view: "graph", selection: null,
};
const bytes = (text: string) => new TextEncoder().encode(text);
const svg = bytes('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">\n<rect width="9" height="9"/>\n</svg>\n');
const png = pngOf();
const html = bytes("<!doctype html>\n<html><head></head><body>x</body></html>");

/** Makes a PNG of one white pixel. */
function pngOf(): Uint8Array {
  const chunk = (name: string, content: number[]) => {
    const named = [...bytes(name), ...content];
    const numbers = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
    return [...numbers(content.length), ...named, ...numbers(checksum(Uint8Array.from(named)))];
  };
  const header = [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0];
  const pixels = [...deflateSync(Buffer.from([0, 255]))];
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return Uint8Array.from([...signature, ...chunk("IHDR", header), ...chunk("IDAT", pixels), ...chunk("IEND", [])]);
}

test("a picture gives back what it was made from", async () => {
  const fragment = await writeLink(shared);
  for (const [kind, picture] of [["svg", svg], ["png", png]] as const) {
    const carrying = withSource(kind, picture, fragment);
    assert.deepEqual(await readCarrier(`x.${kind}`, carrying), shared, kind);
    assert.equal(carrierOf(carrying), kind);
  }
  const page = bytes(`<!doctype html>\n<html><head>${sourceElement(fragment)}</head></html>`);
  assert.deepEqual(await readCarrier("x.html", page), shared);
});

test("another program may break the source of an SVG into lines, and put a head in front", async () => {
  const text = new TextDecoder().decode(withSource("svg", svg, await writeLink(shared)));
  const broken = text.replace(/(bobbin2\.[\w-]{50})/, "\n   $1\n   ");
  const headed = `<?xml version="1.0"?>\n<!-- made by a drawing program -->\n${broken}`;
  assert.deepEqual(await readCarrier("x.svg", bytes(headed)), shared);
});

test("pictures and pages of others are refused with words of their own", async () => {
  for (const [name, file] of [["a.svg", svg], ["a.png", png], ["a.html", html]] as const) {
    await assert.rejects(readCarrier(name, file), (error: Error) => {
      assert.ok(error instanceof CarrierError);
      assert.match(error.message, /without any text from Bobbin, so nothing was opened/);
      assert.ok(error.message.includes(`\`${name}\``), error.message);
      return true;
    });
  }
  await assert.rejects(readCarrier("a.svg", withSource("svg", svg, "bobbin9.AAAAAAAAAA")), /newer version/);
  await assert.rejects(readCarrier("a.svg", withSource("svg", svg, "<b>")), /damaged/);
});

test("texts are neither pictures nor pages", async () => {
  for (const text of ["", "process a\n", "# <svg>\n", "[MPI.default]\n", "; <!doctype html>\n", "<includes>"]) {
    assert.equal(await readCarrier("x", bytes(text)), null, text);
  }
});

test("300 damaged pictures open nothing wrong, and say so", async () => {
  const fragment = await writeLink(shared);
  let seed = 17;
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
  let refused = 0;
  for (let round = 0; round < 300; round++) {
    const kind = round % 2 === 0 ? "svg" : "png";
    const whole = withSource(kind, kind === "svg" ? svg : png, fragment);
    const at = 8 + random(whole.length - 8);
    const broken = [
      () => whole.slice(0, at),
      () => whole.map((it, idx) => (idx === at ? it ^ (1 << random(8)) : it)),
      () => Uint8Array.from([...whole.slice(0, at), random(256), ...whole.slice(at)]),
      () => Uint8Array.from([...whole.slice(0, at), ...whole.slice(at + 1 + random(40))]),
    ][random(4)]!();
    try {
      // Where only what is drawn was damaged, the text is whole; where the head was, it is no picture.
      const read = await readCarrier(`x.${kind}`, broken);
      if (read !== null) assert.deepEqual(read, shared, `${round}`);
      else assert.equal(carrierOf(broken), null);
    } catch (error) {
      assert.ok(error instanceof CarrierError, `${round}: ${error}`);
      refused += 1;
    }
  }
  assert.ok(refused > 200, `${refused}`);
});
