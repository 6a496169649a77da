import { findNext, findPrevious, replaceAll, replaceNext, search, SearchQuery, selectMatches, setSearchQuery } from "@codemirror/search";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import { behindMark } from "../src/byte_order_mark.ts";
import { withinLines } from "../src/carriage_returns.ts";
import { searchInLines } from "../src/search_panel.ts";

/** As much of a view as the commands of the panel need, which looks for an expression. */
class View {
  state: EditorState;

  constructor(doc: string, expression: string, more: object = {}) {
    const extensions = [search(), searchInLines, behindMark, withinLines, EditorState.allowMultipleSelections.of(true)];
    this.state = EditorState.create({ doc, extensions });
    const query = new SearchQuery({ search: expression, regexp: true, ...more });
    this.dispatch({ effects: setSearchQuery.of(query) });
  }

  dispatch(spec: TransactionSpec): void {
    this.state = this.state.update(spec).state;
  }

  plugin(): null {
    return null;
  }

  run(command: (view: any) => boolean): this {
    command(this);
    return this;
  }

  selected(): string[] {
    return this.state.selection.ranges.map(({ from, to }) => `${from}-${to}`);
  }
}

const replaced = (doc: string, expression: string, replace: string, more = {}) =>
  new View(doc, expression, { replace, ...more }).run(replaceAll).state.doc.toString();

test("line ends and the byte order mark are no hits", () => {
  assert.equal(replaced("\ufeff# a\n  # b\n", "^\\s*#", "#"), "\ufeff# a\n# b\n");
  assert.equal(replaced("\ufeff# a\n# b\n", "^.", "X"), "\ufeffX a\nX b\n");
  assert.equal(replaced("\ufeff# a  \r\n# b\n\n# c \r\n", "\\s+$", ""), "\ufeff# a\r\n# b\n\n# c\r\n");
  assert.equal(replaced("\ufeff# a\n  # b\n", "^\\s+", ""), "\ufeff# a\n# b\n");
  assert.equal(replaced("# a\r\n# b\n# a", "a$", "z"), "# z\r\n# b\n# z");
  assert.equal(replaced("# a\r\n# b\n", "$", ";"), "# a\r\n# b\n", "nothing is no hit");
  assert.equal(replaced("# a\r\n# b\n", "[^#]+", ""), "#\r\n#\n");
});

test("line ends are found by who asks for them", () => {
  assert.equal(replaced("# a\r\n# b\n# c", "\\n", ";"), "# a;# b;# c");
  assert.equal(replaced("# a\n# b\n# c", "a\\n# b", "q"), "# q\n# c");
  assert.equal(replaced("# a\r\n# b\n", "\\r", ""), "# a\n# b\n");
  assert.equal(replaced("a\\n\n", "\\\\n", "x"), "ax\n", "a backslash and a letter");
});

test("next, previous and all have the same hits, around the end", () => {
  const view = new View("\ufeffab\n b\r\n", "\\s*b|a");
  const places = Array.from({ length: 4 }, () => view.run(findNext).selected()[0]);
  assert.deepEqual(places, ["1-2", "2-3", "4-6", "1-2"]);
  assert.deepEqual(Array.from({ length: 3 }, () => view.run(findPrevious).selected()[0]), ["4-6", "2-3", "1-2"]);
  assert.deepEqual(view.run(selectMatches).selected(), ["1-2", "2-3", "4-6"]);
  assert.deepEqual(new View("b\nb", "^c").run(findNext).selected(), ["0-0"]);
});

test("one hit after the other is replaced, with what its groups hold", () => {
  const view = new View("a1\na2\n", "a(\\d)(x)?", { replace: "$1$2;" });
  assert.equal(view.run(findNext).run(replaceNext).state.doc.toString(), "1;\na2\n");
  assert.deepEqual(view.selected(), ["3-5"]);
  assert.equal(view.run(replaceNext).state.doc.toString(), "1;\n2;\n");
});

test("whole words have hyphens, and case counts where it is asked for", () => {
  assert.equal(replaced("a-b a b", "[ab]", "x", { wholeWord: true }), "a-b x x");
  assert.equal(replaced("A a", "a", "x", { caseSensitive: true }), "A x");
  assert.equal(replaced("A a", "a", "x"), "x x");
});
