// The editor's interface until its module is there, which the start page does not wait for: calls are kept and made in
// their order, and what has to be answered at once is answered from them.

import { picked, pickedFolder, takeDrop } from "./disk/picking.ts";
import { takeLaunch } from "./launch_calls.ts";
import { markdown } from "./share.ts";
import type { OpenedFile } from "./wire.ts";

/** The editor's interface. */
export type Editor = typeof import("./main.ts") & { takeLaunch: typeof takeLaunch };

type Call = (editor: Editor) => void;

/** Stands for an editor, and passes on to it. */
export class StandIn {
  private readonly calls: Call[] = [];
  private readonly opened = new Map<string, OpenedFile>();
  private hear: ((json: string) => void) | null = null;

  /** The interface; calls of what does not have to be answered at once return promises. */
  readonly editor: Editor;

  /** `report` gets what a call throws that was kept. */
  constructor(private readonly report: (error: unknown) => void) {
    const atOnce = this.atOnce();
    this.editor = new Proxy({} as Editor, {
      get: (_, name: keyof Editor) => atOnce[name as keyof typeof atOnce] ?? this.keeper(name),
    });
  }

  /** Makes all calls that were kept. */
  passOn(editor: Editor): void {
    // A call may lead to another one, which then comes behind those that were kept.
    for (let call = this.calls.shift(); call; call = this.calls.shift()) call(editor);
  }

  /** Says that the editor is not there. */
  complain(text: string): void {
    this.hear?.(JSON.stringify({ notice: { kind: "error", text } }));
  }

  private keeper(name: keyof Editor) {
    return (...given: unknown[]): Promise<unknown> => {
      const answer = new Promise((resolve, reject) => {
        this.calls.push((editor) => {
          try {
            resolve((editor[name] as (...given: unknown[]) => unknown)(...given));
          } catch (error) {
            reject(error as Error);
            // As if the call had been made by itself.
            this.report(error);
          }
        });
      });
      // Whoever waits is told; many calls have no answer.
      answer.catch(() => {});
      return answer;
    };
  }

  private atOnce() {
    const file = (uri: string) => this.opened.get(uri);
    return {
      takeLaunch,
      // A browser gives files only during the event in which the person chose them.
      pickFiles: (endings: Promise<string>) => this.keeper("takePicked")(picked(), endings),
      pickFolder: (endings: Promise<string>) => this.keeper("takePickedFolder")(pickedFolder(), endings),
      dropFiles: (data: DataTransfer, endings: Promise<string>) => this.keeper("takeDropped")(takeDrop(data), endings),
      onEvent: (callback: (json: string) => void) => {
        this.hear = callback;
        void this.keeper("onEvent")(callback);
      },
      openDocument: (json: string) => {
        const it = JSON.parse(json) as OpenedFile;
        this.opened.set(it.uri, it);
        void this.keeper("openDocument")(json);
      },
      closeDocument: (uri: string) => {
        this.opened.delete(uri);
        void this.keeper("closeDocument")(uri);
      },
      renameDocument: (uri: string, newUri: string, name: string) => {
        const it = file(uri);
        if (it) {
          this.opened.delete(uri);
          this.opened.set(newUri, { ...it, uri: newUri, name });
        }
        void this.keeper("renameDocument")(uri, newUri, name);
      },
      documentText: (uri: string) => {
        const it = file(uri);
        if (!it) throw new Error(`no document is open at ${uri}`);
        return it.text;
      },
      documentVersion: (uri: string) => (file(uri) ? 1 : 0),
      asMarkdown: (uri: string) => {
        const it = file(uri);
        return it ? markdown(it.name, it.text) : "";
      },
      wayToSave: () => "download",
      oldNameOnDisk: () => null,
      // Nobody can have seen a text to change it.
      applyEdits: () => false,
      replaceFound: () => false,
      runCommand: () => false,
      textSheet: () => null,
      detachPane: () => null,
    };
  }
}
