// Firefox and WebKit, each by the driver that it comes with, behind one small interface. Playwright drives builds of its
// own, which are not what people have.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import puppeteer, { type Page as PuppeteerPage } from "puppeteer-core";
import { Builder, Key, Origin, type WebDriver } from "selenium-webdriver";

import { freePort } from "../server.ts";

/** Keys beside the letters, as the page hears them. */
export type NamedKey = "Delete" | "End" | "Enter" | "Escape" | "PageUp";

/** A browser with one page. */
export interface Engine {
  readonly name: string;
  go(url: string): Promise<void>;
  /** Runs an expression in the page; a promise is waited for. */
  evaluate<T>(expression: string): Promise<T>;
  /** Presses the mouse at a place of the window. */
  press(x: number, y: number): Promise<void>;
  /** Drags from one place of the window to another. */
  drag(from: [number, number], to: [number, number]): Promise<void>;
  type(text: string): Promise<void>;
  key(key: NamedKey): Promise<void>;
  /** Presses a key together with Ctrl. */
  control(key: "z" | NamedKey): Promise<void>;
  picture(path: string): Promise<void>;
  close(): Promise<void>;
}

const size = { width: 1440, height: 900 };

/** The programs of Debian's packages `firefox-esr`, `webkit2gtk-driver` and `xvfb`. */
const firefox = process.env.BOBBIN_FIREFOX ?? "/usr/bin/firefox-esr";
const webKitDriver = "WebKitWebDriver";
const miniBrowsers = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map((it) => `/usr/lib/${it}/webkit2gtk-4.1/MiniBrowser`);

export async function openFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true, defaultViewport: size });
  const page: PuppeteerPage = await browser.newPage();
  return {
    name: "Firefox",
    go: async (url) => {
      await page.goto(url, { waitUntil: "domcontentloaded" });
    },
    evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    press: (x, y) => page.mouse.click(x, y),
    drag: async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 8 });
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    key: (key) => page.keyboard.press(key),
    control: async (key) => {
      await page.keyboard.down("Control");
      await page.keyboard.press(key);
      await page.keyboard.up("Control");
    },
    picture: async (path) => {
      await page.screenshot({ path: path as `${string}.png` });
    },
    close: () => browser.close(),
  };
}

const seleniumKeys: Record<NamedKey, string> = {
  Delete: Key.DELETE,
  End: Key.END,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  PageUp: Key.PAGE_UP,
};

export async function openWebKit(): Promise<Engine> {
  const [screen, port] = [await startScreen(), await freePort()];
  const driver = startProgram(webKitDriver, [`--port=${port}`], {
    DISPLAY: screen.display,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
  });
  const end = () => {
    endProgram(driver);
    endProgram(screen.program);
  };
  const binary = miniBrowsers.find((it) => existsSync(it));
  const capabilities = { browserName: "MiniBrowser", "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  let web: WebDriver;
  try {
    web = await insist(() => new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build());
  } catch (error) {
    end();
    throw error;
  }
  await web.manage().window().setRect({ x: 0, y: 0, ...size });
  await web.manage().setTimeouts({ script: 30_000 });
  const at = (x: number, y: number) => ({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 20 });
  return {
    name: "WebKit",
    go: (url) => web.get(url),
    evaluate: <T>(expression: string) => web.executeScript<T>(`return (${expression});`),
    press: (x, y) => web.actions().move(at(x, y)).click().perform(),
    drag: async (from, to) => {
      const middle = at((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
      await web.actions().move(at(...from)).press().move(middle).move(at(...to)).release().perform();
    },
    type: (text) => web.actions().sendKeys(text).perform(),
    key: (key) => web.actions().sendKeys(seleniumKeys[key]).perform(),
    control: (key) => web.actions().keyDown(Key.CONTROL).sendKeys(key === "z" ? key : seleniumKeys[key]).keyUp(Key.CONTROL).perform(),
    picture: async (path) => {
      writeFileSync(path, await web.takeScreenshot(), "base64");
    },
    close: async () => {
      await web.quit().catch(() => {});
      end();
    },
  };
}

/** Starts a program in a group of its own, which is ended as a whole. */
function startProgram(program: string, args: string[], variables: Record<string, string> = {}): ChildProcess {
  return spawn(program, args, { env: { ...process.env, ...variables }, stdio: "ignore", detached: true });
}

function endProgram(program: ChildProcess): void {
  try {
    if (program.pid !== undefined) process.kill(-program.pid);
  } catch {
    // It has ended by itself.
  }
}

/** Starts a screen that nobody sees, with the first free number. */
async function startScreen(): Promise<{ display: string; program: ChildProcess }> {
  let number = 90;
  while (existsSync(`/tmp/.X${number}-lock`)) number++;
  const display = `:${number}`;
  const program = startProgram("Xvfb", [display, "-screen", "0", "1600x1000x24"]);
  await insist(async () => {
    if (!existsSync(`/tmp/.X11-unix/X${number}`)) throw new Error("the screen did not start");
  });
  return { display, program };
}

/** Tries until it works, for ten seconds. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 10_000; ; ) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
