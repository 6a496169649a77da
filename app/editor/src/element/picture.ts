// The graph of an editor's text as a picture beside it.

import type { OpenDocument } from "../documents.ts";
import type { Session } from "../session.ts";
import type { PictureResult } from "../wire.ts";
import { shownMarkup } from "./trusted_types.ts";

/** The time for which changes of a text are collected before it is drawn anew, in milliseconds. */
const pause = 150;

/** The text to draw, and its colours. */
interface Subject {
  document: OpenDocument;
  isDark: boolean;
}

/** Keeps a picture of the graph as new as the text. */
export class GraphPicture {
  private place: HTMLElement | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private drawn = "";

  constructor(private readonly subject: () => Subject | null) {}

  /** Shows the picture in `root`, as soon as the text has rested. */
  show(root: ShadowRoot, session: Session): void {
    if (!this.place?.isConnected) {
      this.place = document.createElement("div");
      this.place.className = "picture";
      this.place.setAttribute("part", "picture");
      root.append(this.place);
      this.drawn = "";
    }
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(session), this.drawn === "" ? 0 : pause);
  }

  /** Takes the picture away. */
  end(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.place?.remove();
    this.place = null;
  }

  private async draw(session: Session): Promise<void> {
    const { place } = this;
    const subject = this.subject();
    if (!place || !subject) return;
    const { uri, version, name } = subject.document;
    const key = `${uri} ${version} ${subject.isDark}`;
    if (key === this.drawn) return;
    const theme = subject.isDark ? "dark" : "light";
    let result: PictureResult;
    try {
      result = JSON.parse(await session.ask("bobbin/picture", { uri, theme })) as PictureResult;
    } catch {
      // The core is asked again when it is back, and the text judged anew. One for other languages has no pictures.
      return;
    }
    if (place !== this.place || subject.document.version !== version || result.version !== version) return;
    this.drawn = key;
    if (result.kind === "nothing") return place.replaceChildren();
    const svg = document.adoptNode(new DOMParser().parseFromString(shownMarkup(result.svg), "image/svg+xml").documentElement);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `Graph of ${name}`);
    place.replaceChildren(svg);
  }
}
