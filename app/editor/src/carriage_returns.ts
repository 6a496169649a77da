// Where the line ends of a file are mixed, CR is a character. One in front of a line feed ends its line all the same,
// so the caret stays before it: what is typed behind it would make it a character inside the line.

import { EditorSelection, EditorState, type Extension, RangeSet, RangeSetBuilder, RangeValue, type Text } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** Returns where the line at `pos` ends for who reads it: before its CRs, if a line feed follows. */
function endOf(doc: Text, pos: number): number {
  const { text, to } = doc.lineAt(pos);
  return to === doc.length ? to : to - text.length + text.replace(/\r+$/, "").length;
}

/** Keeps carets before the CRs of a line end; what is selected may hold them. */
const staysBefore: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.selection && !transaction.docChanged) return transaction;
  const { newSelection: selection, newDoc } = transaction;
  const isBehind = (it: { empty: boolean; head: number }) => it.empty && endOf(newDoc, it.head) < it.head;
  if (!selection.ranges.some(isBehind)) return transaction;
  const ranges = selection.ranges.map((it) => (isBehind(it) ? EditorSelection.cursor(endOf(newDoc, it.head)) : it));
  return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex), sequential: true }];
});

class LineEnd extends RangeValue {}
const lineEnd = new LineEnd();

/** Knows the line ends in sight, which keys pass and delete as a whole. */
const ends = ViewPlugin.fromClass(
  class {
    ranges: RangeSet<LineEnd>;

    constructor(view: EditorView) {
      this.ranges = lineEndsIn(view);
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.ranges = lineEndsIn(view);
    }
  },
  { provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.ranges ?? RangeSet.empty) },
);

function lineEndsIn({ state: { doc }, viewport }: EditorView): RangeSet<LineEnd> {
  const builder = new RangeSetBuilder<LineEnd>();
  for (let at = viewport.from; at < viewport.to; ) {
    const { to } = doc.lineAt(at);
    const end = endOf(doc, at);
    if (end < to) builder.add(end, to + 1, lineEnd);
    at = to + 1;
  }
  return builder.finish();
}

/** Lets CR be an ordinary character, and keeps what is typed within its line. */
export const withinLines: Extension = [
  EditorState.lineSeparator.of("\n"),
  // Text from a clipboard must not add more of them.
  EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, "\n")),
  staysBefore,
  ends,
];
