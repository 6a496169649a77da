import assert from "node:assert/strict";
import { test } from "node:test";
import { Marked } from "../src/markdown.ts";
import { sanitize } from "../src/sanitize.ts";

const html = (markdown: string) => new Marked().parse(markdown);

function check(name: string, cases: [string, string][]): void {
  test(name, () => {
    for (const [markdown, expected] of cases) {
      assert.equal(html(markdown), expected);
      // What the tooltip shows is what is made here.
      assert.equal(sanitize(html(markdown)).replace(/ target="_blank" rel="noopener noreferrer"/g, ""), expected);
    }
  });
}

check("paragraphs, breaks and headings", [
  ["one\ntwo\r\n\r\nthree", "<p>one\ntwo</p><p>three</p>"],
  ["one  \ntwo\\\nthree", "<p>one<br>two<br>three</p>"],
  ["# Top #\ntext\n#### deep", "<h1>Top</h1><p>text</p><h3>deep</h3>"],
  ["a\n\n---\nb", "<p>a</p><hr><p>b</p>"],
  ["#include", "<p>#include</p>"],
  ["", ""],
]);

check("words set apart", [
  ["**from** _process.output_, snake_case_words, _flow_dependent/tag, __x__", "<p><strong>from</strong> <em>process.output</em>, snake_case_words, _flow_dependent/tag, __x__</p>"],
  ["**bold** and *weak* of `a*b*c`", "<p><strong>bold</strong> and <em>weak</em> of <code>a*b*c</code></p>"],
  ["**the `key`**", "<p><strong>the <code>key</code></strong></p>"],
  ["`` a`b `` and `` ` ``", "<p><code>a`b</code> and <code>`</code></p>"],
  ["snake_case_name, 2 * 3 * 4, a ** b", "<p>snake_case_name, 2 * 3 * 4, a ** b</p>"],
  ["\\*no\\* `\\*`", "<p>*no* <code>\\*</code></p>"],
  ["one ` alone", "<p>one ` alone</p>"],
]);

check("links lead to the web", [
  ["[the *book*](https://example.org/a?b=1&c)", '<p><a href="https://example.org/a?b=1&amp;c">the <em>book</em></a></p>'],
  ["<https://example.org>", '<p><a href="https://example.org">https://example.org</a></p>'],
  ["[here](javascript:alert(1)) [there](file:///x)", "<p>[here](javascript:alert(1)) there</p>"],
]);

check("code", [
  ["```text\na < b\n\n# c\n```\nafter", "<pre><code>a &lt; b\n\n# c</code></pre><p>after</p>"],
  ["~~~\nnever closed", "<pre><code>never closed</code></pre>"],
]);

check("lists", [
  ["- one\n- two\n  more\n\n- three", "<ul><li>one</li><li>two\nmore</li><li>three</li></ul>"],
  ["before\n1. one\n2. two\nafter", "<p>before</p><ol><li>one</li><li>two\nafter</li></ol>"],
  ["- one\n  - deep `x`\n- two", "<ul><li><p>one</p><ul><li>deep <code>x</code></li></ul></li><li>two</li></ul>"],
  ["-1 is less", "<p>-1 is less</p>"],
]);

check("tables", [
  [
    "| word | means |\n|---|:-:|\n| `a|b` | **x** |\n| 1\\|2 | |\nafter",
    "<table><thead><tr><th>word</th><th>means</th></tr></thead><tbody><tr><td><code>a|b</code></td><td><strong>x</strong></td></tr><tr><td>1|2</td><td></td></tr></tbody></table><p>after</p>",
  ],
  ["a | b\n--|--\n1 | 2", "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>"],
  ["a | b", "<p>a | b</p>"],
]);

check("what a file says is text", [
  ['<img src=x onerror="alert(1)"> & `</code><b>`', "<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; <code>&lt;/code&gt;&lt;b&gt;</code></p>"],
  ["[<b>](https://example.org/\"onclick=x)", '<p><a href="https://example.org/&quot;onclick=x">&lt;b&gt;</a></p>'],
]);

test("texts made to be nasty end", () => {
  const deep = `${">".repeat(10_000)} x`;
  assert.ok(html(deep).includes("x"));
  for (const piece of ["- ", "*", "**", "`", "[", "|", "\\", "![](", "  - x\n"]) html(piece.repeat(2000));
});

test("a hostile text takes no longer than its length", () => {
  const { length } = "x".repeat(100_000);
  for (const part of ["**a ", "`", "` ``", "[", "[a](", "*a ", "<http://", "| ", "|-", " ", "> ", "- ", "  \n", "\\", "# "]) {
    const text = part.repeat(length / part.length);
    for (const whole of [text, `# ${text}\u2028`, `a|b\n${text}x`, `${text}\n${text}`]) {
      assert.ok(new Marked().parse(whole).length < 40 * length, part);
    }
  }
});

test("what is too long to be read is cut", () => {
  assert.ok(new Marked().parse("word ".repeat(1_000_000)).endsWith("…</p>"));
});

test("headings may end in marks", () => {
  assert.equal(new Marked().parse("## a b ##"), "<h2>a b</h2>");
  assert.equal(new Marked().parse("# C#"), "<h1>C#</h1>");
});
