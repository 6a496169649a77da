// A menu at the caret: fixes, references and other choices.

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, showTooltip, type Tooltip, type TooltipView } from "@codemirror/view";
import { leave } from "./documents.ts";
import { plain } from "./prose.ts";

/** A line of the menu. */
export interface MenuEntry {
  label: string;
  run(): void;
}

export interface Menu {
  /** The name of the menu for screen readers. */
  title: string;
  entries: MenuEntry[];
  /** Announced if there are none. */
  empty: string;
}

/** Opens a menu at the caret. */
export function openMenu(view: EditorView, menu: Menu): void {
  view.dispatch({ effects: setMenu.of({ ...menu, pos: view.state.selection.main.head }) });
}

interface PlacedMenu extends Menu {
  pos: number;
}

const setMenu = StateEffect.define<PlacedMenu | null>();

const menu = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMenu)) return effect.value && tooltipOf(effect.value);
      if (effect.is(leave)) return null;
    }
    return transaction.docChanged || transaction.selection ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

function tooltipOf(menu: PlacedMenu): Tooltip {
  return { pos: menu.pos, above: false, strictSide: false, create: (view) => menuView(view, menu) };
}

function menuView(view: EditorView, { title, entries, empty }: Menu): TooltipView {
  const dom = document.createElement("div");
  dom.className = "bobbin-menu";
  dom.setAttribute("role", "menu");
  dom.setAttribute("aria-label", title);
  const close = () => {
    view.dispatch({ effects: setMenu.of(null) });
    view.focus();
  };
  const buttons = entries.map((entry) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("role", "menuitem");
    button.textContent = plain(entry.label);
    button.onclick = () => {
      close();
      entry.run();
    };
    return button;
  });
  if (buttons.length > 0) {
    dom.append(...buttons);
  } else {
    const nothing = document.createElement("div");
    nothing.className = "bobbin-menu-empty";
    nothing.setAttribute("role", "menuitem");
    nothing.tabIndex = -1;
    nothing.textContent = empty;
    dom.append(nothing);
  }
  const items = [...dom.children] as HTMLElement[];
  dom.onkeydown = (event) => {
    const root = dom.getRootNode() as Document | ShadowRoot;
    const at = items.indexOf(root.activeElement as HTMLElement);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (step !== undefined) items.at(step % items.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  dom.addEventListener("focusout", (event) => {
    if (dom.contains(event.relatedTarget as Node | null)) return;
    // Removing the menu moves the focus, in the middle of an update of the view.
    queueMicrotask(() => {
      if (dom.isConnected) view.dispatch({ effects: setMenu.of(null) });
    });
  });
  return { dom, mount: () => requestAnimationFrame(() => items[0]?.focus({ preventScroll: true })) };
}

export const menus: Extension = menu;
