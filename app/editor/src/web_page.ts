// One HTML page of a file with its views, which needs neither script nor network.

import type { Bytes, Origin, Resolved } from "../../../core/npm/src/protocol.ts";
import { fileName } from "./locations.ts";
import { sourceElement } from "./pictures.ts";
import { grouped } from "./prose.ts";
import { pageStyle } from "./web_page_style.ts";
import type { LspDiagnostic } from "./wire.ts";

/** A picture in both schemes, as SVG. */
export interface PageDrawing {
  title: string;
  light: string;
  dark: string;
}

/** A stretch of the text in the colour of its token type; of none if that is empty. */
export type PageToken = [text: string, type: string];

/** Everything that a page shows. */
export interface WebPage {
  name: string;
  /** The name that people use for the language. */
  language: string;
  /** The day on which it was made, as people write it. */
  date: string;
  lines: PageToken[][];
  diagnostics: LspDiagnostic[];
  drawings: PageDrawing[];
  resolved: Resolved | null;
  bytes: Bytes | null;
  /** The files that it was made from, as the part of a link behind the `#`. */
  fragment: string;
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/**
 * Letters that nobody sees and that put those beside them in another order, or hide where a word ends; and those that a
 * browser leaves out of a page, or takes for a line end.
 */
const unseen = /[\0-\x08\x0b-\x1f\x7f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Writes a text as it stands between tags and in the value of an attribute; what nobody would see, by its number. */
export function escaped(text: string): string {
  const seen = text.replace(unseen, (it) => `⟨U+${it.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
  return seen.replace(/[&<>"']/g, (it) => `&#${it.charCodeAt(0)};`);
}

/** Writes a text of the core: the user's own words stand in backticks and are set as code. */
function prose(text: string): string {
  const parts = text.split("`");
  return parts
    .map((part, idx) => {
      if (idx % 2 === 0) return escaped(part);
      return idx === parts.length - 1 ? `\`${escaped(part)}` : `<code>${escaped(part)}</code>`;
    })
    .join("");
}

const sentence = (text: string) => {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
};

/** Writes the page. */
export function webPage(page: WebPage): string {
  const sections = [
    ...page.drawings.map((it, idx) => ({ id: `view-${idx + 1}`, title: it.title, html: drawing(it) })),
    ...(page.diagnostics.length > 0 ? [{ id: "problems", title: "Problems", html: problems(page.diagnostics) }] : []),
    { id: "text", title: "Text", html: text(page.lines) },
    ...(page.resolved ? [{ id: "values", title: "Effective values", html: values(page.resolved) }] : []),
    ...(page.bytes ? [{ id: "bytes", title: "Bytes", html: bytes(page.bytes) }] : []),
  ];
  const links = sections.map(({ id, title }) => `<a href="#${id}">${escaped(title)}</a>`).join("\n");
  const body = sections.map(({ id, title, html }) => `<section id="${id}">\n<h2>${escaped(title)}</h2>\n${html}\n</section>`);
  const name = escaped(page.name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Bobbin">
<meta name="description" content="${name}, ${escaped(page.language)}">
${sourceElement(page.fragment)}
<title>${name}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>${name}</h1>
<p>${escaped(page.language)} · ${escaped(page.date)} · ${counts(page.diagnostics)}</p>
<nav aria-label="Contents">
${links}
</nav>
</header>
<main>
${body.join("\n")}
</main>
<footer>
<p>Made by Bobbin on ${escaped(page.date)}. The text itself lies in this page: open the page in Bobbin to go on with it.</p>
</footer>
</body>
</html>
`;
}

const severities = ["error", "warning", "hint", "hint"] as const;
const severityOf = (it: LspDiagnostic) => severities[(it.severity ?? 1) - 1] ?? "error";

function counts(diagnostics: LspDiagnostic[]): string {
  const found = (["error", "warning", "hint"] as const).flatMap((severity) => {
    const n = diagnostics.filter((it) => severityOf(it) === severity).length;
    return n > 0 ? [`${n} ${severity}${n > 1 ? "s" : ""}`] : [];
  });
  return found.length > 0 ? found.join(", ") : "no problems";
}

function drawing({ title, light, dark }: PageDrawing): string {
  const label = escaped(title);
  const figure = (scheme: string, svg: string) => `<figure class="drawing ${scheme}" role="img" aria-label="${label}" tabindex="0">${svg}</figure>`;
  return figure("light", light) + figure("dark", dark);
}

function text(lines: PageToken[][]): string {
  const line = (tokens: PageToken[], idx: number) => {
    const parts = tokens.map(([text, type], nth) => {
      // In front of an LF, a CR is a part of the line end.
      const seen = escaped(nth === tokens.length - 1 ? text.replace(/\r$/, "") : text);
      return /^[a-z]+$/i.test(type) ? `<span class="syn-${type}">${seen}</span>` : seen;
    });
    return `<span class="line" id="L${idx + 1}">${parts.join("")}\n</span>`;
  };
  const digits = String(lines.length).length;
  return `<pre class="text digits-${Math.min(digits, 7)}" tabindex="0"><code>${lines.map(line).join("")}</code></pre>`;
}

function problems(diagnostics: LspDiagnostic[]): string {
  const sorted = [...diagnostics].sort((a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character);
  const row = (it: LspDiagnostic) => {
    const line = it.range.start.line + 1;
    const help = it.data?.help ? `<p class="minor">${prose(sentence(it.data.help))}</p>` : "";
    const code = it.code === undefined ? "" : ` <span class="minor">${escaped(String(it.code))}</span>`;
    const severity = severityOf(it);
    return `<li><a href="#L${line}">line ${line}</a> <b class="${severity}">${severity}</b> ${prose(sentence(it.data?.message ?? it.message))}${code}${help}</li>`;
  };
  return `<ul class="problems">\n${sorted.map(row).join("\n")}\n</ul>`;
}

function values({ titles, rows, nLeftOut }: Resolved): string {
  const pair = titles;
  const heads = ["Item", "Key", ...(pair ?? ["Value"]), "Origin"];
  const row = ({ item, key, value, second, origin }: Resolved["rows"][number]) => {
    // The first part says what kind of item it is.
    const name = item.length > 1 ? item.slice(1) : item;
    const cells = [escaped(name.join(" › ")), escaped(key), `<code>${escaped(value)}</code>`];
    if (pair) cells.push(second ? `<code>${escaped(second.value)}</code>` : "");
    cells.push(originOf(origin));
    return `<tr>${cells.map((it) => `<td>${it}</td>`).join("")}</tr>`;
  };
  const table = `<table>\n<thead><tr>${heads.map((it) => `<th scope="col">${escaped(it)}</th>`).join("")}</tr></thead>\n<tbody>\n${rows.map(row).join("\n")}\n</tbody>\n</table>`;
  const rest = nLeftOut ? `<p class="minor">${grouped(nLeftOut)} more are left out.</p>` : "";
  return `<div class="wide" tabindex="0" role="region" aria-label="Table of effective values">${table}</div>${rest}`;
}

function originOf({ originKind, range, written, note }: Origin): string {
  const line = range ? `<a href="#L${range.start.line + 1}">line ${range.start.line + 1}</a>` : "";
  const place = written ? `line ${written.range.start.line + 1} of ${escaped(fileName(written.path))}` : line;
  const words = note || (originKind === "written" && place ? "" : originKind);
  return [prose(words), place].filter((it) => it !== "").join(", ");
}

/** The most bytes that are listed: more nobody reads on a page. */
const mostBytes = 65_536;

function bytes({ data, refusal }: Bytes): string {
  if (refusal !== null) return `<p>${prose(sentence(refusal))}</p>`;
  const all = atob(data);
  const rows: string[] = [];
  for (let at = 0; at < Math.min(all.length, mostBytes); at += 16) {
    const part = [...all.slice(at, at + 16)];
    const hex = part.map((it) => it.charCodeAt(0).toString(16).padStart(2, "0")).join(" ").padEnd(47);
    const signs = part.map((it) => (it >= " " && it <= "~" ? it : "·")).join("");
    rows.push(`${at.toString(16).padStart(6, "0")}  ${hex}  ${escaped(signs)}`);
  }
  const rest = all.length > mostBytes ? `<p class="minor">${grouped(all.length - mostBytes)} more are left out.</p>` : "";
  return `<p class="minor">${grouped(all.length)} bytes</p><pre tabindex="0"><code>${rows.join("\n")}\n</code></pre>${rest}`;
}
