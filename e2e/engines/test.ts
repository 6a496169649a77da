// A test with a person who has the page open in one of the engines.

import { expect, test as base } from "@playwright/test";

import { url } from "../server.ts";
import { openFirefox, openWebKit } from "./engine.ts";
import { Person } from "./person.ts";

const engines = { Firefox: openFirefox, WebKit: openWebKit };

export const test = base.extend<{ person: Person }, { engine: keyof typeof engines }>({
  engine: ["Firefox", { option: true, scope: "worker" }],
  person: async ({ engine }, use, info) => {
    const person = new Person(await engines[engine]());
    try {
      await person.open(url);
      await use(person);
      if (info.status !== info.expectedStatus) await person.engine.picture(info.outputPath("page.png"));
      expect(await person.faults()).toEqual([]);
    } finally {
      await person.engine.close();
    }
  },
});

export const bytesOf = (text: string) => new TextEncoder().encode(text);
/** The outline of a vertex in the drawing. */
export const card = { selector: ".vertex__box" };
