// Gives access to the WebAssembly module behind the package: import this first.

const { Instance } = WebAssembly;

let latest;
let n = 0;

/** The exports of the package's latest instance; a test may replace them. */
export const exports = () => latest;

/** Returns how many instances were made. */
export const nInstances = () => n;

WebAssembly.Instance = function (module, imports) {
  // The exports of an instance cannot be changed.
  latest = { ...new Instance(module, imports).exports };
  n += 1;
  return { exports: latest };
};

/** Returns the bytes of memory of the latest instance; WebAssembly never gives any back. */
export const memorySize = () => latest.memory.buffer.byteLength;
