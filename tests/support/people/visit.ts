/** A visitor in a real Chromium, and the ways their scripts may fare. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";

import { reportFailures } from "./browser-story.ts";
import { CHROMIUM_FLAGS, findChromium, findHeadless, HOW_TO_GET_CHROMIUM } from "./chromium.ts";

/** Scripts run; are switched off; come ten seconds late; or never come. */
export const SCRIPT_MODES = ["on", "off", "late", "aborted"] as const;
export type ScriptMode = (typeof SCRIPT_MODES)[number];

const LATE_MS = 10_000;
/** The longest that one step of a person may take, on a machine that has much else to do. */
const STEP_MAX_MS = 60_000;

/** `keepsPages`: a whole browser, with the back-forward cache that people have and Playwright switches off. */
export async function openBrowser({ keepsPages = false, fontSize = 16 } = {}): Promise<Browser> {
  const executablePath = keepsPages ? findChromium() : findHeadless();
  if (!executablePath) throw new Error(`No Chromium. ${HOW_TO_GET_CHROMIUM}`);
  return chromium.launch({
    executablePath,
    args: [...CHROMIUM_FLAGS, `--blink-settings=defaultFontSize=${fontSize}`],
    ...(keepsPages ? { ignoreDefaultArgs: ["--disable-back-forward-cache"] } : {}),
  });
}

export type Visit = Readonly<{
  page: Page;
  /** What went wrong in the browser: script errors and refusals of the security policy. */
  complaints: ReadonlyArray<string>;
  close: () => Promise<void>;
}>;

/** A new visitor whose scripts fare as `mode` says. */
export async function visit(
  browser: Browser,
  mode: ScriptMode,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ javaScriptEnabled: mode !== "off", ...options });
  context.setDefaultTimeout(mode === "late" ? LATE_MS + STEP_MAX_MS : STEP_MAX_MS);
  const page = await context.newPage();
  reportFailures(page);
  const complaints: Array<string> = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // The browser itself reports each refused form and each script that we keep from it.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      complaints.push(message.text());
    }
  });
  if (mode === "aborted") await page.route(/\.js(\?|$)/, (route) => route.abort());
  if (mode === "late") {
    await page.route(/\.js(\?|$)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, LATE_MS));
      await route.continue().catch(() => undefined);
    });
  }
  return { page, complaints, close: () => context.close() };
}

/**
 * Makes the visitor of `visited` a new one to the shop, with the same page: no cookie, nothing kept by scripts. What the
 * browser has fetched and compiled it keeps, which is more than half of what a page takes in a browser of its own.
 */
export async function startAnew({ page }: Visit): Promise<void> {
  reportFailures(page);
  await page.context().clearCookies();
  if (page.url() === "about:blank") return;
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}
