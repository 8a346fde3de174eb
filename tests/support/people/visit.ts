/** A visitor in a real Chromium, and the ways their scripts may fare. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";
import { onTestFinished, TestRunner } from "vitest";

import { paths } from "#app/paths.ts";

import { reportFailures } from "./browser-story.ts";
import { CHROMIUM_FLAGS, findChromium, findHeadless, HOW_TO_GET_CHROMIUM } from "./chromium.ts";

/** Scripts run; are switched off; come ten seconds late; or never come. */
export type ScriptMode = "on" | "off" | "late" | "aborted";

/** How most journeys are walked. A page whose scripts never come is that of a visitor without: scripts-that-never-come.test.ts. */
export const JOURNEY_MODES = ["on", "off"] as const satisfies ReadonlyArray<ScriptMode>;

const LATE_MS = 10_000;
/**
 * On a busy machine the browser leaves out the transition between two documents, because the style of the new one is not
 * read yet when it is first painted, and reports that as an error of the page. The page itself is whole.
 */
const SKIPPED_TRANSITION = /^Transition was (?:aborted|skipped)/;
/** The longest that one step of a person may take, on a machine that has much else to do. */
const STEP_MAX_MS = 60_000;

/** By whether it keeps pages. */
const shared = new Map<boolean, Promise<Browser>>();

/**
 * The browser of this process, which ends with it: each file that started its own waited a second for it. Visitors have
 * nothing in common but what the browser's fonts and caches know.
 */
async function sharedBrowser(keepsPages = false): Promise<Browser> {
  const before = shared.get(keepsPages);
  const browser = await before;
  if (browser?.isConnected()) return browser;
  if (shared.get(keepsPages) === before) shared.set(keepsPages, openBrowser({ keepsPages }));
  return sharedBrowser(keepsPages);
}

/** A browser for the caller to close. */
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

/**
 * `fetchesAhead`: the browser follows the shop's speculation rules, as people's browsers do; for tests of just that.
 * `keepsPages`: a whole browser, with the back-forward cache that people have and Playwright switches off. `browser`:
 * another than the shared one.
 */
export type VisitOptions = BrowserContextOptions &
  Readonly<{ fetchesAhead?: boolean; keepsPages?: boolean; browser?: Browser }>;

/**
 * A new visitor whose scripts fare as `mode` says. Their window is closed when the test is over; whoever opens it in a
 * hook, or in a test that runs beside others, closes it.
 */
export async function visit(
  mode: ScriptMode,
  { fetchesAhead = false, keepsPages = false, browser, ...options }: VisitOptions = {},
): Promise<Visit> {
  const window = browser ?? (await sharedBrowser(keepsPages));
  const context = await window.newContext({ javaScriptEnabled: mode !== "off", ...options });
  const test = TestRunner.getCurrentTest();
  if (test && !test.concurrent) onTestFinished(() => context.close());
  context.setDefaultTimeout(mode === "late" ? LATE_MS + STEP_MAX_MS : STEP_MAX_MS);
  const page = await context.newPage();
  if (!fetchesAhead) await fetchNothingAhead(page);
  reportFailures(page);
  const complaints: Array<string> = [];
  page.on("pageerror", ({ message }) => {
    if (!SKIPPED_TRANSITION.test(message)) complaints.push(message);
  });
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
 * Keeps the speculation rules from `page`. A document that was fetched ahead comes from the browser's own store, past
 * Playwright: `page.route` does not see it where requests are intercepted, nor does `page.on("request")`. Chromium 156
 * has no flag that switches the rules of a header off.
 */
async function fetchNothingAhead(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls: [`*${paths.speculationRules()}`] });
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
