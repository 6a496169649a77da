// The looks of a page that stands alone: the colours of the workbench, in light, dark and on paper.

export const pageStyle = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#ffffff, #15191e); --sunken: light-dark(#f3f5f6, #101317);
  --fg: light-dark(#1b2026, #e3e8ec); --muted: light-dark(#525b65, #9ca7b3);
  --border: light-dark(#d9dfe3, #2b333c); --accent: light-dark(#0d7068, #4cc7b8);
  --error: light-dark(#b3261e, #ff8f85); --warning: light-dark(#855600, #e6b450); --hint: light-dark(#2a5db0, #83b4fb);
  --comment: light-dark(#66707a, #8592a0); --keyword: light-dark(#7a2e8d, #d4a1e6);
  --type: light-dark(#1b5ea8, #82b9f3); --port: light-dark(#924500, #eda56b); --key: light-dark(#26508c, #9cc2f0);
  --number: light-dark(#974013, #f0a884); --macro: light-dark(#a02f63, #f096bd); --flag: light-dark(#855600, #e6b450);
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 20px 40px; max-width: 76rem; color: var(--fg); background: var(--bg);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
h1 { margin: 0; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 32px 0 10px; font-size: 17px; }
p { margin: 6px 0; }
header p, footer, .minor { color: var(--muted); }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 10px; }
a { color: var(--accent); }
code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 13px; }
pre { margin: 0; padding: 10px 0; overflow-x: auto; background: var(--sunken); border: 1px solid var(--border); border-radius: 6px; }
pre:not(.text) { padding: 10px 12px; }
.text { counter-reset: line; tab-size: 4; }
.text code { display: block; width: max-content; min-width: 100%; }
.line { display: block; counter-increment: line; padding: 0 12px 0 0; }
.line::before { content: counter(line); display: inline-block; width: var(--digits); margin: 0 1.5ch 0 1ch; text-align: right; color: var(--muted);
  user-select: none; -webkit-user-select: none; }
.line:target { background: light-dark(#d5ebe8, #173b38); }
${[1, 2, 3, 4, 5, 6, 7].map((it) => `.digits-${it} { --digits: ${Math.max(it, 2)}ch; }`).join("\n")}
.drawing { margin: 0; padding: 8px; overflow-x: auto; border: 1px solid var(--border); border-radius: 6px; }
.drawing svg { display: block; max-width: max(100%, 640px); height: auto; margin: 0 auto; }
.dark { display: none; }
@media (prefers-color-scheme: dark) { .dark { display: block; } .light { display: none; } }
.wide { overflow-x: auto; border: 1px solid var(--border); border-radius: 6px; }
table { width: 100%; border-collapse: collapse; font-size: 13.5px; }
th, td { padding: 4px 10px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--border); overflow-wrap: anywhere; min-width: 11ch; }
th { background: var(--sunken); white-space: nowrap; }
tbody tr:last-child td { border-bottom: none; }
.problems { margin: 0; padding: 0; list-style: none; }
.problems li { padding: 6px 0; border-top: 1px solid var(--border); }
.problems p { margin: 0; }
.error { color: var(--error); } .warning { color: var(--warning); } .hint { color: var(--hint); }
footer { margin-top: 32px; font-size: 13px; }
.syn-comment { color: var(--comment); font-style: italic; }
.syn-keyword, .syn-section { font-weight: 600; }
.syn-keyword, .syn-constant { color: var(--keyword); } .syn-section { color: var(--accent); } .syn-type { color: var(--type); }
.syn-port { color: var(--port); } .syn-key { color: var(--key); } .syn-number { color: var(--number); }
.syn-macro { color: var(--macro); } .syn-flag { color: var(--flag); } .syn-operator, .syn-description { color: var(--muted); }
.syn-unknown { color: var(--error); text-decoration-line: underline; text-decoration-style: dotted; }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; }
  nav { display: none; }
  .light { display: block; } .dark { display: none; }
  pre, .wide, .drawing { border: none; padding: 0; background: none; overflow: visible; }
  .text code { width: auto; }
  .line { white-space: pre-wrap; overflow-wrap: anywhere; break-inside: avoid; padding-left: calc(var(--digits) + 2.5ch); text-indent: calc(-1 * (var(--digits) + 2.5ch)); }
  .line::before { text-indent: 0; }
  section { break-inside: auto; } h2 { break-after: avoid; } tr, .drawing { break-inside: avoid; }
}
`;
