/** The camera over a drawing: its place, its zoom, and how both change. */

export type Rect = { x: number; y: number; width: number; height: number };
type Point = { x: number; y: number };
type Size = { width: number; height: number };

const LEAST = 0.01;
const MOST = 4;

/** The top left corner of what is seen, in units of the drawing, and the pixels of a unit. */
export type Camera = Point & { zoom: number };

/** The height of the tools at the upper edge, below which all of a drawing is shown. */
const TOOLS = 44;

/** Shows all of a drawing in the middle of the room, but never larger than it is. */
export function fitted(drawing: Rect, room: Size): Camera {
  const zoom = bounded(Math.min(room.width / drawing.width, (room.height - TOOLS) / drawing.height, 1));
  return {
    x: drawing.x + (drawing.width - room.width / zoom) / 2,
    y: drawing.y + (drawing.height - (room.height + TOOLS) / zoom) / 2,
    zoom,
  };
}

/** Zooms by a factor around a point of the window. */
export function zoomed({ x, y, zoom }: Camera, factor: number, at: Point): Camera {
  const wanted = bounded(zoom * factor);
  return { x: x + at.x / zoom - at.x / wanted, y: y + at.y / zoom - at.y / wanted, zoom: wanted };
}

/** Moves by so many pixels, but never so far that nothing of the drawing is seen. */
export function moved({ x, y, zoom }: Camera, by: Point, drawing: Rect, room: Size): Camera {
  const within = (at: number, start: number, length: number, seen: number) => {
    const margin = Math.min(length, seen) / 4;
    return Math.min(Math.max(at, start - seen + margin), start + length - margin);
  };
  return {
    x: within(x + by.x / zoom, drawing.x, drawing.width, room.width / zoom),
    y: within(y + by.y / zoom, drawing.y, drawing.height, room.height / zoom),
    zoom,
  };
}

/** Moves as far as it takes to see a rectangle, or its beginning if it is too large. */
export function showing(camera: Camera, rect: Rect, room: Size): Camera {
  const margin = 16 / camera.zoom;
  const along = (at: number, start: number, length: number, seen: number) =>
    Math.min(Math.max(at, start + length + margin - seen), start - margin);
  const { zoom } = camera;
  const isSeen = (at: number, start: number, length: number, seen: number) => at <= start && start + length <= at + seen;
  const seen = { width: room.width / zoom, height: room.height / zoom };
  return {
    x: isSeen(camera.x, rect.x, rect.width, seen.width) ? camera.x : along(camera.x, rect.x, rect.width, seen.width),
    y: isSeen(camera.y, rect.y, rect.height, seen.height) ? camera.y : along(camera.y, rect.y, rect.height, seen.height),
    zoom,
  };
}

function bounded(zoom: number): number {
  return Math.min(Math.max(zoom, LEAST), MOST);
}
