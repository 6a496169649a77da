// Paths from elsewhere: no two names of files may be one path, which the server has a text for.

/** Returns a path inside of the folder of all files; null if it leads out of it. */
export function cleanPath(path: string): string | null {
  const parts = path.replaceAll("\\", "/").split("/");
  if (parts.some((it) => it === "..")) return null;
  // An absolute path is taken from the folder of all files.
  const inside = parts.filter((it, nth) => it !== "" && it !== "." && !(nth === 0 && /^[A-Za-z]:$/.test(it)));
  return inside.length === 0 ? null : inside.join("/");
}

/** Returns a path with what its `..` say done, as far as there are folders; null if nothing is left. */
export function pathInside(path: string): string | null {
  const parts: string[] = [];
  for (const it of path.replaceAll("\\", "/").split("/")) {
    if (it === "..") parts.pop();
    else if (it !== "" && it !== ".") parts.push(it);
  }
  return cleanPath(parts.join("/"));
}
