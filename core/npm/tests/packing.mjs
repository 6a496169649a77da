// The package as it is published, unpacked to packed/ for projects that use it.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The folder of the projects of the running test file; their `bobbin-config` comes from the tarball. */
export const packed = at(`../packed/${basename(process.argv[1]).split(".")[0]}/`);

/** Packs and unpacks the package; returns the names of the files in the tarball. */
export function pack() {
  rmSync(packed, { recursive: true, force: true });
  const modules = `${packed}node_modules/`;
  mkdirSync(modules, { recursive: true });
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const options = { cwd: at(".."), encoding: "utf8", shell: process.platform === "win32", stdio: ["ignore", "pipe", "ignore"] };
  const [{ filename, files }] = JSON.parse(execFileSync(npm, ["pack", "--json", "--pack-destination", packed], options));
  execFileSync("tar", ["-xzf", filename], { cwd: packed });
  renameSync(`${packed}package`, `${modules}bobbin-config`);
  return files.map((it) => it.path).sort();
}

/** Creates a project with these files; returns its folder. */
export function project(name, files) {
  const folder = `${packed}${name}/`;
  for (const [file, content] of Object.entries({ "package.json": '{ "type": "module" }', ...files })) {
    mkdirSync(dirname(folder + file), { recursive: true });
    writeFileSync(folder + file, content);
  }
  return folder;
}

/** Returns the code blocks of the README, each with its language and its file name. */
export function readmeBlocks() {
  const readme = readFileSync(at("../README.md"), "utf8");
  const fences = readme.matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms);
  return [...fences].map(([, indent, language, body]) => {
    const code = body.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    return { language, file: /^\/\/ (\S+\.c?js)$/m.exec(code.split("\n", 1)[0])?.[1] ?? null, code };
  });
}

/** Returns the code of the file that the README calls `name`. */
export function readmeFile(name) {
  const block = readmeBlocks().find((it) => it.file === name);
  if (!block) throw new Error(`the README has no ${name}`);
  return block.code;
}
