// What `bobbin:element` is: the editor of `app/editor/src/element/`, which is checked there.

/** Makes the class of the element. */
export function defineElement(addresses: () => { sprokit: string; pinsight: string; coil: string }, startWorker: () => Worker): CustomElementConstructor;
