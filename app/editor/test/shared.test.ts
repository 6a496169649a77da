import assert from "node:assert/strict";
import { test } from "node:test";
import { keepShared, type SharedFile, sharedFiles } from "../src/service_worker/shared.ts";

const scope = "https://example.org/bobbin/";

/** The caches of a browser. */
function browser() {
  const all = new Map<string, Map<string, Response>>();
  const caches = {
    open: async (name: string) => {
      const rows = all.get(name) ?? new Map<string, Response>();
      all.set(name, rows);
      return {
        put: async (url: string, response: Response) => void rows.set(url, response),
        match: async (url: string) => rows.get(url)?.clone(),
        delete: async (url: string) => rows.delete(url),
        keys: async () => [...rows.keys()].map((url) => ({ url })),
      };
    },
    delete: async (name: string) => all.delete(name),
  } as unknown as CacheStorage;
  return { all, caches };
}

const sent = (form: FormData) => new Request(`${scope}share`, { method: "POST", body: form });
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

const names = (files: SharedFile[]) => files.map(({ name }) => name);

/** A form with a file. */
function formWith(name: string, ...content: BlobPart[]): FormData {
  const form = new FormData();
  form.append("files", new File(content, name));
  return form;
}

test("shared files are kept until the page has stored them", async () => {
  const { all, caches } = browser();
  const form = formWith("ä ?#.pipe", "process a\r\n");
  form.append("files", new File([new Uint8Array([0, 255])], "b.coilcfg"));
  form.append("text", "beside the files");
  const answer = await keepShared(sent(form), scope, caches);
  assert.equal(answer.headers.get("location"), `${scope}?do=share`);
  const files = await sharedFiles(scope, caches);
  assert.deepEqual(names(files), ["ä ?#.pipe", "b.coilcfg"]);
  assert.equal(text(files[0]?.bytes), "process a\r\n");
  assert.deepEqual([...(files[1]?.bytes ?? [])], [0, 255]);
  // The page may be gone before it has stored them.
  await files[0]?.forget();
  assert.deepEqual(names(await sharedFiles(scope, caches)), ["b.coilcfg"]);
  await files[1]?.forget();
  assert.equal(all.size, 0);
  assert.deepEqual(await sharedFiles(scope, caches), []);
});

test("files of one name that are shared one after the other are all there", async () => {
  const { caches } = browser();
  for (const content of ["first", "second"]) await keepShared(sent(formWith("a.pipe", content)), scope, caches);
  const files = await sharedFiles(scope, caches);
  assert.deepEqual(files.map(({ name, bytes }) => [name, text(bytes)]), [["a.pipe", "first"], ["a.pipe", "second"]]);
});

test("a shared text is a file", async () => {
  const { caches } = browser();
  const form = new FormData();
  form.append("text", "process a\n");
  await keepShared(sent(form), scope, caches);
  const [file] = await sharedFiles(scope, caches);
  assert.deepEqual([file?.name, text(file?.bytes)], ["shared.txt", "process a\n"]);
});
