// The theme of the editor. Every colour is one of the page's custom properties, so light, dark and
// contrast are up to the page; CodeMirror only learns which of its own defaults to start from.

import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

export type ThemeName = "light" | "dark" | "contrast";

/** Token type of the server → custom property; the names are the same but for the prefix. */
const syntax = [
  "comment", "keyword", "section", "type", "name", "port", "key", "value", "number", "constant",
  "operator", "macro", "flag", "description", "unknown",
] as const;

const extraSyntax: Record<string, Record<string, string>> = {
  comment: { fontStyle: "italic" },
  section: { fontWeight: "600" },
  keyword: { fontWeight: "600" },
  unknown: { textDecorationLine: "underline", textDecorationStyle: "dotted" },
};

const syntaxRules = Object.fromEntries(
  syntax.map((name) => [`.syn-${name}`, { color: `var(--syn-${name})`, ...extraSyntax[name] }]),
);

// Wavy lines by CSS: the lint package's own are `data:` images, which the policy forbids.
const squiggle = (colour: string, style = "wavy") => ({
  backgroundImage: "none",
  paddingBottom: "0",
  // Safari takes the shorthand with a line alone.
  textDecorationLine: "underline",
  textDecorationStyle: style,
  textDecorationColor: `var(${colour})`,
  textDecorationSkipInk: "none",
  textDecorationThickness: style === "wavy" ? "1px" : "2px",
  textUnderlineOffset: "3px",
});

const severityColour = { error: "--error", warning: "--warning", info: "--hint", hint: "--hint" };

// Shapes differ too, since many people cannot tell colours apart.
const markShapes: Record<string, Record<string, string>> = {
  warning: { borderRadius: "0", clipPath: "polygon(50% 0, 100% 100%, 0 100%)", width: "9px", height: "8px" },
  info: { borderRadius: "1px", width: "6px", height: "6px" },
  hint: { borderRadius: "1px", width: "6px", height: "6px" },
};

const severityRules = Object.fromEntries(
  Object.entries(severityColour).flatMap(([severity, colour]) => [
    [`.cm-lintRange-${severity}`, squiggle(colour, severity === "hint" ? "dotted" : "wavy")],
    [`.cm-lintPoint-${severity}:after`, { borderBottomColor: `var(${colour})` }],
    [`.cm-diagnostic-${severity}`, { borderLeft: `3px solid var(${colour})` }],
    [`.bobbin-mark-${severity}`, { backgroundColor: `var(${colour})`, ...markShapes[severity] }],
  ]),
);

const button = {
  font: "inherit",
  color: "var(--fg)",
  backgroundColor: "var(--bg)",
  backgroundImage: "none",
  border: "1px solid var(--border)",
  borderRadius: "4px",
  padding: "2px 8px",
  margin: "0",
  cursor: "pointer",
};

/** The signs in front of completions, by kind. */
const completionSigns: Readonly<Record<string, string>> = {
  text: "a", variable: "x", class: "◇", interface: "○", namespace: "§", property: "=", constant: "•", keyword: "◆",
};

const focusRing = { outline: "2px solid var(--accent)", outlineOffset: "-1px" };

const rules = {
  "&": {
    height: "100%",
    color: "var(--fg)",
    backgroundColor: "var(--bg)",
    fontSize: "var(--editor-font-size, 13.5px)",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { padding: "6px 0 40vh", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 12px 0 6px" },
  ".cm-cursor, .cm-dropCursor": { borderLeft: "2px solid var(--accent)", marginLeft: "-1px" },
  ".cm-placeholder": { color: "var(--fg-muted)", whiteSpace: "normal" },
  // It would be drawn into the first letter of the hint; the mark in the gutter says the same.
  ".cm-line:has(> .cm-placeholder) .cm-lintPoint": { display: "none" },

  // The selection and similar marks.
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  "&:not(.cm-focused) > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { opacity: "0.6" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--fg) 4%, transparent)" },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--accent) 16%, transparent)" },
  ".cm-searchMatch": {
    backgroundColor: "color-mix(in srgb, var(--warning) 28%, transparent)",
    borderRadius: "2px",
  },
  ".cm-searchMatch-selected": {
    backgroundColor: "color-mix(in srgb, var(--warning) 55%, transparent)",
    outline: "1px solid var(--warning)",
  },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--accent) 20%, transparent)",
    outline: "1px solid color-mix(in srgb, var(--accent) 55%, transparent)",
  },
  "&.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--error) 18%, transparent)",
  },
  ".cm-specialChar": { color: "var(--warning)", opacity: "0.8" },
  ".bobbin-lit": { backgroundColor: "var(--accent-soft)" },
  ".cm-line.bobbin-lit": { boxShadow: "inset 2px 0 var(--accent)" },
  "span.bobbin-lit": { borderRadius: "2px", boxShadow: "0 0 0 1px var(--accent)" },

  // Gutters.
  ".cm-gutters": {
    color: "var(--fg-muted)",
    backgroundColor: "var(--bg)",
    border: "none",
    userSelect: "none",
  },
  ".cm-lineNumbers .cm-gutterElement": {
    minWidth: "3.2ch",
    padding: "0 4px 0 6px",
    opacity: "0.9",
    fontVariantNumeric: "tabular-nums",
  },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--fg)" },
  // The style sheets of the page do not reach in here: where the system chooses the colours, they give these.
  ".cm-lineNumbers .cm-activeLineGutter": {
    opacity: "1",
    forcedColorAdjust: "none",
    backgroundColor: "var(--line-ground, transparent)",
    color: "var(--line-letters, var(--fg))",
  },
  ".cm-foldGutter .cm-gutterElement": {
    width: "1.6ch",
    textAlign: "center",
    cursor: "pointer",
    color: "var(--fg-muted)",
    lineHeight: "inherit",
  },
  ".cm-foldGutter span[title='Fold line']": { opacity: "0", transition: "opacity 120ms" },
  "&:hover .cm-foldGutter span[title='Fold line'], &.cm-focused .cm-foldGutter span[title='Fold line']": {
    opacity: "0.7",
  },
  ".cm-foldPlaceholder": {
    color: "var(--fg-muted)",
    backgroundColor: "var(--bg-sunken)",
    border: "1px solid var(--border)",
    borderRadius: "4px",
    padding: "0 6px",
    margin: "0 4px",
  },
  ".bobbin-marks": { width: "12px" },
  ".bobbin-marks .cm-gutterElement": { display: "flex", alignItems: "center", justifyContent: "center" },
  ".bobbin-mark": { width: "7px", height: "7px", borderRadius: "50%", cursor: "pointer" },

  // Tooltips.
  ".cm-tooltip": {
    color: "var(--fg)",
    backgroundColor: "var(--bg-raised)",
    border: "1px solid var(--border)",
    borderRadius: "6px",
    boxShadow: "0 4px 16px rgb(0 0 0 / 0.18)",
    fontFamily: "var(--font-ui)",
    fontSize: "13px",
    lineHeight: "1.45",
    maxWidth: "min(36rem, 90vw)",
    overflow: "hidden",
  },
  ".cm-tooltip-hover": { maxHeight: "50vh", overflowY: "auto" },
  ".cm-tooltip-section:not(:first-child)": { borderTop: "1px solid var(--border)" },
  ".cm-tooltip code, .cm-tooltip pre, .cm-completionInfo code": {
    fontFamily: "var(--font-mono)",
    fontSize: "0.92em",
    backgroundColor: "var(--bg-sunken)",
    borderRadius: "3px",
    padding: "0 3px",
  },
  ".cm-lsp-documentation": { padding: "6px 10px" },
  ".cm-lsp-documentation p, .cm-lsp-documentation pre": { margin: "4px 0" },
  ".cm-lsp-documentation pre": { padding: "4px 8px", overflowX: "auto" },
  ".cm-lsp-documentation pre code": { padding: "0", backgroundColor: "transparent" },
  ".cm-lsp-documentation :first-child": { marginTop: "0" },
  ".cm-lsp-documentation :last-child": { marginBottom: "0" },
  ".cm-lsp-documentation :is(h1, h2, h3, h4)": { fontSize: "1em", margin: "4px 0" },
  ".cm-lsp-documentation ul, .cm-lsp-documentation ol": { margin: "4px 0", paddingLeft: "20px" },
  ".cm-lsp-documentation a": { color: "var(--accent)" },
  ".cm-lsp-documentation hr": { border: "none", borderTop: "1px solid var(--border)" },
  ".cm-lsp-documentation table": { borderCollapse: "collapse" },
  ".cm-lsp-documentation :is(td, th)": { border: "1px solid var(--border)", padding: "1px 6px", textAlign: "left" },

  // Diagnostics.
  ...severityRules,
  ".cm-diagnostic": { padding: "6px 10px", margin: "0" },
  ".cm-diagnostic:not(:first-child)": { borderTop: "1px solid var(--border)" },
  ".bobbin-finding-code": { color: "var(--fg-muted)", fontSize: "0.9em", whiteSpace: "nowrap" },
  ".bobbin-finding-place": {
    font: "inherit",
    color: "var(--accent)",
    padding: "0",
    border: "none",
    backgroundColor: "transparent",
    cursor: "pointer",
  },
  ".bobbin-finding-place:hover": { textDecoration: "underline" },
  ".bobbin-finding-help": { color: "var(--fg-muted)", marginTop: "2px" },
  ".cm-diagnosticAction": { ...button, margin: "6px 6px 0 0" },
  ".cm-diagnosticAction:hover": { borderColor: "var(--accent)", color: "var(--accent)" },

  // The menu of fixes, and the list of completions.
  ".bobbin-menu": {
    display: "flex",
    flexDirection: "column",
    padding: "4px",
    minWidth: "12rem",
    maxWidth: "min(44rem, 90vw)",
    maxHeight: "20rem",
    overflowY: "auto",
  },
  ".bobbin-menu button": {
    font: "inherit",
    color: "inherit",
    background: "none",
    border: "none",
    borderRadius: "4px",
    padding: "4px 10px",
    textAlign: "left",
    cursor: "pointer",
  },
  ".bobbin-menu button:hover, .bobbin-menu button:focus": {
    backgroundColor: "var(--accent-soft)",
    ...focusRing,
  },
  ".bobbin-link": { textDecoration: "underline", textDecorationColor: "var(--fg-muted)", textUnderlineOffset: "3px" },
  ".bobbin-menu-empty": { color: "var(--fg-muted)", padding: "4px 10px", outline: "none" },
  ".cm-tooltip.cm-tooltip-autocomplete": { overflow: "visible" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--font-mono)",
    fontSize: "13px",
    maxHeight: "16em",
    padding: "4px",
    minWidth: "min(18rem, 90vw)",
    maxWidth: "min(44rem, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    alignItems: "baseline",
    gap: "4px",
    padding: "2px 6px",
    borderRadius: "4px",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--fg)",
    backgroundColor: "var(--accent-soft)",
    ...focusRing,
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700", color: "var(--accent)" },
  ".cm-completionDetail": {
    flex: "1",
    marginLeft: "16px",
    color: "var(--fg-muted)",
    fontStyle: "normal",
    fontFamily: "var(--font-ui)",
    textAlign: "right",
    overflow: "hidden",
    textOverflow: "ellipsis",
  },
  ".cm-completionIcon": { color: "var(--fg-muted)", opacity: "1", padding: "0", width: "1.4em" },
  // CodeMirror's own signs are letters that few fonts have.
  ...Object.fromEntries(Object.entries(completionSigns).map(([kind, sign]) => [`.cm-completionIcon-${kind}::after`, { content: `"${sign}"` }])),
  ".cm-tooltip.cm-completionInfo": { padding: "0", maxWidth: "min(24rem, 60vw)" },

  // Panels: search, go to line, rename.
  ".cm-panels": {
    color: "var(--fg)",
    backgroundColor: "var(--bg-raised)",
    fontFamily: "var(--font-ui)",
    fontSize: "13px",
    zIndex: "20",
  },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--border)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--border)" },
  ".cm-panel.cm-search": { padding: "6px 32px 6px 8px" },
  ".bobbin-search-count": { margin: "0 4px", color: "var(--fg-muted)", fontSize: "12px", whiteSpace: "nowrap" },
  ".bobbin-question": { display: "flex", alignItems: "center", gap: "4px", padding: "6px 8px" },
  ".bobbin-question form": { display: "flex", flex: "1", flexWrap: "wrap", alignItems: "center", gap: "4px", minWidth: "0" },
  ".bobbin-question label": { display: "flex", alignItems: "center", gap: "8px", minWidth: "0" },
  ".cm-panel.cm-search label": {
    display: "inline-flex",
    alignItems: "center",
    gap: "4px",
    fontSize: "12px",
    margin: "2px 4px",
    verticalAlign: "middle",
    color: "var(--fg-muted)",
  },
  ".cm-textfield, .bobbin-question input": {
    font: "inherit",
    fontFamily: "var(--font-mono)",
    color: "var(--fg)",
    backgroundColor: "var(--bg)",
    border: "1px solid var(--border)",
    borderRadius: "4px",
    padding: "2px 6px",
    margin: "2px 4px 2px 0",
  },
  ".cm-textfield:focus, .bobbin-question input:focus, .cm-button:focus-visible, .bobbin-question button:focus-visible": focusRing,
  ".cm-button, .bobbin-question button[type=submit]": { ...button, margin: "2px 4px 2px 0" },
  ".cm-button:hover, .cm-button:active": { backgroundImage: "none", borderColor: "var(--accent)" },
  ".cm-panel input[type=checkbox]": { accentColor: "var(--accent)", margin: "0" },
  ".cm-panel.cm-search [name=close], .cm-panel [name=close], .bobbin-question-close": {
    border: "none",
    color: "var(--fg-muted)",
    backgroundColor: "transparent",
    fontSize: "18px",
    lineHeight: "1",
    padding: "4px 8px",
    cursor: "pointer",
  },
  ".cm-panel [name=close]:hover, .bobbin-question-close:hover": { color: "var(--fg)" },

  ...syntaxRules,
};

/** High contrast needs lines where the other themes have shades. */
const contrastRules = {
  ".cm-activeLine": { backgroundColor: "transparent", outline: "1px solid var(--border)" },
  ".cm-tooltip": { boxShadow: "none", border: "1px solid var(--fg)" },
  ".cm-searchMatch, .cm-selectionMatch": { outline: "1px solid var(--accent)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
};

const themes: Record<ThemeName, Extension> = {
  light: EditorView.theme(rules),
  dark: EditorView.theme(rules, { dark: true }),
  contrast: [EditorView.theme(rules, { dark: true }), EditorView.theme(contrastRules)],
};

export function themeFor(name: ThemeName): Extension {
  return themes[name];
}
