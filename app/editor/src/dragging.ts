// What is dragged out of a text or a field stays there: a browser moves it to the field that it is dropped on, and a
// person who drags a word to a field to look for it would lose it from the text without a word.

/** Returns true if an event is about to delete what was dragged elsewhere. */
export function isDraggedAway(event: Event): boolean {
  return (event as Partial<InputEvent>).inputType === "deleteByDrag";
}

/** Keeps what is dragged out of a field of a window, unless it is dropped in the same field. */
export function keepWhatIsDragged(window: Pick<Window, "addEventListener">): void {
  let droppedOn: EventTarget | undefined;
  const drop = (event: Event) => {
    [droppedOn] = event.composedPath();
  };
  const input = (event: Event) => {
    if (isDraggedAway(event) && event.composedPath()[0] !== droppedOn) event.preventDefault();
  };
  window.addEventListener("drop", drop, true);
  window.addEventListener("beforeinput", input, true);
}
