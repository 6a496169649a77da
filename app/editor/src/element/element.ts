// `<bobbin-editor>`: an editor for one text, as a part of forms. `core/npm/build.mjs` bundles it.

import { Annotation, EditorState } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import { OpenDocument } from "../documents.ts";
import { changedPart } from "../frame/rules.ts";
import { insertedLines, type LineEnds, lineEndsOf } from "../line_ends.ts";
import { spanOf } from "../positions.ts";
import type { WorkerPort } from "../session.ts";
import type { ThemeName } from "../theme.ts";
import { flushTyping } from "../typing.ts";
import { createView, StateFactory } from "../view.ts";
import type { Location, LspDiagnostic } from "../wire.ts";
import { type Addresses, type Family, familyOf, type Member } from "./families.ts";
import { type ElementDiagnostic, findingsOf } from "./findings.ts";
import { GraphPicture } from "./picture.ts";
import { sheetOf } from "./sheet.ts";

export { scriptAddress } from "./trusted_types.ts";

/** Marks the texts that a program sets; all other changes are the person's, be they typed, fixed or formatted. */
const byProgram = Annotation.define<true>();

/** All changes of the words in a node. */
const anyWords = { childList: true, characterData: true, subtree: true };

let nEditors = 0;

/** Makes the class of the element; only where there is a document, as there is none on a server. */
export function defineElement(addresses: () => Addresses, startWorker: () => WorkerPort) {
  return class BobbinEditor extends HTMLElement implements Member {
    static readonly formAssociated = true;
    static readonly observedAttributes = ["language", "value", "readonly", "theme", "view", "filename", "aria-label", "id"];

    editor: EditorView | null = null;
    private readonly internals = this.attachInternals();
    private readonly nth = ++nEditors;
    private family: Family | null = null;
    private opened: OpenDocument | null = null;
    /** The text while there is no document yet. */
    private early: string | null = null;
    /** True if the text is no longer that of the attribute: the person or a program changed it. */
    private isDirty = false;
    private isDisabled = false;
    /** Follows the text of the element, as a text area does. */
    private readonly words = new MutationObserver(() => {
      // While the page loads, it comes in pieces.
      if (this.opened && this.ownerDocument.readyState !== "loading") this.follow();
    });
    /** Follows the words of the labels. */
    private readonly labelWords = new MutationObserver(() => this.followLabels());
    /** The words of the labels, as the text box has them. */
    private labelled: string | null = null;
    private found: ElementDiagnostic[] = [];
    private readonly prefersDark = matchMedia("(prefers-color-scheme: dark)");
    private states: StateFactory | null = null;
    private readonly picture = new GraphPicture(() => this.opened && { document: this.opened, isDark: this.themeName() !== "light" });

    constructor() {
      super();
      this.attachShadow({ mode: "open", delegatesFocus: true });
      this.words.observe(this, anyWords);
      // No event tells of a label that came or went.
      this.addEventListener("focusin", () => this.followLabels());
    }

    /** The document in the editor; there is one while the element is in a page. */
    get document(): OpenDocument {
      if (!this.opened) throw new Error("the editor has no document yet");
      return this.opened;
    }

    get language(): string {
      return this.getAttribute("language") ?? "";
    }

    set language(language: string) {
      this.setAttribute("language", language);
    }

    get value(): string {
      if (this.editor) flushTyping(this.editor);
      return this.opened?.text() ?? this.early ?? this.defaultValue;
    }

    set value(text: string | null) {
      this.isDirty = true;
      // As that of a text area.
      this.write(text === null ? "" : String(text));
    }

    get defaultValue(): string {
      // Markup has a line break before the first line, as in a `pre`.
      return this.getAttribute("value") ?? (this.textContent ?? "").replace(/^\r?\n/, "");
    }

    set defaultValue(text: string) {
      this.setAttribute("value", text);
    }

    get readOnly(): boolean {
      return this.hasAttribute("readonly");
    }

    set readOnly(isOn: boolean) {
      this.toggleAttribute("readonly", isOn);
    }

    get disabled(): boolean {
      return this.hasAttribute("disabled");
    }

    set disabled(isOn: boolean) {
      this.toggleAttribute("disabled", isOn);
    }

    get type(): string {
      return this.localName;
    }

    get theme(): string {
      return this.getAttribute("theme") ?? "auto";
    }

    set theme(theme: string) {
      this.setAttribute("theme", theme);
    }

    get view(): string {
      return this.getAttribute("view") ?? "";
    }

    set view(view: string) {
      this.setAttribute("view", view);
    }

    get name(): string {
      return this.getAttribute("name") ?? "";
    }

    set name(name: string) {
      this.setAttribute("name", name);
    }

    get diagnostics(): readonly ElementDiagnostic[] {
      return this.found;
    }

    get form(): HTMLFormElement | null {
      return this.internals.form;
    }

    get labels(): NodeList {
      return this.internals.labels;
    }

    get validity(): ValidityState {
      return this.internals.validity;
    }

    get validationMessage(): string {
      return this.internals.validationMessage;
    }

    get willValidate(): boolean {
      return this.internals.willValidate;
    }

    checkValidity(): boolean {
      return this.internals.checkValidity();
    }

    reportValidity(): boolean {
      return this.internals.reportValidity();
    }

    connectedCallback(): void {
      const here = this.ownerDocument.defaultView;
      // A document that nobody sees has no editors.
      if (!here) return;
      this.takeOver();
      const family = familyOf(this.language, addresses, startWorker);
      if (family !== this.family || !this.states) this.states = this.statesOf(family);
      const { states } = this;
      this.family = family;
      this.dress(states);
      this.opened ??= this.open(states, this.early ?? this.defaultValue);
      this.early = null;
      this.editor = createView(this, states.blank(), (transaction) => family.documents.tell(this.document, transaction));
      const frame = this.editor.dom.parentElement;
      frame?.setAttribute("part", "frame");
      this.editor.dom.setAttribute("part", "editor");
      const view = this.editor;
      // Who focuses the element, as its label does, gets the first part of it that can have the focus.
      view.scrollDOM.addEventListener("focus", () => view.focus());
      this.shadowRoot?.adoptedStyleSheets.push(sheetOf(here));
      this.document.show(this.editor);
      this.refresh();
      this.followLabels();
      family.add(this);
      // It may have got another name while it was in no page.
      if (this.document.name !== this.identity().name) this.rename(family, this.document);
      this.prefersDark.addEventListener("change", this.refresh);
      this.internals.setFormValue(this.value);
      // The text inside of it may still come.
      if (this.ownerDocument.readyState === "loading") this.ownerDocument.addEventListener("DOMContentLoaded", this.readAll, { once: true });
    }

    disconnectedCallback(): void {
      if (!this.editor) return;
      this.prefersDark.removeEventListener("change", this.refresh);
      this.labelWords.disconnect();
      flushTyping(this.editor);
      this.family?.remove(this);
      this.opened?.hide();
      this.editor.destroy();
      this.editor = null;
      this.picture.end();
    }

    adoptedCallback(): void {
      const { shadowRoot } = this;
      if (!shadowRoot) return;
      // The editor has noted at its root the style sheets that it made, by a symbol; those are of the document before.
      for (const it of Object.getOwnPropertySymbols(shadowRoot)) Reflect.deleteProperty(shadowRoot, it);
    }

    attributeChangedCallback(name: string, before: string | null, after: string | null): void {
      if (before === after) return;
      if (name === "value") {
        this.follow();
      } else if (!this.editor || !this.family) {
        // Read when the element comes into a page; a document is of one language.
        if (name === "language" && this.opened) this.startOver();
      } else if (name === "language") {
        this.again(() => this.startOver());
      } else if (name === "filename") {
        this.rename(this.family, this.document);
      } else if (name === "id") {
        this.followLabels();
      } else {
        this.refresh();
      }
    }

    formResetCallback(): void {
      if (this.editor) flushTyping(this.editor);
      this.isDirty = false;
      this.write(this.defaultValue);
    }

    formDisabledCallback(isDisabled: boolean): void {
      this.isDisabled = isDisabled;
      this.refresh();
    }

    formStateRestoreCallback(state: unknown): void {
      if (typeof state === "string") this.value = state;
    }

    judged(diagnostics: LspDiagnostic[]): void {
      this.found = findingsOf(this.document, diagnostics);
      const errors = this.found.filter((it) => it.severity === "error");
      const [first] = errors;
      if (first) {
        const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
        const message = `Line ${first.range.start.line + 1}: ${first.message}${more}`;
        this.internals.setValidity({ customError: true }, message, this.editor?.dom);
      } else {
        this.internals.setValidity({});
      }
      this.tell("diagnostics", { diagnostics: this.found });
      this.showPicture();
    }

    reveal({ uri, range }: Location): void {
      if (uri !== this.document.uri || !this.editor) return;
      const { from, to } = spanOf(this.document.doc, range);
      this.editor.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      this.editor.focus();
    }

    notice(kind: "info" | "error", text: string): void {
      this.tell("notice", { kind, text });
    }

    private tell(type: string, detail: object): void {
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
    }

    /** Draws the graph beside the text, if that is wanted. */
    private showPicture(): void {
      const { family, shadowRoot } = this;
      if (this.view === "graph" && family && shadowRoot && this.editor) this.picture.show(shadowRoot, family.session);
      else this.picture.end();
    }

    private updated(update: ViewUpdate): void {
      if (!update.docChanged) return;
      this.internals.setFormValue(this.document.text());
      if (update.transactions.some((it) => it.docChanged && !it.annotation(byProgram))) {
        this.isDirty = true;
        this.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
      }
    }

    /** Takes over properties that were set before the element was defined: they hide the accessors. */
    private takeOver(): void {
      for (const key of ["language", "value", "readOnly", "disabled", "theme", "view", "name"]) {
        if (!Object.hasOwn(this, key)) continue;
        const value: unknown = Reflect.get(this, key);
        Reflect.deleteProperty(this, key);
        Reflect.set(this, key, value);
      }
    }

    private statesOf(family: Family): StateFactory {
      return new StateFactory({
        client: family.session.client,
        commentOf: (language) => family.commentOf(language),
        notice: (text) => this.notice("info", text),
        updated: (_document, update) => this.updated(update),
        pressed: () => {},
      });
    }

    private open(states: StateFactory, text: string): OpenDocument {
      const { language } = this;
      const file = { ...this.identity(), language, text, encoding: "utf8" as const };
      return new OpenDocument(file, (it, doc, history) => states.create(it, doc, history));
    }

    private identity(): { uri: string; name: string } {
      const { nth, language } = this;
      // Several texts without a name are told apart.
      const stem = nth === 1 ? "text" : `text-${nth}`;
      const name = this.getAttribute("filename") ?? `${stem}.${language === "sprokit" ? "pipe" : language === "pinsight" ? "trace" : "coilcfg"}`;
      return { uri: `file:///editor-${nth}/${encodeURIComponent(name)}`, name };
    }

    /** Gives the shown document its present name. */
    private rename({ documents }: Family, document: OpenDocument): void {
      const { uri, name } = this.identity();
      if (this.editor) flushTyping(this.editor);
      documents.rename(document, uri, name);
      if (this.states) documents.dispatch(document, { effects: this.states.identityEffect(document) });
      this.showPicture();
    }

    /** Changes what an editor that may be shown is made from; the person who is in it stays there. */
    private again(change: () => void): void {
      const { editor } = this;
      const isInside = editor?.hasFocus ?? false;
      if (editor) this.disconnectedCallback();
      change();
      if (editor) this.connectedCallback();
      if (isInside) this.editor?.focus();
    }

    /** Makes a new document, of the present text unless there is another one, without its history. */
    private startOver(text = this.opened?.text() ?? this.early): void {
      this.early = text;
      this.opened = null;
      const wasJudged = this.found.length > 0;
      this.found = [];
      this.internals.setValidity({});
      if (wasJudged) this.tell("diagnostics", { diagnostics: [] });
    }

    /** Replaces the text by a program; it can be undone, unless the document cannot hold its line ends. */
    private write(text: string): void {
      // Who hears of it may write, too.
      if (this.editor) flushTyping(this.editor);
      const { opened, family } = this;
      if (!opened || !family) {
        this.early = text;
        this.opened = null;
      } else if (text === this.value) {
        // Pages set what they are told, which is no step and leaves the caret where it is, as in a text area.
        return;
      } else if (canHold(opened.ends, text)) {
        this.change(family, opened, text);
      } else {
        this.again(() => this.startOver(text));
      }
      this.internals.setFormValue(this.value);
    }

    /** Takes the text of the page, unless somebody changed it here. */
    private follow(): void {
      // What a person has just typed is theirs.
      if (this.editor) flushTyping(this.editor);
      if (!this.isDirty) this.write(this.defaultValue);
    }

    /** Changes the part of a document in which a text differs. */
    private change({ documents }: Family, document: OpenDocument, text: string): void {
      const { ends, doc } = document;
      const part = changedPart(doc.toString(), insertedLines(text, ends).toString());
      if (part.from < part.to || part.insert !== "") documents.write(document, part, byProgram.of(true));
    }

    /** Starts with the text of the page, of which there was only a part when the element was put into it. */
    private readonly readAll = (): void => {
      if (this.editor) flushTyping(this.editor);
      const { opened } = this;
      if (opened && !this.isDirty && opened.text() !== this.defaultValue) this.again(() => this.startOver(this.defaultValue));
    };

    private readonly refresh = (): void => {
      const { editor, states } = this;
      if (!editor || !states) return;
      this.dress(states);
      editor.dispatch({ effects: states.lookEffects(editor.state) });
      this.showPicture();
    };

    /** Names the text box as the labels of the element do: they are outside of its shadow, where nothing can refer to them. */
    private followLabels(): void {
      const labels = [...this.internals.labels];
      this.labelWords.disconnect();
      for (const it of labels) this.labelWords.observe(it, anyWords);
      const words = labels.map((it) => wordsOf(it, this).replaceAll(/\s+/g, " ").trim()).filter((it) => it !== "");
      const labelled = words.length > 0 ? words.join(", ") : null;
      if (labelled === this.labelled) return;
      this.labelled = labelled;
      this.refresh();
    }

    private themeName(): ThemeName {
      const { theme } = this;
      if (theme === "light" || theme === "dark" || theme === "contrast") return theme;
      return this.prefersDark.matches ? "dark" : "light";
    }

    /** Gives new states their colours, lets the person write in them or not, and names the text. */
    private dress(states: StateFactory): void {
      states.theme = this.themeName();
      states.isStill = this.readOnly || this.isDisabled;
      const label = this.getAttribute("aria-label") ?? this.labelled;
      const attributes = {
        ...(label === null ? {} : { "aria-label": label }),
        ...(states.isStill ? { "aria-readonly": "true" } : {}),
        ...(this.isDisabled ? { "aria-disabled": "true" } : {}),
      };
      states.keys = [EditorState.readOnly.of(states.isStill), EditorView.editable.of(!this.isDisabled), EditorView.contentAttributes.of(attributes)];
    }
  };
}

/** Returns whether a text opened with these line ends can become `text` and keep its history. */
function canHold(ends: LineEnds, text: string): boolean {
  const wanted = lineEndsOf(text);
  // Where the ends are mixed, each LF is one. A text of one line has none.
  return wanted === ends || (ends === "mixed" && wanted === "lf") || !/[\r\n]/.test(text);
}

/** Returns the text in a node, without that in `left`. */
function wordsOf(node: Node, left: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
  return node === left ? "" : [...node.childNodes].map((it) => wordsOf(it, left)).join("");
}
