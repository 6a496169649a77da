-- Bobbin's language server in Neovim, from 0.7 on. The folder above this one belongs into 'runtimepath'.
-- `vim.g.bobbin` may hold `{ cmd = {...}, settings = {...} }`: the command, and the server's
-- initialization options.

if vim.g.loaded_bobbin then
  return
end
vim.g.loaded_bobbin = true

-- A file name pattern, and Bobbin's name of its language; of two that fit, the later one counts.
local languages = {
  { { "*.coilcfg" }, "coil-target", "#" },
  { { "*.coilcfg.txt" }, "coil-hardware", ";" },
  { { "*.pipe", "*.cluster" }, "sprokit", "#" },
  { { "*.trace", "*trace_config*.txt" }, "pinsight", "#" },
}

-- The server's kinds of words that Neovim has no colours for, with the groups that have some.
local groups = {
  section = "Title",
  name = "Identifier",
  port = "Special",
  key = "Identifier",
  value = "String",
  constant = "Constant",
  flag = "PreProc",
  description = "Comment",
  unknown = "Normal",
}

-- Colour schemes forget what they do not know.
local function colour()
  for kind, of in pairs(groups) do
    for _, it in ipairs(languages) do
      -- Other servers may have kinds of these names.
      vim.api.nvim_set_hl(0, "@lsp.type." .. kind .. "." .. it[2], { link = of, default = true })
    end
  end
end

-- Returns the folder whose files belong together: includes and clusters may lie beside and above a file.
local function root_of(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
  local git = vim.fs and vim.fs.find(".git", { upward = true, path = folder })[1]
  return git and vim.fs.dirname(git) or folder
end

local function start(buffer)
  local own = vim.g.bobbin or {}
  local config = {
    name = "bobbin",
    cmd = own.cmd or { "bobbin", "lsp" },
    root_dir = root_of(buffer),
    init_options = own.settings,
    get_language_id = function(_, filetype)
      return filetype
    end,
  }
  if vim.fn.executable(config.cmd[1]) == 0 then
    vim.notify_once("bobbin: `" .. config.cmd[1] .. "` is not installed", vim.log.levels.WARN)
  elseif vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
  else
    vim.lsp.buf_attach_client(buffer, vim.lsp.start_client(config))
  end
end

local group = vim.api.nvim_create_augroup("bobbin", {})
if vim.lsp.semantic_tokens then
  colour()
  vim.api.nvim_create_autocmd("ColorScheme", { group = group, callback = colour })
end
for _, it in ipairs(languages) do
  local patterns, language, comment = it[1], it[2], it[3]
  vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
    group = group,
    pattern = patterns,
    callback = function(event)
      vim.bo[event.buf].filetype = language
    end,
  })
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = language,
    callback = function(event)
      vim.bo[event.buf].commentstring = comment .. " %s"
      start(event.buf)
    end,
  })
end
