// The editor's interface for the page. Structured values cross as JSON; their shapes are in wire.ts and
// in bobbin-protocol.

import { redoDepth, undoDepth } from "@codemirror/commands";
import type { Annotation, Transaction } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import { changedLines } from "./changed_lines.ts";
import { ClosedHistories } from "./closed_histories.ts";
import { commands } from "./commands.ts";
import { drawDiagnostics } from "./diagnostics.ts";
import { diskCalls } from "./disk/calls.ts";
import { Disk } from "./disk/disk.ts";
import { askAgain, Documents, type NewFile, OpenDocument } from "./documents.ts";
import { type Along, applyDocumentEdits } from "./edits.ts";
import { LeftOutError, messageOf, StaleError } from "./errors.ts";
import { EventQueue } from "./events.ts";
import type { Given, Guest } from "./frame/guest.ts";
import { highlight as highlightRanges } from "./highlight.ts";
import { type Habits, keysFor } from "./keymaps/load.ts";
import { Latency } from "./latency.ts";
import { fileName, pathOf } from "./locations.ts";
import { rangeOf, positionAt, spanOf } from "./positions.ts";
import { sanitize } from "./sanitize.ts";
import { Session } from "./session.ts";
import { offlineCalls } from "./offline_calls.ts";
import { startWorker } from "./own_worker.ts";
import { performPlan, Turns } from "./perform.ts";
import { renameCalls } from "./rename_calls.ts";
import { searchCalls } from "./search/calls.ts";
import { fromPage, noteStep, type Step, stepsIn } from "./steps.ts";
import { exportCalls } from "./export_calls.ts";
import { linkCalls, type OnDemand } from "./link_calls.ts";
import { storageCalls } from "./storage/calls.ts";
import type { Change } from "./storage/left_under_way.ts";
import { startCalls } from "./storage/start_calls.ts";
import * as tabs from "./tabs.ts";
import type { ThemeName } from "./theme.ts";
import { flushTyping } from "./typing.ts";
import { tellOthers } from "./undo.ts";
import { createView, StateFactory } from "./view.ts";
import { browserTimers } from "./watchdog.ts";
import type {
  CaretMover, DocumentEdit, DocumentInfo, Done, Languages, Location, LspDiagnostic, OpenedFile, Performed, PlanResult, Progress, Range, SameDiagnostics,
} from "./wire.ts";

const events = new EventQueue();
const comments = new Map<string, string>();
let addresses = { worker: "", core: "", onDemand: "" };
let view: EditorView | null = null;
let host: HTMLElement | null = null;
let shown: OpenDocument | null = null;
let wantedHabits: Habits = "usual";
let latencyListener: ((ms: number) => void) | null = null;

const latency = new Latency((ms) => {
  latencyListener?.(ms);
});

/** The page's pending requests; the client identifies requests by their parameters. */
const awaited = new Set<Awaited>();

type PlanEdit = Extract<PlanResult, { kind: "edit" }>;

interface Awaited {
  method: string;
  params: Record<string, unknown>;
  isGivenUp: boolean;
}

interface PublishedDiagnostics {
  uri: string;
  version?: number;
  diagnostics: LspDiagnostic[];
}

const session = new Session({
  startWorker: () => startWorker(addresses.worker),
  get core() {
    return addresses.core;
  },
  client: {
    workspace: (client) => new Documents(client),
    sanitizeHTML: sanitize,
    extensions: [{ clientCapabilities: { experimental: { bobbin: { sameDiagnostics: true, documents: true } } } }],
    notificationHandlers: {
      "textDocument/publishDiagnostics": (_client, params: PublishedDiagnostics) => {
        // The message of clients that do not know `data` includes the help, which is shown separately
        // here.
        for (const it of params.diagnostics) it.message = it.data?.message ?? it.message;
        published(params);
        return true;
      },
      "bobbin/sameDiagnostics": (_client, { uri, version }: SameDiagnostics) => {
        const diagnostics = documents.get(uri)?.published;
        if (diagnostics) published({ uri, version, diagnostics });
        return true;
      },
      "bobbin/progress": (_client, progress: Progress) => {
        events.emit({ progress });
        return true;
      },
      "bobbin/document": (_client, info: DocumentInfo) => {
        if (documents.get(info.uri)?.version === info.version) events.emit({ document: info });
        return true;
      },
    },
  },
  emit(event) {
    events.emit(event);
    const state = "worker" in event ? event.worker.state : null;
    if (state === "ready" || state === "restarted") serverReady();
  },
  died(atWork) {
    const isKnown = documents.died(atWork, performance.now());
    documents.files.forEach(emitDeaths);
    return isKnown;
  },
  refusal(uri) {
    const document = documents.get(uri);
    return document?.isLeftOut ? new LeftOutError(document.name) : null;
  },
  timers: browserTimers,
  now: () => performance.now(),
});

const documents = session.client.workspace as Documents;
const closedHistories = new ClosedHistories();
const disk = new Disk();
const make = ({ uri, text, label }: NewFile) => {
  // The page knows the open files, so it opens this one; the present text stays in view.
  const language = shown?.languageId ?? "";
  events.emit({ create: { name: pathOf(uri), language, text, label } });
};
const visit = ({ uri, range }: Location) => {
  const document = documents.get(uri);
  if (!document) {
    events.emit({ openLocation: { uri, name: fileName(uri), range } });
    return;
  }
  if (document !== shown) show(document);
  reveal(document, range, []);
  view?.focus();
};
// The outcome of a key press is read once: the next one replaces it.
const tellPerson = (text: string) => events.emit({ notice: { kind: "info", text, isPassing: true } });
documents.attach(session, show, visit, make, tellPerson);
documents.notice = (text, gone = []) => events.emit({ notice: { kind: "info", text, gone } });
documents.onMove = ({ from, to }) => events.emit({ move: { from, to } });
documents.onWanted = (path) => events.emit({ openWanted: { path } });
documents.onRename = ({ uri }, name) => events.emit({ rename: { uri, name } });
documents.onWithdraw = ({ uri }) => events.emit({ withdraw: { uri } });
documents.isOnDisk = (document) => disk.placeOf(document) !== null;
documents.onHidden = (document, transaction) => {
  if (transaction.docChanged) emitChange(document);
  emitSteps(document, [transaction]);
};

const states = new StateFactory({
  client: session.client,
  commentOf: (language) => comments.get(language) ?? null,
  notice: (text) => events.emit({ notice: { kind: "info", text, isPassing: true } }),
  run: (action) => events.emit({ run: { action } }),
  updated,
  pressed: (event) => latency.press(event),
});

function published({ uri, version, diagnostics }: PublishedDiagnostics): void {
  const document = documents.get(uri);
  if (!document) return;
  const found = version ?? document.version;
  document.published = diagnostics;
  // About the newest text, or about the one that the server had when it was last told something.
  const behind = found === document.owed ? document.untold : null;
  if (found === document.version || behind) {
    document.diagnosticsVersion = found;
    drawDiagnostics(document, diagnostics, behind, documents.onWanted);
    latency.drawn(uri, found);
    // The page refers to places in the newest text only, and keeps what it was told.
    if (!behind && document.emitted !== diagnostics) {
      document.emitted = diagnostics;
      events.emit({ diagnostics: { uri, diagnostics } });
    }
  }
  documents.answered(document, found);
}

/** Asks again for everything that the view knew of the previous server. */
function serverReady(): void {
  view?.dispatch({ effects: askAgain.of(null) });
  session.ask("bobbin/languages", {}).then(
    (answer) => {
      const { languages } = JSON.parse(answer) as Languages;
      for (const it of languages) comments.set(it.name, it.comment);
    },
    // Without it, comment commands do nothing; a lost server is asked again when it is back.
    () => {},
  );
}

let selectionFrame = 0;
let caretMover: CaretMover = "edit";

function updated(document: OpenDocument, update: ViewUpdate): void {
  if (document !== shown) return;
  if (update.docChanged) {
    const typed = !update.transactions.some((it) => it.annotation(fromPage));
    if (typed) latency.changed(document.uri, document.version);
    emitChange(document);
  }
  emitSteps(document, update.transactions);
  // What stands beside a text that is hidden is not read.
  const effects = update.transactions.flatMap((it) => it.effects);
  for (const it of effects) {
    if (it.is(EditorView.announce) && update.view.dom.getClientRects().length === 0) tellPerson(/\.$/.test(it.value) ? it.value : `${it.value}.`);
  }
  if (update.selectionSet || update.docChanged) scheduleSelection(moverOf(update.transactions));
}

function emitSteps(document: OpenDocument, transactions: readonly Transaction[]): void {
  const { isAny, recalled } = stepsIn(transactions);
  if (isAny) events.emit({ step: { uri: document.uri, ...historyOf(document), recalled } });
}

function emitDeaths({ uri, deaths, isLeftOut }: OpenDocument): void {
  events.emit({ deaths: { uri, deaths, isLeftOut } });
}

function moverOf(transactions: readonly Transaction[]): CaretMover {
  const moving = transactions.filter((it) => it.selection || it.docChanged);
  if (moving.some((it) => !it.annotation(fromPage))) return "user";
  return moving.some((it) => it.selection) ? "page" : "edit";
}

function emitChange(document: OpenDocument): void {
  const { uri, version } = document;
  events.emit({ change: { uri, version, ...historyOf(document), pristine: document.isPristine() } });
}

function historyOf({ state }: OpenDocument): { canUndo: boolean; canRedo: boolean } {
  return { canUndo: undoDepth(state) > 0, canRedo: redoDepth(state) > 0 };
}

/**
 * Reports the selection once per frame, however often it changes; an edit does not hide an earlier
 * move by the user.
 */
function scheduleSelection(mover: CaretMover): void {
  if (mover !== "edit" || selectionFrame === 0) caretMover = mover;
  if (selectionFrame !== 0) return;
  selectionFrame = requestAnimationFrame(() => {
    selectionFrame = 0;
    if (!shown) return;
    const { main } = shown.state.selection;
    events.emit({
      selection: {
        uri: shown.uri,
        position: positionAt(shown.doc, main.head),
        range: rangeOf(shown.doc, main.from, main.to),
        movedBy: caretMover,
      },
    });
  });
}

/** Applies pending typing, before the page reads or changes the texts. */
function settle(): void {
  if (view) flushTyping(view);
}

function show(document: OpenDocument): void {
  settle();
  if (host) view ??= viewIn(host);
  if (document === shown || !view) {
    shown = document;
    return;
  }
  shown?.hide();
  shown = document;
  document.show(view);
  view.dispatch({ effects: states.lookEffects(view.state) });
  scheduleSelection("page");
}

/** Loads the parts that few visits need. */
const onDemand = (): Promise<OnDemand> => import(addresses.onDemand) as Promise<OnDemand>;

/** Sets the addresses of the modules: worker and language core, which it starts, and what is loaded on demand. */
export function configure(config: typeof addresses): void {
  addresses = config;
  session.start();
  if (document.documentElement.dataset.embed !== undefined) void serveFrame();
}

let guest: Guest | null = null;

/** Obeys the page around the frame that this one is in. */
async function serveFrame(): Promise<void> {
  const { Guest } = await import("./frame/guest.ts");
  guest = new Guest({
    documents,
    settle: () => turns.take(async () => settle()),
    emit: (event) => events.emit(event),
    replace: (document, part) => documents.write(document, part, fromPage.of(true)),
  });
  events.tap((event) => guest?.hear(event));
  guest.start(window);
}

/** Takes the page's answer to a wish of the page around the frame: what became of each file. */
export function answerFrame(id: number, given: string): void {
  guest?.answered(id, JSON.parse(given) as Given[]);
}

/** Sets the only listener; it gets each event as JSON, past ones first. */
export function onEvent(callback: (json: string) => void): void {
  events.listen(callback);
}

/** Adds a second listener, for the benchmark. */
export function onLatency(callback: (ms: number) => void): void {
  latencyListener = callback;
}

/** Puts the editor into `place`, under a shadow root, from the first document on. */
export function mount(place: HTMLElement): void {
  settle();
  const document = shown;
  document?.hide();
  shown = null;
  view?.destroy();
  view = null;
  host = place;
  if (document) show(document);
}

function viewIn(host: HTMLElement): EditorView {
  return createView(host, states.blank(), (transaction) => {
    if (shown) documents.tell(shown, transaction);
  });
}

/**
 * Opens a file with an undo history of its own, and shows it unless it is to stay behind. A file that is already open
 * starts over; one that was closed with the same text goes on.
 */
export function openDocument(json: string): void {
  settle();
  const file = JSON.parse(json) as OpenedFile;
  const old = documents.get(file.uri);
  if (old) close(old);
  const document = new OpenDocument(file, (it, doc, history) => states.create(it, doc, history));
  documents.add(document);
  closedHistories.recall(document, documents);
  if (!file.isBehind) show(document);
  emitChange(document);
}

/** Shows an open document as it was left, with undo history, selection and scroll position. */
export function showDocument(uri: string): void {
  const document = documents.get(uri);
  if (document) show(document);
}

/** Closes a document. */
export function closeDocument(uri: string): void {
  settle();
  const document = documents.get(uri);
  if (!document) return;
  // What undo takes away is made anew by redo.
  if (!documents.isWithdrawing) closedHistories.remember(document);
  close(document);
}

function close(document: OpenDocument): void {
  if (document === shown) {
    document.hide();
    shown = null;
    view?.setState(states.blank());
  }
  documents.remove(document);
}

/** Reads an open document as another language; its text and history stay. */
export function setLanguage(uri: string, language: string): void {
  settle();
  const document = documents.get(uri);
  if (!document) return;
  documents.setLanguage(document, language);
  // Opened anew, it has another version.
  emitChange(document);
}

/** Returns the URI of the document in the view, or an empty text. */
export function activeUri(): string {
  return shown?.uri ?? "";
}

/**
 * Returns the exact text of a document, with its own line ends. Fails if it is not open, which is not
 * the same as empty.
 */
export function documentText(uri: string): string {
  settle();
  const document = documents.get(uri);
  if (!document) throw new Error(`no document is open at ${uri}`);
  return document.text();
}

/** Returns the version of the newest text of a document; 0 if it is not open. */
export function documentVersion(uri: string): number {
  settle();
  return documents.get(uri)?.version ?? 0;
}

/**
 * Notes that the file now holds `text`, which the document had when it was written; it may have
 * changed since.
 */
export function markSaved(uri: string, text: string): void {
  settle();
  const document = documents.get(uri);
  if (!document) return;
  document.markSaved(text);
  emitChange(document);
}

/** Notes that the file holds other bytes than saving would write, though its text may be the same. */
export function markUnsaved(uri: string): void {
  settle();
  const document = documents.get(uri);
  if (!document) return;
  document.forgetSaved();
  emitChange(document);
}

/** Renames a document; text, history and selection stay. */
export function renameDocument(uri: string, newUri: string, name: string): void {
  settle();
  const document = documents.get(uri);
  if (!document || documents.get(newUri)) return;
  documents.rename(document, newUri, name);
  disk.noteName(document);
  documents.dispatch(document, { effects: states.identityEffect(document) });
  emitChange(document);
}

/** Lets the language core try a text again over which it died. */
export function retryDocument(uri: string): void {
  const document = documents.get(uri);
  if (!document?.isLeftOut) return;
  documents.tryAgain(document);
  emitDeaths(document);
  emitChange(document);
}

/**
 * Sends one of the server's own requests, after the server has got the newest text. Fails with an
 * error for people, or with one named `Stale` if the document changed before the answer came or the
 * request was cancelled.
 */
export async function request(method: string, params: string): Promise<string> {
  settle();
  const parsed = JSON.parse(params) as { uri?: string } & Record<string, unknown>;
  const document = parsed.uri === undefined ? null : documents.get(parsed.uri);
  documents.syncFiles();
  const version = document?.version;
  const isStale = () =>
    document && (document.version !== version || documents.get(document.uri) !== document);
  const waiting: Awaited = { method, params: parsed, isGivenUp: false };
  awaited.add(waiting);
  let answer: string;
  try {
    // Questions about a document are asked again by their callers when a new server knows it.
    answer = await (document ? session.ask(method, parsed) : session.insist(method, parsed));
  } catch (error) {
    if (isStale() || waiting.isGivenUp) throw new StaleError();
    throw error instanceof Error ? error : new Error(messageOf(error));
  } finally {
    awaited.delete(waiting);
  }
  if (isStale()) throw new StaleError();
  return answer;
}

/** Changes that are asked for are made one after the other. */
const turns = new Turns();

/**
 * Asks the server how to change texts, by one of its requests for a plan, and applies the plan as one
 * undoable step that is called `label`. Returns what came of it. If the page keeps something of what the step
 * creates, undo and redo send it `{created, kept, isThere}`.
 */
export async function perform(method: string, params: string, label: string, kept?: string): Promise<string> {
  const { uri, command } = JSON.parse(params) as { uri: string; command?: { kind: string } };
  let altered: Pick<Done, "version" | "lines"> = {};
  const change = { method, params, label, ...(kept === undefined ? {} : { kept }) };
  const performed = await storage.duringChange(change, turns.take(() => performPlan(
    async () => JSON.parse(await request(method, params)) as PlanResult,
    (plan) => {
      const before = documents.get(uri)?.doc;
      if (!apply(plan.documents, label, plan.version, uri, { beside: makingOf(plan, uri, kept) })) return false;
      const document = documents.get(uri);
      const edits = plan.documents.find((it) => it.uri === uri)?.edits ?? [];
      if (before && document) {
        altered = { version: document.version, lines: changedLines(before, document.doc, edits) };
      }
      if (command?.kind === "rename") tellOthers(documents, uri, plan.documents);
      return true;
    },
  )));
  return JSON.stringify("Ok" in performed ? { Ok: { ...performed.Ok, ...altered } } : performed);
}

/** Carries out changes that were under way when the page was left, and says what became of them. */
async function carryOut(changes: Change[]): Promise<void> {
  for (const { method, params, label, kept } of changes) {
    const performed = JSON.parse(await perform(method, params, label, kept)) as Performed;
    const before = `“${label}” was under way when the page was left`;
    if ("Ok" in performed) events.emit({ notice: { kind: "info", text: `${before}, and is done now.` } });
    else events.emit({ notice: { kind: "error", text: `${before}, and was not done: ${performed.Err.reason}.` } });
  }
}

/** Returns what undo and redo of a plan have to tell the page; null if that is nothing. */
function makingOf({ created = [], documents: edits }: PlanEdit, uri: string, kept?: string): Step | null {
  // The step goes with the first text that is open.
  const first = edits.find((it) => documents.get(it.uri));
  if (kept === undefined || created.length === 0 || first?.uri !== uri) return null;
  const [done, undone] = [true, false].map((isThere) => JSON.stringify({ created, kept, isThere })) as [string, string];
  return { done, undone };
}

/** Cancels the requests whose parameters include these; they become stale. */
export function cancel(method: string, some: string): void {
  const wanted = Object.entries(JSON.parse(some) as object);
  for (const it of awaited) {
    const isMeant = it.method === method && wanted.every(([key, value]) => it.params[key] === value);
    if (!isMeant) continue;
    it.isGivenUp = true;
    session.client.cancelRequest(it.params);
  }
}

/** Sends one of the server's own notifications. It is not repeated to a server that starts later. */
export function notify(method: string, params: string): void {
  session.notify(method, JSON.parse(params));
}

/**
 * Applies edits that the page has, `{version, documents, label, uri?, beside?, isFix?}`, as one undoable step.
 * Returns false if the text of `uri` (or else of the document in the view) is no longer of `version`,
 * or if that of another document is no longer of the version its edits are for.
 */
export function applyEdits(json: string): boolean {
  const plan = JSON.parse(json) as {
    uri?: string;
    version?: number;
    documents: DocumentEdit[];
    label?: string;
    beside?: Step | null;
    isFix?: boolean;
  };
  const { beside = null, isFix = false } = plan;
  return apply(plan.documents, plan.label ?? "", plan.version, plan.uri, { beside, isFix });
}

function apply(edits: DocumentEdit[], label: string, version?: number, uri?: string, along?: Along): boolean {
  settle();
  const asked = uri === undefined ? shown : documents.get(uri);
  if (version !== undefined && asked?.version !== version) return false;
  return applyDocumentEdits(documents, edits, label, along);
}

/** Notes a change outside of the text as a step of the document's history. */
export function note(uri: string, done: string, undone: string): void {
  settle();
  const document = documents.get(uri);
  if (!document) return;
  documents.dispatch(document, noteStep({ done, undone }));
}

/** Selects a range and scrolls it into view, to the middle if it was far. */
export function select(uri: string, rangeJson: string, focus: boolean): void {
  const document = documents.get(uri);
  if (!document) return;
  show(document);
  const range = JSON.parse(rangeJson) as Range;
  if (view) {
    reveal(document, range, fromPage.of(true));
    if (focus) view.focus();
  } else {
    // A link is opened before the text has its place in the page.
    const { from, to } = spanOf(document.doc, range);
    document.selectHidden(from, to);
  }
}

function reveal(document: OpenDocument, range: Range, annotations: Annotation<unknown> | []): void {
  if (!view) return;
  const { from, to } = spanOf(document.doc, range);
  const inSight = view.visibleRanges.some((it) => it.from <= from && to <= it.to) && isInside(view, from);
  view.dispatch({
    selection: { anchor: from, head: to },
    effects: EditorView.scrollIntoView(from, { y: inSight ? "nearest" : "center" }),
    annotations,
    userEvent: "select.bobbin",
  });
}

/** Returns true if a place is really on the screen; the visible ranges reach beyond it. */
function isInside(view: EditorView, at: number): boolean {
  const place = view.coordsAtPos(at);
  const frame = view.scrollDOM.getBoundingClientRect();
  return place !== null && place.top >= frame.top && place.bottom <= frame.bottom;
}

/** Highlights ranges of a document; an empty list removes the highlight. */
export function highlight(uri: string, rangesJson: string): void {
  const document = documents.get(uri);
  if (document) highlightRanges(document, JSON.parse(rangesJson) as Range[]);
}

/** Runs a command by name; returns false if it does not apply. */
export function runCommand(name: string): boolean {
  settle();
  const command = commands[name];
  return view !== null && shown !== null && command !== undefined && command(view);
}

/** Sets the theme of the page. */
export function setTheme(name: ThemeName): void {
  states.theme = name;
  refreshLook();
}

function refreshLook(): void {
  view?.dispatch({ effects: states.lookEffects(view.state) });
}

/** Lets the keys of the text follow the habits of an editor. */
export async function setKeys(habits: Habits): Promise<void> {
  wantedHabits = habits;
  try {
    const keys = await keysFor(habits, (action) => events.emit({ run: { action } }));
    if (wantedHabits !== habits) return;
    states.keys = keys;
    refreshLook();
  } catch {
    const text = "The keys could not be loaded; the usual ones go on. Choose them again in the settings.";
    events.emit({ notice: { kind: "error", text } });
  }
}

/** Wraps long lines, or not, and sets the distance of two tab stops in columns. */
export function setLook(wrapsLines: boolean, tabSize: number): void {
  states.wrapsLines = wrapsLines;
  states.tabSize = tabSize;
  refreshLook();
}

/** Restarts the language core. */
export function restartWorker(): void {
  session.restart();
}

/** Returns this tab and the others that have the page of `deployment` open: `{own, others}`. */
export async function claimTab(deployment: string): Promise<string> {
  return JSON.stringify(await tabs.claimTab(deployment, tabs.browserTabs()));
}

/** Returns the list of tabs that have the page of `deployment` open now. */
export async function openTabs(deployment: string): Promise<string> {
  return JSON.stringify(await tabs.openTabs(deployment, tabs.browserTabs()));
}

/** Returns how much of the browser's storage the page takes, and whether that is kept when room gets short. */
export async function storageUse(): Promise<string> {
  const { usage } = await navigator.storage.estimate();
  return JSON.stringify({ used: usage ?? null, isKept: await navigator.storage.persisted() });
}

const storage = storageCalls(documents, disk, settle, emitChange, (changes) => void carryOut(changes));
export const {
  openStorage, storedFiles, keepFile, coverFiles, storedFile, takeFile, forgetFile, recallHistory, keepOrder, forgetOrder,
  noteVersion, fileVersions, versionText,
} = storage;

export { attachPane, comeForward, detachPane } from "./second_window.ts";

export { takeSharedFiles } from "./launch_calls.ts";

export const { keepOffline, updatePage } = offlineCalls();

export const { beginStart, resumeStart, settleStart, failStart } = startCalls();

export const { makeLink, readFragment, asMarkdown } = linkCalls(documents, settle, onDemand);

export const { pictureWithSource, readCarrier, webPage, textSheet } = exportCalls(
  documents, settle, onDemand, () => session.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [],
);
export const { renameFiles } = renameCalls(documents, settle, (document, from) => disk.noteMoved(document, from));
export const {
  pickFiles, takePicked, pickFolder, takePickedFolder, dropFiles, takeDropped, whereOpen, readFound, takeFound, wayToSave, oldNameOnDisk, acceptNameOnDisk, saveInPlace, saveByPicker, readDisk, writerOnDisk, acceptDisk, packFiles,
} = diskCalls(documents, disk, settle, onDemand, (event) => events.emit(event), emitChange);

export const { searchFiles, replaceFound } = searchCalls(documents, settle, () => addresses.onDemand);

/** Makes the language core fail, for tests. */
export function crashWorker(how: "panic" | "hang" = "panic"): void {
  session.ask("bobbin/crash", { how }).catch(() => {});
}
