import assert from "node:assert/strict";
import { test } from "node:test";
import { type Host, Versions } from "../src/service_worker/versions.ts";

const scope = "https://example.org/tools/bobbin/";
const hash = (nth: number) => String(nth).padStart(16, "0");

/** A browser, a host that has one version of the page at a time, and the tabs that are open. */
class World implements Host {
  readonly stored = new Map<string, Map<string, string>>();
  served = new Map<string, string>();
  readonly fetched: string[] = [];
  tabs: string[] = [];
  private time = 0;

  now = () => ++this.time;
  clients = async () => this.tabs;

  fetch = async (address: string): Promise<Response> => {
    this.fetched.push(address);
    const body = this.served.get(address.slice(scope.length));
    return body === undefined ? new Response("", { status: 404 }) : new Response(body);
  };

  caches = {
    keys: async () => [...this.stored.keys()],
    delete: async (name: string) => this.stored.delete(name),
    open: async (name: string) => {
      const rows = this.stored.get(name) ?? new Map<string, string>();
      this.stored.set(name, rows);
      return {
        match: async (address: string) => (rows.has(address) ? new Response(rows.get(address)) : undefined),
        put: async (address: string, response: Response) => void rows.set(address, await response.text()),
      };
    },
  } as unknown as Host["caches"];

  /** Puts a version onto the host. */
  deploy(nth: number): Versions {
    const code = `code-${hash(nth)}.js`;
    this.served = new Map([
      ["index.html", `<script src="./${code}"></script>`],
      [code, `code ${nth}`],
      [`same-${hash(99)}.css`, "style"],
      ["gallery/a.pipe", `example ${nth}`],
    ]);
    return new Versions({ scope, name: `v${nth}`, files: [...this.served.keys()] }, this);
  }

  versions(): string[] {
    return [...this.stored.keys()].map((it) => it.split("#")[1] ?? "");
  }
}

const text = async (response: Promise<Response | null>) => (await response)?.text() ?? null;
const code = (nth: number) => `${scope}code-${hash(nth)}.js`;
const example = `${scope}gallery/a.pipe`;

test("the first version answers without the host", async () => {
  const world = new World();
  const one = world.deploy(1);
  await one.install();
  assert.equal(await one.activate(true), true);
  assert.match((await text(one.page())) ?? "", /code-0+1\.js/);
  assert.equal(await text(one.file(code(1), "a")), "code 1");
  assert.equal(await text(one.file(`${scope}?new=x#y`, "a")), await text(one.page()));
  assert.equal(await text(one.file(`${scope}elsewhere.js`, "a")), null);
});

test("a tab keeps the files of its version until it is gone", async () => {
  const world = new World();
  const one = world.deploy(1);
  await one.install();
  await one.activate(true);
  world.tabs = ["a", "b"];
  const two = world.deploy(2);
  await two.install();
  assert.equal(await text(one.file(code(1), "a")), "code 1", "the next version waits");
  assert.equal(await two.activate(true), false);
  world.tabs = ["b", "c"];
  await two.tidy();
  assert.equal(await text(two.file(code(1), "b")), "code 1");
  assert.equal(await text(two.file(example, "b")), "example 1");
  assert.equal(await text(two.file(example, "c")), "example 2");
  assert.equal(await text(two.file(code(1), "worker of b")), "code 1", "a worker that was started since");
  world.tabs = ["c"];
  await two.tidy();
  assert.deepEqual(world.versions(), ["v2"]);
  assert.equal(await text(two.file(code(1), "c")), null);
});

test("neither a version that waits nor one that is over removes the other", async () => {
  const world = new World();
  const one = world.deploy(1);
  await one.install();
  await one.activate(true);
  world.tabs = ["a"];
  const two = world.deploy(2);
  await two.install();
  await two.tidy();
  assert.equal(await text(two.file(example, "a")), "example 2", "asked before it took over");
  assert.deepEqual(world.versions(), ["v1", "v2"]);
  await two.activate(true);
  await one.tidy();
  assert.deepEqual(world.versions(), ["v1", "v2"]);
  assert.equal(await text(two.file(code(1), "a")), "code 1");
});

test("tabs of three versions have each its own", async () => {
  const world = new World();
  for (const nth of [1, 2, 3]) {
    const version = world.deploy(nth);
    await version.install();
    await version.activate(true);
    world.tabs = [...world.tabs, `tab${nth}`];
    if (nth < 3) continue;
    for (const other of [1, 2, 3]) assert.equal(await text(version.file(example, `tab${other}`)), `example ${other}`);
    assert.deepEqual(world.versions(), ["v1", "v2", "v3"]);
  }
});

test("files that are the same are fetched once", async () => {
  const world = new World();
  const one = world.deploy(1);
  await one.install();
  await one.activate(true);
  world.fetched.length = 0;
  await world.deploy(2).install();
  assert.deepEqual(world.fetched.map((it) => it.slice(scope.length)).sort(), [`code-${hash(2)}.js`, "gallery/a.pipe", "index.html"]);
});

test("a version that the host has half is not kept", async () => {
  const world = new World();
  const one = world.deploy(1);
  world.served.delete("gallery/a.pipe");
  await assert.rejects(one.install(), /gallery\/a\.pipe was answered with 404/);
  const two = world.deploy(2);
  world.served.set("index.html", `<script src="./code-${hash(3)}.js"></script>`);
  await assert.rejects(two.install(), /needs code-0+3\.js/);
  assert.deepEqual(world.versions(), []);
});

test("a version that was never in use goes, unless it is on its way", async () => {
  const world = new World();
  const one = world.deploy(1);
  await one.install();
  await one.activate(true);
  world.tabs = ["a"];
  await world.deploy(2).install();
  const three = world.deploy(3);
  await three.install();
  await world.deploy(4).install();
  await three.activate(false);
  assert.deepEqual(world.versions(), ["v1", "v2", "v3", "v4"]);
  const five = world.deploy(5);
  await five.install();
  await five.activate(true);
  assert.deepEqual(world.versions(), ["v1", "v5"]);
});

test("another deployment of the same origin is left alone", async () => {
  const world = new World();
  world.stored.set("bobbin@https://example.org/#v1", new Map());
  const one = world.deploy(1);
  await one.install();
  await one.activate(true);
  assert.ok(world.stored.has("bobbin@https://example.org/#v1"));
});
