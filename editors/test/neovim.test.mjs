/** Neovim with the plug-in of this repository, where it is installed. BOBBIN names the command. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const plugin = fileURLToPath(new URL("../neovim", import.meta.url));
const skip = spawnSync("nvim", ["--version"]).status === 0 ? false : "Neovim is not installed";

/** Opens a file, waits for what is said of it, asks about a word, and mends the text. */
const script = `
local out = {}
local function codes()
  local res = {}
  for _, it in ipairs(vim.diagnostic.get(0)) do table.insert(res, tostring(it.code)) end
  table.sort(res)
  return res
end
local function wait(what) return vim.wait(10000, what, 20) end
out.filetype = vim.bo.filetype
out.comment = vim.bo.commentstring
out.said = wait(function() return #codes() > 0 end)
out.before = codes()
local at = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 0, character = 14 } }
for _, it in pairs(vim.lsp.buf_request_sync(0, "textDocument/hover", at, 10000) or {}) do out.hover = it.result end
vim.api.nvim_buf_set_lines(0, 0, -1, false, {
  "process a :: numbers", "process b :: print_number", "  output = x", "connect from a.number", "  to b.number",
})
out.mended = wait(function() return #codes() == 0 end)
local file = io.open(vim.env.ANSWER, "w")
file:write(vim.fn.json_encode(out))
file:close()
vim.cmd("qa!")
`;

test("Neovim shows what the server says", { skip, timeout: 40_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "bobbin-nvim-"));
  const at = (name) => join(folder, name);
  writeFileSync(at("main.pipe"), "process a :: numbers\n");
  writeFileSync(at("script.lua"), script);
  const command = JSON.stringify(process.env.BOBBIN ?? "bobbin");
  writeFileSync(at("init.lua"), `vim.opt.rtp:append(${JSON.stringify(plugin)})\nvim.g.bobbin = { cmd = { ${command}, "lsp" } }\n`);
  const words = ["--headless", "-n", "-i", "NONE", "-u", at("init.lua"), at("main.pipe"), "-c", `luafile ${at("script.lua")}`];
  // Nothing of the person's own.
  const own = Object.fromEntries(["CONFIG", "DATA", "STATE", "CACHE"].map((it) => [`XDG_${it}_HOME`, at(it)]));
  const done = spawnSync("nvim", words, { env: { ...process.env, ...own, ANSWER: at("answer") }, timeout: 30_000, encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
  const { hover, ...said } = JSON.parse(readFileSync(at("answer"), "utf8"));
  const before = ["required-port-unconnected"];
  assert.deepEqual(said, { filetype: "sprokit", comment: "# %s", said: true, before, mended: true });
  assert.match(JSON.stringify(hover), /numbers/);
});
