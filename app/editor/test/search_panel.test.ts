import { findNext, findPrevious, getSearchQuery, replaceAll, replaceNext, search, SearchQuery, selectMatches, setSearchQuery } from "@codemirror/search";
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

test("a text is found and replaced by its letters", () => {
  const plain = (doc: string, text: string, replace: string, more = {}) => replaced(doc, text, replace, { regexp: false, ...more });
  assert.equal(plain("file = PLACE", "PLACE", "C:\\new\\take\\run"), "file = C:\\new\\take\\run");
  assert.equal(plain("D:\\new\\take", "D:\\new", "E:\\"), "E:\\\\take");
  assert.equal(plain("a\nb", "\\n", ";"), "a\nb");
  assert.equal(plain("In in", "in", "x", { caseSensitive: true }), "In x");
  assert.equal(plain("in int", "in", "x", { wholeWord: true }), "x int");
  assert.equal(plain("$1 a.c abc", "a.c", "$1"), "$1 $1 abc");
  assert.equal(replaced("a b", "(a) b", "$1\\n"), "a\n", "in an expression they mean something");
  assert.equal(replaced("a\nb", "(a)\\nb", "$1\\t"), "a\t");
});

test("a text over several lines is found while its field shows it", () => {
  const view = new View("D:\\new\nb\nD:\\new\nb", "D:\\new\nb", { regexp: false, literal: true });
  const { search, replace } = getSearchQuery(view.state);
  assert.deepEqual([search, replace], ["D:\\new\\nb", ""]);
  // What the panel does when the other field changes.
  view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search, replace: "\\n" })) });
  assert.equal(view.run(replaceAll).state.doc.toString(), "\\n\n\\n");
  view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search: "\\n", replace: "x" })) });
  assert.equal(view.run(replaceAll).state.doc.toString(), "x\nx");
});

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
