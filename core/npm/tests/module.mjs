// Gives access to the WebAssembly module behind the package: import this first.

const { Instance } = WebAssembly;

/** The exports of the package's module; a test may replace them. */
export let exports;

WebAssembly.Instance = function (module, imports) {
  // The exports of an instance cannot be changed.
  exports = { ...new Instance(module, imports).exports };
  return { exports };
};

/** Returns the bytes of memory of the module; WebAssembly never gives any back. */
export const memorySize = () => exports.memory.buffer.byteLength;
