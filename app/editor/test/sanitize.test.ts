import assert from "node:assert/strict";
import { test } from "node:test";
import { sanitize } from "../src/sanitize.ts";

const cases: [what: string, html: string, clean: string][] = [
  ["formatting stays", "<p><strong>a</strong> <code>b</code><br></p>", "<p><strong>a</strong> <code>b</code><br></p>"],
  ["attributes go", '<p onclick="x()" style="color:red" class="a">t</p>', "<p>t</p>"],
  ["a link to the web", '<a href="https://x.org/a?b=1&amp;c" onclick="x()">t</a>', '<a href="https://x.org/a?b=1&amp;c" target="_blank" rel="noopener noreferrer">t</a>'],
  ["no other link", '<a href="javascript:alert(1)">t</a>', "<a>t</a>"],
  ["images are text", '<img src="x" onerror="alert(1)">', '&lt;img src="x" onerror="alert(1)"&gt;'],
  ["scripts are text", "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["no tag out of pieces", "<<p>script>", "&lt;<p>script&gt;"],
  ["no attribute across a bracket", '<p a=">" onclick="x()">', '<p>" onclick="x()"&gt;'],
  ["comments are text", "<!-- <b>x</b> -->", "&lt;!-- <b>x</b> --&gt;"],
  ["names with other ends are no tags", "<b:x><p/><pre-x>", "<b><p><pre>"],
  ["entities stay", "a &lt;b&gt; &amp; c", "a &lt;b&gt; &amp; c"],
];

for (const [what, html, clean] of cases) test(what, () => assert.equal(sanitize(html), clean));
