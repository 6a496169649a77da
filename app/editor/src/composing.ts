// Keys of an input method, which are between the person and the method.

/** The code of a key that an input method has taken. */
const taken = 229;

/**
 * Keeps the keys that compose a character in a field from whoever hears keys in a window: Enter accepts then what is
 * composed, and Escape takes that back. Texts compose by themselves.
 */
export function keepComposingKeys(window: Window): void {
  const hear = (event: KeyboardEvent) => {
    // Safari ends the composition before it sends the Enter that did.
    if (!event.isComposing && event.keyCode !== taken) return;
    const field = event.composedPath()[0] as Partial<Element>;
    if (field.localName === "input" || field.localName === "textarea") event.stopImmediatePropagation();
  };
  window.addEventListener("keydown", hear, true);
}
