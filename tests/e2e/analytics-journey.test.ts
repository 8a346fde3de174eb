import { afterAll, expect, test } from "vitest";

import {
  accept,
  buy,
  counted,
  type CountedShopper,
  countedShopper,
  numberOf,
  pressOutsideLink,
  PURCHASE,
} from "#tests/support/people/counted-shopper.ts";
import { open } from "#tests/support/people/journey.ts";
import { type ScriptMode } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";
import { type Collector, startCollector } from "#tests/support/vendors/collector.ts";

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
const MODES = ["on", "off", "aborted"] as const satisfies ReadonlyArray<ScriptMode>;
/** The longest that events take to arrive on a busy machine, and the time after which none come any more. */
const ARRIVAL = { timeout: 90_000 };
const SILENCE_MS = 7_000;

let collector: Collector;

const shop = useShop(async () => {
  collector = await startCollector();
  return {
    env: {
      ANALYTICS_PROVIDER: "posthog",
      ANALYTICS_KEY: "phc_testtesttest",
      ANALYTICS_HOST: collector.url,
    },
  };
});

afterAll(() => collector.stop());

test("each purchase is counted once in every script mode after consent, and not at all before it or after a rejection", async () => {
  const stranger = await countedShopper(shop.origin, "on");
  await open(stranger, DOG);
  const shoppers: Array<Readonly<{ journey: CountedShopper; visitorId: string }>> = [];
  for (const mode of MODES) {
    const journey = await countedShopper(shop.origin, mode);
    await open(journey, DOG);
    await accept(journey);
    await buy(journey);
    if (mode === "on") await open(journey, "/");
    const visitorId = await numberOf(journey);
    shoppers.push({ journey, visitorId });
  }

  // What gathers in memory comes after the purchase, and what is doubled never fits.
  for (const { journey, visitorId } of shoppers)
    await expect
      .poll(() => ({ mode: journey.mode, ...counted(collector, visitorId) }), ARRIVAL)
      .toMatchObject({ mode: journey.mode, ...PURCHASE });
  // The library comes when the browser has nothing else to do: nobody can say when.
  const [{ journey: scripted, visitorId: itsNumber }] = shoppers as [(typeof shoppers)[number]];
  await expect
    .poll(
      async () => {
        await pressOutsideLink(scripted);
        return counted(collector, itsNumber)["link_click"] ?? 0;
      },
      { ...ARRIVAL, interval: 3_000 },
    )
    .toBeGreaterThan(0);
  const total = shoppers.reduce((sum, { visitorId: id }) => sum + count(counted(collector, id)), 0);
  expect(total).toBe(collector.events.length);
  expect(collector.calls.every(({ cookie }) => cookie === null)).toBe(true);
  expect(JSON.stringify(collector.events)).not.toMatch(/hannah|okafor|slad road|thank-you|@/i);

  for (const { journey } of shoppers) {
    const { page } = journey;
    await open(journey, "/privacy/cookies");
    await page.getByRole("main").getByRole("button", { name: "Reject" }).click();
    await page.getByText("You rejected optional cookies. We use essential cookies only.").waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("visitor");
  }
  collector.forget();
  for (const { journey } of shoppers) await open(journey, DOG);
  await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));

  expect(collector.calls).toEqual([]);
  for (const { complaints } of [stranger, ...shoppers.map(({ journey }) => journey)])
    expect(complaints).toEqual([]);
});

function count(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

test("no page's own scripts contain the analytics libraries", async () => {
  const journey = await countedShopper(shop.origin, "on");
  const requested: Array<string> = [];
  journey.page.on("request", (request) => requested.push(request.url()));

  await open(journey, DOG);
  await journey.page.waitForLoadState("networkidle");

  expect(requested.filter((address) => /analytics|posthog|mixpanel|ingest/.test(address))).toEqual([]);
  expect(requested.some((address) => address.endsWith(".js"))).toBe(true);
});
