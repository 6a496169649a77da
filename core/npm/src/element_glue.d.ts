// What `bobbin:element` is: the editor of `app/editor/src/element/`, which is checked there.

/** Makes the class of the element. */
export function defineElement(addresses: () => { sprokit: string; pinsight: string; coil: string }, startWorker: () => Worker): CustomElementConstructor;

/** Returns the address of an own script in the form that starts a worker; null if any address does. */
export function scriptAddress(address: string): string | null;
