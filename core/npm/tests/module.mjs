// Looks at the WebAssembly module behind the package: import this first.

const { Instance } = WebAssembly;

/** The exports of the package's module; a test may put others in their places. */
export let exports;

WebAssembly.Instance = function (module, imports) {
  // The exports of an instance cannot be changed.
  exports = { ...new Instance(module, imports).exports };
  return { exports };
};

/** How many bytes of memory the module has; WebAssembly never gives any back. */
export const memorySize = () => exports.memory.buffer.byteLength;
