// The least that draws a graph: SVG with only the parts near the viewport, without names of ports,
// colours, selection, events or anything to read aloud. The canvas is compared with it.

import type { Page } from "@playwright/test";

export interface Drawing {
  vertices: { title: string; rect: { x: number; y: number; width: number; height: number }; ports: { anchor: Place }[] }[];
  edges: { points: Place[] }[];
}

export interface Place {
  x: number;
  y: number;
}

export interface Seen {
  x: number;
  y: number;
  zoom: number;
  width: number;
  height: number;
}

/**
 * Draws on an empty page with the viewport of the canvas; the ground handles the wheel as the canvas
 * does.
 */
export async function drawBare(page: Page, drawing: Drawing, seen: Seen): Promise<void> {
  await page.goto("about:blank");
  await page.evaluate(
    ({ drawing, seen }) => {
      const near = 0.35;
      const far = 0.12;
      const margin = 200;
      const style = document.createElement("style");
      style.textContent = `body { margin: 0 } svg { display: block; width: 100%; height: 100% }
        rect { fill: #f5f7fb; stroke: #345 } text { fill: #123; font: 12px sans-serif } circle { fill: #fff; stroke: #345 }
        .line { fill: none; stroke: #789; stroke-width: 1.2 } .far { vector-effect: non-scaling-stroke; stroke-width: 0.6 }`;
      document.head.append(style);
      const make = (tag: string, attributes: Record<string, string | number>, parent: Element) => {
        const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
        for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
        parent.append(made);
        return made;
      };
      const ground = document.createElement("div");
      ground.className = "canvas__ground";
      Object.assign(ground.style, { width: `${seen.width}px`, height: `${seen.height}px`, overflow: "hidden" });
      document.body.append(ground);
      const root = make("g", {}, make("svg", {}, ground));
      const line = (points: Place[]) => points.map((it, at) => `${at === 0 ? "M" : "L"}${it.x} ${it.y}`).join("");
      const box = ({ rect: { x, y, width, height } }: Drawing["vertices"][0]) =>
        `M${x} ${y}h${width}v${height}h${-width}z`;
      const whole = make("g", { display: "none" }, root);
      make("path", { class: "line far", d: drawing.edges.map((it) => line(it.points)).join("") }, whole);
      make("path", { class: "line far", d: drawing.vertices.map(box).join("") }, whole);
      const lines = make("g", {}, root);
      const boxes = make("g", {}, root);
      type Bounds = [number, number, number, number];
      const ofBox = ({ rect }: Drawing["vertices"][0]): Bounds => [
        rect.x,
        rect.y,
        rect.x + rect.width,
        rect.y + rect.height,
      ];
      const ofLine = ({ points }: Drawing["edges"][0]): Bounds => {
        const [xs, ys] = [points.map((it) => it.x), points.map((it) => it.y)];
        return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      };
      const bounds = { boxes: drawing.vertices.map(ofBox), lines: drawing.edges.map(ofLine) };
      const shown = { boxes: new Map<number, Element>(), lines: new Map<number, Element>() };
      let level = -1;
      const keep = (kind: "boxes" | "lines", [left, top, right, bottom]: Bounds, draw: (at: number) => Element) => {
        bounds[kind].forEach((it, at) => {
          const isNear = it[0] < right && it[2] > left && it[1] < bottom && it[3] > top;
          const drawn = shown[kind].get(at);
          if (isNear && !drawn) shown[kind].set(at, draw(at));
          if (!isNear && drawn) {
            drawn.remove();
            shown[kind].delete(at);
          }
        });
      };
      const sync = () => {
        const now = seen.zoom >= near ? 2 : seen.zoom >= far ? 1 : 0;
        if (now !== level) {
          for (const it of shown.boxes.values()) it.remove();
          shown.boxes.clear();
          whole.setAttribute("display", now === 0 ? "" : "none");
          lines.setAttribute("display", now === 0 ? "none" : "");
          level = now;
        }
        if (now === 0) return;
        const edge = margin / seen.zoom;
        const [left, top] = [-seen.x / seen.zoom, -seen.y / seen.zoom];
        const [right, bottom] = [left + seen.width / seen.zoom, top + seen.height / seen.zoom];
        const around: Bounds = [left - edge, top - edge, right + edge, bottom + edge];
        keep("boxes", around, (at) => {
          const { title, rect, ports } = drawing.vertices[at]!;
          const card = make("g", {}, boxes);
          make("rect", { ...rect, rx: 4 }, card);
          if (now === 2) {
            make("text", { x: rect.x + 8, y: rect.y + 17 }, card).textContent = title;
            for (const { anchor } of ports) make("circle", { cx: anchor.x, cy: anchor.y, r: 4 }, card);
          }
          return card;
        });
        keep("lines", around, (at) => make("path", { class: "line", d: line(drawing.edges[at]!.points) }, lines));
      };
      let last = { ...seen, zoom: 0 };
      const show = () => {
        root.setAttribute("transform", `translate(${seen.x} ${seen.y}) scale(${seen.zoom})`);
        const isFar = Math.abs(seen.x - last.x) > 150 || Math.abs(seen.y - last.y) > 150;
        if (seen.zoom !== last.zoom || isFar) {
          sync();
          last = { ...seen };
        }
      };
      ground.addEventListener("wheel", (event) => {
        if (event.ctrlKey) {
          const factor = Math.exp(Math.min(0.35, Math.max(-0.35, -event.deltaY * 0.01)));
          seen.x = event.clientX - (event.clientX - seen.x) * factor;
          seen.y = event.clientY - (event.clientY - seen.y) * factor;
          seen.zoom *= factor;
        } else {
          seen.x -= event.deltaX;
          seen.y -= event.deltaY;
        }
        show();
      });
      show();
    },
    { drawing, seen },
  );
}
