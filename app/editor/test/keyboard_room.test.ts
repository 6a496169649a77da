import assert from "node:assert/strict";
import { test } from "node:test";
import { isKeyboard } from "../src/keyboard_room.ts";

test("a keyboard takes more than the bars of a browser, and what is hidden has no room at all", () => {
  assert.equal(isKeyboard(700, 400), true);
  assert.equal(isKeyboard(700, 644), false);
  assert.equal(isKeyboard(400, 700), false);
  assert.equal(isKeyboard(700, 0), false);
});
