import assert from "node:assert/strict";
import { test } from "node:test";
import { isHarmless, ownScript } from "../src/harmless.ts";

test("markup of the page is passed", () => {
  for (const markup of [
    "",
    "plain text with onload= in it",
    '<g class="fitting" aria-label="process onload=3"><path d="M 0 0"/></g>',
    "<p>an <em>on</em> = b, 1 &lt;script&gt;</p>",
    `<use href="#icon-file" data-x='on click="1"'></use>`,
    "<button type=button disabled>once = 2</button>",
    '<a href="https://example.org/?javascript:" rel="noopener">a</a>',
    "<!><p>a<!---->b<!--x--></p><br/>",
    "<input value='' disabled><p hidden  class = x></p>",
    "a < b && c > d",
    "<br>".repeat(10_000),
  ]) {
    assert.equal(isHarmless(markup), true, markup.slice(0, 100));
  }
});

test("markup that runs or loads something is refused", () => {
  for (const markup of [
    "<script>1</script>",
    "<SCRIPT src=a.js>",
    "<svg><script/></svg>",
    '<img src="x" onerror="a()">',
    "<img src=x onerror=a()>",
    '<img src="x"onerror="a()">',
    "<svg/onload=a()>",
    `<p title='x' ONCLICK = "a()">`,
    '<a href="javascript:a()">a</a>',
    "<a href=' JavaScript:a()'>a</a>",
    '<iframe srcdoc="x"></iframe>',
    '<base href="https://example.org/">',
    '<form action="/x">',
    '<p title="a>b" onclick="c()">',
    "<img src=x' onerror=a() >",
    '<!-- <p title="--><img src=x onerror=a()>">',
    '<noscript><p title="</noscript><img src=x onerror=a()>"></noscript>',
    "<img src=x onerror=a()",
    `<p ${"a ".repeat(50_000)}"`,
    `<p a=${"b/".repeat(50_000)}"`,
  ]) {
    assert.equal(isHarmless(markup), false, markup);
  }
});

test("a script of the page is one of its own origin, which a frame's address need not tell", () => {
  const isOwn = (page: string, origin: string, address: string) => {
    Object.assign(globalThis, { location: new URL(page), self: { origin } });
    try {
      return ownScript(address) === address;
    } catch {
      return false;
    }
  };
  const [here, there] = ["https://a.example", "https://b.example"];
  for (const [page, origin, foreign] of [
    [`${here}/page`, here, "blob:null/1"],
    ["about:srcdoc", here, "blob:null/1"],
    ["about:blank", here, "blob:null/1"],
    [`${here}/in-a-sandbox`, "null", `blob:${there}/1`],
  ] as const) {
    assert.ok(isOwn(page, origin, `blob:${origin}/1`), page);
    for (const it of [foreign, `${there}/a.js`]) assert.ok(!isOwn(page, origin, it), `${it} in ${page}`);
  }
  assert.ok(isOwn(`${here}/page`, here, "worker.js"));
});
