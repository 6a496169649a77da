// Runs before the first paint: the colours that the user chose, and whether the start page is what comes.

/** The settings as the page stores them; of an earlier version perhaps without the folder in their name. */
function settings(): { theme?: string; hadFiles?: boolean } {
  try {
    const folder = location.pathname.replace(/[^/]*$/, "");
    const stored = localStorage.getItem(`bobbin.settings@${folder}`) ?? localStorage.getItem("bobbin.settings");
    return (JSON.parse(stored ?? "{}") as object | null) ?? {};
  } catch {
    // Storage is denied, or what is there is not ours: the page begins as at a first visit.
    return {};
  }
}

const root = document.documentElement;
const isFramed = root.dataset.embed !== undefined;
if (isFramed) readFrame();
const { theme, hadFiles } = isFramed ? { theme: root.dataset.embedTheme, hadFiles: true } : settings();
if (theme && theme !== "system") root.dataset.theme = theme;
// A link in the address opens a file, too.
if (hadFiles || location.hash.length > 1) root.dataset.boot = "files";

/** Notes what the address of a frame wants, for the page. */
function readFrame(): void {
  const wanted = new URL(location.href).searchParams;
  for (const [name, key] of [["view", "embedView"], ["theme", "embedTheme"]] as const) {
    const value = wanted.get(name);
    if (value) root.dataset[key] = value;
  }
}
