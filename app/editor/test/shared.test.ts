import assert from "node:assert/strict";
import { test } from "node:test";
import { keepShared, takeShared } from "../src/service_worker/shared.ts";

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
        match: async (url: string) => rows.get(url),
        keys: async () => [...rows.keys()].map((url) => ({ url })),
      };
    },
    delete: async (name: string) => all.delete(name),
  } as unknown as CacheStorage;
  return { all, caches };
}

const sent = (form: FormData) => new Request(`${scope}share`, { method: "POST", body: form });
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

test("shared files are kept until the page takes them, once", async () => {
  const { all, caches } = browser();
  const form = new FormData();
  form.append("files", new File(["process a\r\n"], "ä ?#.pipe"));
  form.append("files", new File([new Uint8Array([0, 255])], "b.coilcfg"));
  form.append("text", "beside the files");
  const answer = await keepShared(sent(form), scope, caches);
  assert.equal(answer.headers.get("location"), `${scope}?do=share`);
  const files = await takeShared(scope, caches);
  assert.deepEqual(files.map(([name]) => name), ["ä ?#.pipe", "b.coilcfg"]);
  assert.equal(text(files[0]?.[1]), "process a\r\n");
  assert.deepEqual([...(files[1]?.[1] ?? [])], [0, 255]);
  assert.equal(all.size, 0);
  assert.deepEqual(await takeShared(scope, caches), []);
});

test("a shared text is a file", async () => {
  const { caches } = browser();
  const form = new FormData();
  form.append("text", "process a\n");
  await keepShared(sent(form), scope, caches);
  const [[name, bytes] = []] = await takeShared(scope, caches);
  assert.deepEqual([name, text(bytes)], ["shared.txt", "process a\n"]);
});
