/** A shopper in a real Chromium whose settings block all cookies. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium, type Page } from "playwright";

import { CHROMIUM_FLAGS, findChromium, HOW_TO_GET_CHROMIUM } from "./chromium.ts";
import { reportFailures } from "./browser-story.ts";

/** "Block", among Chromium's content settings. */
const BLOCK = 2;
const STEP_MAX_MS = 60_000;

export type WithoutCookies = Readonly<{ page: Page; close: () => Promise<void> }>;

/** A new browser with a profile of its own: contexts made by Playwright have no settings. */
export async function browserWithoutCookies(hasScripts: boolean): Promise<WithoutCookies> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(`No Chromium. ${HOW_TO_GET_CHROMIUM}`);
  const profile = mkdtempSync(join(tmpdir(), "without-cookies-"));
  mkdirSync(join(profile, "Default"));
  const settings = { profile: { default_content_setting_values: { cookies: BLOCK } } };
  writeFileSync(join(profile, "Default/Preferences"), JSON.stringify(settings));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...CHROMIUM_FLAGS],
    javaScriptEnabled: hasScripts,
  });
  context.setDefaultTimeout(STEP_MAX_MS);
  const page = await context.newPage();
  reportFailures(page);
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { page, close };
}
