/** `npm run other-browsers`: a purchase in Firefox and in WebKit, with scripts and without, in the built shop. */
import { installed, openFirefox, openWebKit, type OtherBrowser } from "#tests/support/browsers/webdriver.ts";
import { startShop } from "#tests/support/shops/server.ts";

import { CLIENT_NAVIGATION_ATTRIBUTE } from "#app/models/platform/client-navigation.ts";

import { buildWhenStale } from "./fresh-build.ts";

const BROWSERS = [
  { name: "Firefox", programs: ["firefox-esr", "firefox"], open: openFirefox, from: "firefox-esr" },
  {
    name: "WebKit",
    programs: ["WebKitWebDriver"],
    open: openWebKit,
    from: "webkit2gtk-driver and xvfb",
  },
] as const;

const CONTACT: Readonly<Record<string, string>> = {
  "Email address": "hannah@example.org",
  "First name": "Hannah",
  "Last name": "Okafor",
  "Address line 1": "14 Slad Road",
  "Town or city": "Stroud",
  Postcode: "GL5 1QN",
  "Phone number": "07700 900142",
};

async function main(): Promise<number> {
  await buildWhenStale();
  const shop = await startShop();
  let failures = 0;
  try {
    for (const { name, programs, open, from } of BROWSERS) {
      const program = programs.map(installed).find((file) => file !== null);
      if (!program) {
        console.log(`${name}: not found (Debian: ${from})`);
        continue;
      }
      for (const hasScripts of [true, false]) {
        const what = `${name}, scripts ${hasScripts ? "on" : "off"}`;
        const failure = await buyIn(() => open(program, hasScripts), { origin: shop.origin, hasScripts });
        if (failure !== null) failures += 1;
        console.log(`${what}: ${failure ?? "bought"}`);
      }
    }
  } finally {
    await shop.stop();
  }
  return failures === 0 ? 0 : 1;
}

type Journey = Readonly<{ origin: string; hasScripts: boolean }>;

async function buyIn(open: () => Promise<OtherBrowser>, journey: Journey): Promise<string | null> {
  let browser: OtherBrowser | null = null;
  try {
    browser = await open();
    await buy(browser, journey);
    return null;
  } catch (error) {
    const address = await browser?.address().catch(() => "a page that does not answer");
    return `failed at ${address ?? "the start"}: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await browser?.close();
  }
}

async function buy(browser: OtherBrowser, { origin, hasScripts }: Journey): Promise<void> {
  const taken = async () => {
    if (hasScripts) await browser.find(`/html[@${CLIENT_NAVIGATION_ATTRIBUTE}]`);
  };
  await browser.open(`${origin}/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker`);
  await taken();
  // Elements only where scripts are off, which proves that they are.
  if (!hasScripts) await browser.find("//noscript//button");
  await browser.click(`//button[normalize-space()="Add to basket" and not(@aria-hidden)]`);
  await browser.click(`//dialog//a[normalize-space()="View basket"]`);
  await browser.find(`//h1[contains(., "Basket")]`);
  await taken();
  await browser.click(`//main//a[normalize-space()="Go to checkout"]`);
  await browser.find(`//h1[normalize-space()="Checkout"]`);
  await taken();
  for (const [label, text] of Object.entries(CONTACT)) {
    await browser.type(`//input[@id=(//label[normalize-space()="${label}"])[1]/@for]`, text);
  }
  await browser.click(`//button[starts-with(normalize-space(), "Pay now")]`);
  await browser.click(`//button[starts-with(normalize-space(), "Pay £")]`);
  await browser.find(`//h1[contains(., "Thank you")]`);
}

process.exit(await main());
