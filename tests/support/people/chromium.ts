/** Finds a Chromium for the browser tests: CHROMIUM_PATH, the system's, or Playwright's own. */
import { existsSync } from "node:fs";

import { chromium } from "playwright";

export const HOW_TO_GET_CHROMIUM =
  "Get one with `apt-get install chromium` or `npx playwright install chromium`, or set CHROMIUM_PATH.";

const SYSTEM_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Chromium without a window, Playwright's own choice: the same pages for two thirds of the processor's time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** Path of the browser's executable, or null where there is none. */
export function findChromium(): string | null {
  const candidates = [process.env["CHROMIUM_PATH"] ?? "", ...SYSTEM_PATHS, playwrightPath()];
  return candidates.find((path) => path !== "" && existsSync(path)) ?? null;
}

/** Path of what runs pages and is no whole browser (it keeps no pages for Back, for one); else {@link findChromium}. */
export function findHeadless(): string | null {
  const isNamed = (process.env["CHROMIUM_PATH"] ?? "") !== "";
  return !isNamed && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findChromium();
}

function playwrightPath(): string {
  try {
    return chromium.executablePath();
  } catch {
    return "";
  }
}

export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
