// What the documented nginx sends is what `_headers` says.

import { expect, test } from "@playwright/test";
import { readdirSync, readFileSync } from "node:fs";

import { projectPath } from "../pages/files.ts";

/** Reads `_headers`: for each path, its headers in lower case. */
function rules(): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  let last = new Map<string, string>();
  for (const line of readFileSync(projectPath("dist/_headers"), "utf8").split("\n")) {
    if (line.startsWith("/")) found.set(line.trim(), (last = new Map()));
    else if (line.trim() !== "") {
      const [name = "", ...value] = line.trim().split(":");
      last.set(name.toLowerCase(), value.join(":").trim());
    }
  }
  return found;
}

test("each file comes with the headers that the build writes for it", async ({ request }) => {
  const all = rules();
  const ofAll = all.get("/*") ?? new Map<string, string>();
  expect(ofAll.size).toBeGreaterThan(3);
  const files = ["", ...readdirSync(projectPath("dist")).filter((it) => /\.(html|js|wasm|css|webmanifest)$/.test(it))];
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const response = await request.get(`./${file}`, { headers: { "Accept-Encoding": "br, gzip" } });
    expect(response.status(), file).toBe(200);
    const headers = response.headers();
    for (const [name, value] of [...ofAll, ...(all.get(`/${file}`) ?? [])]) expect(headers[name], `${name} of ${file}`).toBe(value);
    if (file === "" || file === "index.html") expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
    else expect(headers["x-frame-options"], file).toBeUndefined();
  }
});

test("what is compressed is sent so, and what hosts read is not sent", async ({ request }) => {
  const script = readdirSync(projectPath("dist")).find((it) => /^app-[0-9a-f]{16}\.wasm$/.test(it)) ?? "";
  for (const accepted of ["gzip", "br"]) {
    const headers = (await request.get(`./${script}`, { headers: { "Accept-Encoding": accepted } })).headers();
    // Not each nginx has the module for brotli.
    if (accepted === "gzip" || headers["content-encoding"] !== undefined) expect(headers["content-encoding"]).toBe(accepted);
  }
  expect((await request.get("./_headers")).status()).toBe(404);
});
