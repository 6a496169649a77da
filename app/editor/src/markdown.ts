// Converts the Markdown of hovers to HTML: paragraphs, headings, lists, tables, quotes, code, bold,
// emphasis and links. CodeMirror's LSP client brings a whole Markdown library for this, a tenth of the
// editor; the build replaces it with this module.
//
// All text is escaped, including HTML, so the content of a user's file never becomes markup. A hostile text takes no
// longer than its length: what a pattern looks for is near, and what is too long to be read is cut.

/** The part of the client's `Marked` that is used. */
export class Marked {
  /** Returns the HTML for `markdown`. */
  parse(markdown: string): string {
    const text = markdown.length > longest ? `${markdown.slice(0, longest)} …` : markdown;
    return blocks(text.replace(/\r\n?/g, "\n").split("\n"), 0);
  }
}

/** The most characters that are shown. */
const longest = 100_000;

// The deepest nesting of quotes and lists; no hover is deeper, and a hostile text must end.
const deepest = 8;

function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (it) => names[it] ?? it);
}

const item = /^( {0,3}(?:[-*+]|(\d{1,9})[.)]) +)(?=\S)/;
const rule = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;
const heading = /^(#{1,6}) +([^]*)$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const delimiter = /^\|? *:?-+:? *(?:\| *:?-+:? *)*\|?$/;

/** Returns true if a paragraph ends in front of this line. */
function starts(line: string): boolean {
  return item.test(line) || rule.test(line) || heading.test(line) || fence.test(line) || line.startsWith(">");
}

function blocks(lines: string[], depth: number): string {
  let html = "";
  let at = 0;
  const line = () => lines[at] ?? "";
  const taken = (wanted: () => boolean): string[] => {
    const start = at;
    while (at < lines.length && wanted()) at++;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const [, marks = ""] = fence.exec(line()) ?? [];
    const [, level = "", words = ""] = heading.exec(line()) ?? [];
    if (line().trim() === "") at++;
    else if (marks) {
      at++;
      const code = taken(() => !line().trimStart().startsWith(marks));
      at++;
      html += `<pre><code>${escaped(code.join("\n"))}</code></pre>`;
    } else if (level) {
      at++;
      html += `<h${Math.min(level.length, 3)}>${inline(withoutEnd(words))}</h${Math.min(level.length, 3)}>`;
    } else if (rule.test(line())) {
      at++;
      html += "<hr>";
    } else if (line().startsWith(">") && depth < deepest) {
      const quote = taken(() => line().startsWith(">")).map((it) => it.replace(/^> ?/, ""));
      html += `<blockquote>${blocks(quote, depth + 1)}</blockquote>`;
    } else if (item.test(line()) && depth < deepest) {
      const ordered = item.exec(line())?.[2] !== undefined;
      const items: string[] = [];
      while ((item.exec(line())?.[2] !== undefined) === ordered && item.test(line()) && !rule.test(line())) {
        const width = item.exec(line())?.[1]?.length ?? 0;
        const first = line().slice(width);
        at++;
        const rest = taken(() => line().startsWith(" ".repeat(width)) || (line().trim() !== "" && !starts(line())));
        items.push(`<li>${itemOf([first, ...rest.map((it) => it.replace(new RegExp(`^ {0,${width}}`), ""))], depth)}</li>`);
        // A blank line between items leaves them in one list.
        if (line().trim() === "" && item.test(lines[at + 1] ?? "")) at++;
      }
      html += ordered ? `<ol>${items.join("")}</ol>` : `<ul>${items.join("")}</ul>`;
    } else if (line().includes("|") && delimiter.test((lines[at + 1] ?? "").trim())) {
      const [head = "", , ...rows] = taken(() => line().includes("|"));
      const row = (it: string, tag: string) => `<tr>${cells(it).map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join("")}</tr>`;
      html += `<table><thead>${row(head, "th")}</thead><tbody>${rows.map((it) => row(it, "td")).join("")}</tbody></table>`;
    } else {
      const first = at;
      html += `<p>${inline(taken(() => at === first || (line().trim() !== "" && !starts(line()))).join("\n"))}</p>`;
    }
  }
  return html;
}

/** Returns the words of a heading without the `#` that may end it. */
function withoutEnd(words: string): string {
  const trimmed = words.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === "#") end--;
  return end < trimmed.length && trimmed[end - 1] === " " ? trimmed.slice(0, end).trimEnd() : trimmed;
}

/** Renders a list item; a single paragraph gets no `<p>`, so that it stays close to its neighbours. */
function itemOf(lines: string[], depth: number): string {
  const isPlain = lines.every((it, idx) => it.trim() !== "" && (idx === 0 || !starts(it)));
  return isPlain ? inline(lines.join("\n")) : blocks(lines, depth + 1);
}

/** Splits a row into cells; a `|` in code or behind a backslash does not separate. */
function cells(row: string): string[] {
  const parts = row.trim().replace(/^\|/, "").match(/`[^`]*`|\\.|[^]/g) ?? [];
  const found = [""];
  for (const part of parts) {
    if (part === "|") found.push("");
    else found.push((found.pop() ?? "") + (part === "\\|" ? "|" : part));
  }
  // The row's last `|` starts no cell.
  if (found.at(-1)?.trim() === "") found.pop();
  return found.map((it) => it.trim());
}

const spans =
  /(?<!`)(`{1,9})(?!`)([^]{0,4000}?[^`])\1(?!`)|\*\*(?=\S)([^]{0,500}?\S)\*\*|\*(?=[^\s*])([^*]{0,500}[^\s*])\*|(?<![\w_])_(?=[^\s_])([^_]{0,500}[^\s_])_(?![\w_])|\[([^\]\n]{0,200})\]\(([^()\s]{0,2000})\)|<(https?:\/\/[^<>\s]{1,2000})>|\\([!-/:-@[-`{-~])|(?:(?<! ) {2,}|\\)\n/g;

function inline(text: string, depth = 0): string {
  let html = "";
  let done = 0;
  for (const match of text.matchAll(spans)) {
    const [all, ticks, code = "", bold, starred, underlined, label, address = "", link, character] = match;
    html += escaped(text.slice(done, match.index));
    done = match.index + all.length;
    const inner = (it: string) => (depth < deepest ? inline(it, depth + 1) : escaped(it));
    if (ticks !== undefined) html += `<code>${escaped(code.replace(/^ (.*\S.*) $/s, "$1").replace(/\n/g, " "))}</code>`;
    else if (bold !== undefined) html += `<strong>${inner(bold)}</strong>`;
    else if (starred !== undefined || underlined !== undefined) html += `<em>${inner(starred ?? underlined ?? "")}</em>`;
    else if (label !== undefined) html += anchor(address, inner(label));
    else if (link !== undefined) html += anchor(link, escaped(link));
    else if (character !== undefined) html += escaped(character);
    else html += "<br>";
  }
  return html + escaped(text.slice(done));
}

/** Renders a link to the web; of other links only the words stay. */
function anchor(address: string, html: string): string {
  return /^https?:\/\//i.test(address) ? `<a href="${escaped(address)}">${html}</a>` : html;
}
