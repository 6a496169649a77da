// Makes wasm-bindgen's JavaScript side of a module fit for several instances.

/** Returns the text of a module with `makeGlue()`, which makes the JavaScript side of one instance. */
export function glueOfInstances(glue) {
  // What comes behind loads the module in ways that the package has no use for, and names its usual
  // address, which bundlers look for.
  const [all, ...more] = glue.split("\nasync function __wbg_load(");
  const body = all.replaceAll(/^export (?=(class|function) )/gm, "");
  const names = [...all.matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name);
  for (const expected of ["function __wbg_finalize_init(instance, module) {", "let wasmModule, wasmInstance, wasm;", "function __wbg_get_imports() {"]) {
    if (more.length !== 1 || all.split(expected).length !== 2) throw new Error(`the glue does not have \`${expected}\` once any more`);
  }
  if (/\b(export|import)\b(?! *\()/.test(body.replaceAll(/\/\*.*?\*\/|\/\/.*/gs, ""))) throw new Error("the glue exports or imports in a way that is not known");
  return `export function makeGlue() {
${body}
// Objects that are forgotten later must not reach the instance.
const gone = new Proxy({}, { get: () => () => undefined });
return {
  ${names.join(", ")},
  imports: __wbg_get_imports(),
  start(instance) { __wbg_finalize_init(instance); },
  end() { wasm = gone; },
};
}
`;
}
