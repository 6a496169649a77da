// Files that another application shares with the installed page: the service worker takes them, since no page is open
// yet that could, and the page opens them once it is there.

/** The path below the page's folder to which the system sends what is shared, as the manifest says. */
export const sharePath = "share";

const cacheName = (scope: string) => `bobbin-shared@${scope}`;

/** Keeps what was sent until the page takes it, and sends the browser there. */
export async function keepShared(request: Request, scope: string, caches: Pick<CacheStorage, "open">): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll("files").filter((it): it is File => typeof it !== "string");
  const text = form.get("text");
  if (files.length === 0 && typeof text === "string" && text !== "") {
    const title = form.get("title");
    // Forms send every line end as two characters.
    const lines = text.replace(/\r\n/g, "\n");
    files.push(new File([lines], typeof title === "string" && title !== "" ? title : "shared.txt"));
  }
  const cache = await caches.open(cacheName(scope));
  // What was sent before may still be there, with the same names.
  const sending = crypto.randomUUID();
  for (const [idx, file] of files.entries()) {
    await cache.put(`${scope}shared/${sending}/${idx}?${encodeURIComponent(file.name)}`, new Response(file));
  }
  return Response.redirect(`${scope}?do=share`, 303);
}

/** A file that was sent. */
export interface SharedFile {
  name: string;
  bytes: Uint8Array;
  /** Keeps it no longer. */
  forget(): Promise<void>;
}

/** Returns what was kept, in the order in which it was sent. Each file is kept until the page says that it has stored it. */
export async function sharedFiles(scope: string, caches: Pick<CacheStorage, "open" | "delete">): Promise<SharedFile[]> {
  const cache = await caches.open(cacheName(scope));
  return Promise.all(
    (await cache.keys()).map(async ({ url }) => {
      const bytes = await (await cache.match(url))?.arrayBuffer();
      return {
        name: decodeURIComponent(new URL(url).search.slice(1)),
        bytes: new Uint8Array(bytes ?? new ArrayBuffer(0)),
        async forget() {
          await cache.delete(url);
          if ((await cache.keys()).length === 0) await caches.delete(cacheName(scope));
        },
      };
    }),
  );
}
