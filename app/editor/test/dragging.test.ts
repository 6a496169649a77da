import assert from "node:assert/strict";
import { test } from "node:test";
import { keepWhatIsDragged } from "../src/dragging.ts";

test("what is dragged to another field is copied, within a field it is moved", () => {
  const window = new EventTarget();
  keepWhatIsDragged(window as unknown as Window);
  const [find, value] = [{}, {}] as EventTarget[];
  const send = (type: string, field: EventTarget | undefined, inputType?: string) => {
    const event = Object.assign(new Event(type, { cancelable: true }), { inputType, composedPath: () => [field] });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  assert.ok(!send("drop", find));
  assert.ok(send("beforeinput", value, "deleteByDrag"));
  assert.ok(!send("beforeinput", find, "insertFromDrop"));
  send("drop", value);
  assert.ok(!send("beforeinput", value, "deleteByDrag"));
  assert.ok(!send("beforeinput", find, "deleteContentBackward"));
});
