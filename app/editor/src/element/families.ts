// A session for each family of languages that editors of the page are for: a worker with the family's
// module, shared by all of its editors.

import type { EditorView } from "@codemirror/view";
import { drawDiagnostics } from "../diagnostics.ts";
import { askAgain, Documents, type OpenDocument } from "../documents.ts";
import { LostError } from "../errors.ts";
import { sanitize } from "../sanitize.ts";
import { Session, type WorkerPort } from "../session.ts";
import { browserTimers } from "../watchdog.ts";
import type { Languages, Location, LspDiagnostic } from "../wire.ts";
import { shownMarkup } from "./trusted_types.ts";

/** The interface of an editor for its session. */
export interface Member {
  readonly document: OpenDocument;
  readonly editor: EditorView | null;
  /** The server's diagnostics of the newest text. */
  judged(diagnostics: LspDiagnostic[]): void;
  /** Goes to a place of the text. */
  reveal(location: Location): void;
  /** Tells the page what happened, in a sentence for people. */
  notice(kind: "info" | "error", text: string): void;
}

/** The addresses of the modules, by families. */
export type Addresses = Readonly<Record<"sprokit" | "pinsight" | "coil", string>>;

/** The families of the languages. */
const families: Readonly<Record<string, keyof Addresses>> = {
  sprokit: "sprokit", pinsight: "pinsight", "coil-hardware": "coil", "coil-target": "coil",
};

/** The time for which a worker waits for another editor, in milliseconds: one that is moved comes back at once. */
const emptyTime = 10_000;

const running = new Map<string, Family>();

/** Returns the family of a language; an unknown language gets one without a server. */
export function familyOf(language: string, addresses: () => Addresses, startWorker: () => WorkerPort): Family {
  const name = Object.hasOwn(families, language) ? families[language] : undefined;
  const key = name ?? "";
  const family = running.get(key) ?? new Family(name ? addresses()[name] : null, startWorker);
  running.set(key, family);
  return family;
}

/** The editors of one family with their language server. */
export class Family {
  readonly session: Session;
  readonly documents: Documents;
  private readonly members = new Set<Member>();
  private readonly comments = new Map<string, string>();
  private leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly core: string | null, startWorker: () => WorkerPort) {
    this.session = new Session({
      startWorker,
      core: core ?? "",
      client: {
        workspace: (client) => new Documents(client),
        sanitizeHTML: (html) => shownMarkup(sanitize(html)),
        notificationHandlers: {
          "textDocument/publishDiagnostics": (_client, params: Published) => {
            this.published(params);
            return true;
          },
          "bobbin/progress": () => true,
        },
      },
      emit: (event) => {
        if ("worker" in event && ["ready", "restarted"].includes(event.worker.state)) this.ready();
        if ("notice" in event) for (const it of this.members) it.notice(event.notice.kind, event.notice.text);
      },
      died: (atWork) => this.documents.died(atWork, performance.now()),
      refusal: (uri) => (this.documents.get(uri)?.isLeftOut ? new LostError("The language core failed on this text.") : null),
      timers: browserTimers,
      now: () => performance.now(),
    });
    this.documents = this.session.client.workspace as Documents;
    const tell = (text: string) => [...this.members].find((it) => it.editor?.hasFocus)?.notice("info", text);
    this.documents.attach(this.session, () => {}, (it) => this.member(it.uri)?.reveal(it), () => {}, tell);
    this.documents.notice = tell;
  }

  /** Returns the start of a comment in a language; null if unknown. */
  commentOf(language: string): string | null {
    return this.comments.get(language) ?? null;
  }

  add(member: Member): void {
    clearTimeout(this.leaving);
    this.members.add(member);
    this.documents.add(member.document);
    if (this.core !== null && !this.session.alive) this.session.restart();
  }

  remove(member: Member): void {
    this.documents.remove(member.document);
    this.members.delete(member);
    if (this.members.size === 0) this.leaving = setTimeout(() => this.session.stop(), emptyTime);
  }

  private member(uri: string): Member | undefined {
    return [...this.members].find((it) => it.document.uri === uri);
  }

  private published({ uri, version, diagnostics }: Published): void {
    const member = this.member(uri);
    if (!member) return;
    const { document } = member;
    // Clients that do not know `data` get the help within the message; here it is shown separately.
    for (const it of diagnostics) it.message = it.data?.message ?? it.message;
    const found = version ?? document.version;
    const behind = found === document.owed ? document.untold : null;
    if (found === document.version || behind) {
      document.diagnosticsVersion = found;
      drawDiagnostics(document, diagnostics, behind);
      if (!behind) member.judged(diagnostics);
    }
    this.documents.answered(document, found);
  }

  private ready(): void {
    for (const it of this.members) it.editor?.dispatch({ effects: askAgain.of(null) });
    this.session.ask("bobbin/languages", {}).then(
      (answer) => {
        for (const it of (JSON.parse(answer) as Languages).languages) this.comments.set(it.name, it.comment);
      },
      // A lost server is asked again when it is back.
      () => {},
    );
  }
}

interface Published {
  uri: string;
  version?: number;
  diagnostics: LspDiagnostic[];
}
