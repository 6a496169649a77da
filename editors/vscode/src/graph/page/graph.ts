/** The page of the panel: the drawing that comes from the language server, and what one can do with it. */

import type { FromPage, Picture, State, ToPage } from "../messages";
import { type Camera, fitted, moved, type Rect, showing, zoomed } from "./camera";

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): (State & Seen) | undefined;
  setState(state: State & Seen): void;
};

/** The camera that the person has chosen; none while all of the drawing is seen. */
type Seen = { camera: Camera | null };

const SVG = "http://www.w3.org/2000/svg";
/** Pixels that the pointer may move while it is pressed without moving the drawing. */
const STILL = 4;
/** The distance of the mark around a vertex, outside of the dots of its ports. */
const RING = 7;
/** The factor of a step of zooming. */
const STEP = 1.25;
/** Pixels of a step with an arrow key. */
const STRIDE = 60;

const editor = acquireVsCodeApi();
const element = (id: string) => document.getElementById(id) as HTMLElement;
const [view, sentence, remark, tools] = [element("drawing"), element("sentence"), element("remark"), element("tools")];

let shown: { svg: SVGSVGElement; picture: Picture; state: State; box: Rect } | undefined;
/** None while all of the drawing is seen, whatever its size. */
let camera: Camera | null = null;
let current: number | null = null;

const room = () => ({ width: view.clientWidth || 1, height: view.clientHeight || 1 });

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case "picture":
      return show(data.picture, data.state, data.name);
    case "sentence":
      return say(data.text);
    case "busy":
      if (!shown) say("Drawing the graph…");
      return;
    case "current":
      return mark(data.vertex);
  }
});

/** Shows a sentence in the place of the drawing. */
function say(text: string): void {
  view.replaceChildren();
  shown = undefined;
  sentence.textContent = text;
  remark.textContent = "";
  tools.hidden = true;
}

function show(picture: Picture, state: State, name: string): void {
  const svg = parsed(picture.svg);
  if (!svg) return say("The graph cannot be shown: the language server sent something that is no drawing.");
  const before = shown?.state ?? editor.getState();
  if (before?.uri !== state.uri) camera = null;
  // Who has the keyboard keeps it.
  const focused = shown && key(shown.picture, focusedVertex());
  const [x = 0, y = 0, width = 1, height = 1] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
  shown = { svg, picture, state, box: { x, y, width, height } };
  dress(svg, picture, name);
  view.replaceChildren(svg);
  sentence.textContent = "";
  const { errors } = picture;
  remark.textContent = errors === 0 ? "" : `The text has ${errors === 1 ? "an error" : `${errors} errors`}.`;
  tools.hidden = false;
  fillTools();
  look();
  mark(null);
  if (focused !== undefined) {
    const nth = picture.vertices.findIndex((_, idx) => key(picture, idx) === focused);
    vertexElement(nth)?.focus({ preventScroll: true });
  }
}

/** Reads a drawing as XML, so that nothing in it can be taken for markup of the page. */
function parsed(text: string): SVGSVGElement | undefined {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const isDrawing = root.namespaceURI === SVG && root.localName === "svg" && !root.querySelector("parsererror");
  if (!isDrawing) return undefined;
  return document.adoptNode(root) as unknown as SVGSVGElement;
}

/** Names a vertex in a way that outlasts a change of the text. */
function key(picture: Picture, vertex: number | null): string | undefined {
  const it = vertex === null ? undefined : picture.vertices[vertex];
  return it && JSON.stringify([it.item, it.title]);
}

/** Puts what can be chosen over the drawing. */
function dress(svg: SVGSVGElement, picture: Picture, name: string): void {
  const drawn = child("g", { "aria-hidden": "true" });
  drawn.append(...svg.childNodes);
  const chosen = child("g", {});
  picture.vertices.forEach((it, idx) => {
    const kind = it.subtitle && `, ${it.subtitle}`;
    const problem = it.problem ? `. Problem: ${it.problem}` : "";
    const label = `${it.title}${kind}${problem}`;
    const vertex = child("g", { class: "vertex", role: "button", tabindex: "0", "aria-label": label, "data-vertex": `${idx}` });
    const { x, y, width, height } = it.rect;
    const title = child("title", {});
    title.textContent = `${it.title}${it.subtitle && ` :: ${it.subtitle}`}${it.problem ? `\n${it.problem}` : ""}`;
    const around = { x: `${x - RING}`, y: `${y - RING}`, width: `${width + 2 * RING}`, height: `${height + 2 * RING}`, rx: "12" };
    vertex.append(title, child("rect", around));
    chosen.append(vertex);
    if (it.hasInside) chosen.append(toggle(picture, idx));
  });
  svg.append(drawn, chosen);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", `Graph of ${name}`);
}

/** Makes the sign that opens and closes a vertex. */
function toggle(picture: Picture, idx: number): SVGElement {
  const it = picture.vertices[idx];
  if (!it) return child("g", {});
  const label = it.isExpanded ? `Close ${it.title}` : `Open ${it.title}`;
  const button = child("g", { class: "toggle", role: "button", tabindex: "0", "aria-label": label, "data-toggle": `${idx}` });
  const title = child("title", {});
  title.textContent = label;
  const [x, y] = [it.rect.x + it.rect.width - 15, it.rect.y + 15];
  const sign = it.isExpanded ? `M${x - 4} ${y}h8` : `M${x - 4} ${y}h8M${x} ${y - 4}v8`;
  const ground = { x: `${x - 9}`, y: `${y - 9}`, width: "18", height: "18", rx: "4" };
  button.append(title, child("rect", ground), child("path", { d: sign }));
  return button;
}

function child(name: string, attributes: Record<string, string>): SVGElement {
  const res = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) res.setAttribute(key, value);
  return res;
}

function vertexElement(nth: number | null): SVGElement | null {
  return nth === null ? null : view.querySelector(`[data-vertex="${nth}"]`);
}

/** Returns the number behind a vertex or its sign. */
function numberOf(target: EventTarget | null, name: "vertex" | "toggle"): number | null {
  const it = target instanceof Element ? target.closest<SVGElement>(`[data-${name}]`) : null;
  return it ? Number(it.dataset[name]) : null;
}

function focusedVertex(): number | null {
  return numberOf(document.activeElement, "vertex");
}

/** Marks the vertex with the caret. */
function mark(vertex: number | null): void {
  vertexElement(current)?.removeAttribute("aria-current");
  current = vertex;
  vertexElement(current)?.setAttribute("aria-current", "true");
}

/** Shows what the camera sees. */
function look(): void {
  if (!shown) return;
  const { width, height } = room();
  const { x, y, zoom } = camera ?? fitted(shown.box, { width, height });
  shown.svg.setAttribute("viewBox", `${x} ${y} ${width / zoom} ${height / zoom}`);
  const percent = tools.querySelector("[data-tool=actual]");
  if (percent) percent.textContent = `${Math.round(zoom * 100)} %`;
  editor.setState({ ...shown.state, camera });
}

function turn(change: (camera: Camera, box: Rect, room: { width: number; height: number }) => Camera | null): void {
  if (!shown) return;
  camera = change(camera ?? fitted(shown.box, room()), shown.box, room());
  look();
}

function move(x: number, y: number): void {
  turn((camera, box, room) => moved(camera, { x, y }, box, room));
}

/** Zooms around a place of the window, or around the middle. */
function zoom(factor: number, at?: { x: number; y: number }): void {
  turn((camera, _, { width, height }) => zoomed(camera, factor, at ?? { x: width / 2, y: height / 2 }));
}

/** Shows all of the drawing, which may be folded in another way where there is another room. */
function fit(): void {
  turn(() => null);
  editor.postMessage({ kind: "ready", room: room() });
}

function choose(vertex: number, isForText: boolean): void {
  editor.postMessage({ kind: "choose", vertex, isForText });
}

function expand(isChosen: (idx: number) => boolean): void {
  const vertices = shown?.picture.vertices ?? [];
  const items = vertices.filter((it, idx) => it.hasInside && isChosen(idx)).map((it) => it.item);
  editor.postMessage({ kind: "expand", items });
}

function flip(vertex: number): void {
  const isOpen = (idx: number) => shown?.picture.vertices[idx]?.isExpanded ?? false;
  expand((idx) => isOpen(idx) !== (idx === vertex));
}

function fillTools(): void {
  const focused = document.activeElement?.getAttribute("data-tool");
  const tool = (name: string, text: string, label: string, action: () => void) => {
    const button = document.createElement("button");
    button.textContent = text;
    button.title = label;
    button.setAttribute("aria-label", label);
    button.dataset["tool"] = name;
    button.addEventListener("click", action);
    return button;
  };
  const buttons = [
    tool("out", "−", "Zoom out", () => zoom(1 / STEP)),
    tool("actual", "", "Show in its own size", () => turn((it, _, { width, height }) => zoomed(it, 1 / it.zoom, { x: width / 2, y: height / 2 }))),
    tool("in", "+", "Zoom in", () => zoom(STEP)),
    tool("fit", "Fit", "Show all of it", fit),
  ];
  const inside = shown?.picture.vertices.filter((it) => it.hasInside) ?? [];
  if (inside.some((it) => !it.isExpanded)) buttons.push(tool("open", "Open all", "Show what is in all clusters", () => expand(() => true)));
  else if (inside.length > 0) buttons.push(tool("open", "Close all", "Show each cluster as one box", () => expand(() => false)));
  tools.replaceChildren(...buttons);
  if (focused) tools.querySelector<HTMLElement>(`[data-tool=${focused}]`)?.focus();
}

/** The place where the pointer was pressed, and whether it has moved the drawing since. */
let pressed: { x: number; y: number; isMoving: boolean } | undefined;

view.addEventListener("pointerdown", ({ button, clientX, clientY }) => {
  if (button === 0) pressed = { x: clientX, y: clientY, isMoving: false };
});
view.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
  if (!pressed) return;
  const [x, y] = [pressed.x - clientX, pressed.y - clientY];
  if (!pressed.isMoving && Math.hypot(x, y) < STILL) return;
  // Before that, a click would not be one of the vertex below.
  if (!pressed.isMoving) view.setPointerCapture(pointerId);
  pressed = { x: clientX, y: clientY, isMoving: true };
  view.classList.add("is-moving");
  move(x, y);
});
const release = () => {
  view.classList.remove("is-moving");
  // The click comes after it.
  setTimeout(() => (pressed = undefined));
};
view.addEventListener("pointerup", release);
view.addEventListener("pointercancel", release);

view.addEventListener("click", ({ target }) => {
  if (pressed?.isMoving) return;
  const [button, vertex] = [numberOf(target, "toggle"), numberOf(target, "vertex")];
  if (button !== null) flip(button);
  else if (vertex !== null) choose(vertex, false);
});
view.addEventListener("dblclick", ({ target }) => {
  const vertex = numberOf(target, "vertex");
  if (vertex !== null) choose(vertex, true);
});
view.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const [x, y] = [event.deltaX * unit, event.deltaY * unit];
    if (!event.ctrlKey && !event.metaKey) return event.shiftKey && x === 0 ? move(y, 0) : move(x, y);
    const { left, top } = view.getBoundingClientRect();
    zoom(Math.exp(-Math.min(Math.max(y, -150), 150) / 400), { x: event.clientX - left, y: event.clientY - top });
  },
  { passive: false },
);

view.addEventListener("focusin", ({ target }) => {
  // What is pressed is seen already, and must not move.
  if (!(target instanceof Element) || !target.matches(":focus-visible")) return;
  const nth = numberOf(target, "vertex") ?? numberOf(target, "toggle");
  const rect = nth === null ? undefined : shown?.picture.vertices[nth]?.rect;
  if (rect && camera) turn((it, _, room) => showing(it, rect, room));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  const [button, vertex] = [numberOf(event.target, "toggle"), numberOf(event.target, "vertex")];
  const isChosen = key === "Enter" || (key === " " && (button !== null || vertex !== null));
  const moves: Record<string, [number, number]> = {
    ArrowLeft: [-STRIDE, 0], ArrowRight: [STRIDE, 0], ArrowUp: [0, -STRIDE], ArrowDown: [0, STRIDE],
  };
  const way = moves[key];
  if (isChosen && button !== null) flip(button);
  else if (isChosen && vertex !== null) choose(vertex, key === "Enter");
  else if (key === "+" || key === "=") zoom(STEP);
  else if (key === "-") zoom(1 / STEP);
  else if (key === "0") fit();
  else if (way) move(...way);
  else return;
  event.preventDefault();
});

new ResizeObserver(look).observe(view);
tools.hidden = true;
camera = editor.getState()?.camera ?? null;
editor.postMessage({ kind: "ready", room: room() });
