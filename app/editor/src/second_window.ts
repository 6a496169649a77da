// A pane of the page in a window of its own: its elements move there, and what the page hears at its own window it
// hears of the other one, too. The page stays one program.

import { keepComposingKeys } from "./composing.ts";
import { keepWhatIsDragged } from "./dragging.ts";
import { allowHarmlessMarkup } from "./trusted_types.ts";

/** The other window, and the way back of what is in it. */
interface Away {
  window: Window;
  comeBack(): void;
}

let away: Away | null = null;

/** Keys with which a field of the other window edits its own text. */
const ofFields = new Set(["a", "c", "v", "x", "y", "z"]);

/**
 * Moves a pane into a window of its own. Returns the document there, or null if the browser opens none; `closed` is
 * called when the pane is back because that window was closed.
 */
export function detachPane(pane: HTMLElement, title: string, closed: () => void): Document | null {
  attachPane();
  const { width, height } = pane.getBoundingClientRect();
  const second = open("", "", `popup,width=${Math.round(width)},height=${Math.round(height)}`);
  if (!second) return null;
  allowHarmlessMarkup(second);
  const looks = furnish(second.document, title);
  const slot = document.createComment("");
  pane.replaceWith(slot);
  second.document.getElementById("page")?.append(pane);
  const comeBack = () => {
    if (away?.window !== second) return;
    away = null;
    // What is being typed there counts; not every browser says that a field goes away.
    const field = second.document.activeElement as HTMLElement | null;
    if (field && pane.contains(field)) field.blur();
    looks.disconnect();
    slot.replaceWith(pane);
  };
  away = { window: second, comeBack };
  second.addEventListener("pagehide", () => {
    const isOurs = away?.window === second;
    comeBack();
    if (isOurs) closed();
  });
  addEventListener("pagehide", () => second.close());
  keepComposingKeys(second);
  keepWhatIsDragged(second);
  forwardEvents(second);
  return second.document;
}

/** Takes the pane back, if it is away, and closes its window. */
export function attachPane(): void {
  const window = away?.window;
  away?.comeBack();
  window?.close();
}

/** Brings the page's window to the front, where a dialog asks for an answer. */
export function comeForward(): void {
  if (away?.window.document.hasFocus()) window.focus();
}

/** Gives a document the looks of the page, and keeps them so. */
function furnish(second: Document, title: string): MutationObserver {
  second.title = title;
  for (const { rel, href } of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"], link[rel="icon"]')) {
    const link = second.createElement("link");
    link.rel = rel;
    link.href = href;
    second.head.append(link);
  }
  const page = second.createElement("div");
  page.id = "page";
  page.className = "page";
  second.body.append(page);
  const [from, to] = [document.documentElement, second.documentElement];
  const mirror = () => {
    for (const { name, value } of from.attributes) if (name !== "style") to.setAttribute(name, value);
    to.style.cssText = from.style.cssText;
  };
  mirror();
  const observer = new MutationObserver(mirror);
  observer.observe(from, { attributes: true });
  return observer;
}

function forwardEvents(second: Window): void {
  second.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || (isField(event.target) && !isCommand(event))) return;
    pass(event, new KeyboardEvent("keydown", event), isField(event.target) ? fieldOfPage() : window);
  });
  for (const type of ["copy", "cut", "paste"] as const) {
    second.addEventListener(type, (event) => {
      if (isField(event.target)) return;
      const { clipboardData } = event;
      pass(event, new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }));
    });
  }
  // Without this a browser leaves the window for a dropped file.
  second.addEventListener("dragover", (event) => event.preventDefault());
  second.addEventListener("drop", (event) => {
    event.preventDefault();
    const { dataTransfer } = event;
    dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
}

function pass(event: Event, again: Event, target: EventTarget = window): void {
  target.dispatchEvent(again);
  if (again.defaultPrevented) event.preventDefault();
}

function isField(target: EventTarget | null): boolean {
  const element = target as Element | null;
  return element?.closest?.("input:not([type=checkbox]), textarea, select") != null;
}

/** Returns true for keys that a field does not use itself. */
function isCommand(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (/^F\d/.test(key)) return true;
  // Modifiers alone, and keys that move and delete, have names of several letters.
  if (key.length > 1 || event.getModifierState("AltGraph")) return false;
  return altKey || ((ctrlKey || metaKey) && !ofFields.has(key.toLowerCase()));
}

/**
 * Returns an element of the page that stands for the field: the page then knows that somebody is typing, keeps to itself
 * what edits the text, and lets what was typed count before it does something else.
 */
function fieldOfPage(): HTMLElement {
  const known = document.querySelector<HTMLElement>("[data-typing=elsewhere]");
  if (known) return known;
  const stand = document.createElement("span");
  stand.dataset.typing = "elsewhere";
  stand.hidden = true;
  document.body.append(stand);
  return stand;
}
