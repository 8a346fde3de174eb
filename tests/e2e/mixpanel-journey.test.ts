/** Mixpanel as the analytics service, its own library in a real browser, and a collector in its place. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

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
import { useShop } from "#tests/support/shops/use-shop.ts";
import { type Collector, startCollector } from "#tests/support/vendors/collector.ts";

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
const TOKEN = "0123456789abcdef0123456789abcdef";
const PRESSES = 3;
/** The longest that events take to arrive on a busy machine, and the time after which none come any more. */
const ARRIVAL = { timeout: 90_000 };
const SILENCE_MS = 7_000;

let collector: Collector;

beforeAll(async () => {
  collector = await startCollector();
});

const env = () => ({
  ANALYTICS_PROVIDER: "mixpanel",
  ANALYTICS_KEY: TOKEN,
  ANALYTICS_HOST: collector.url,
});
const shop = useShop(async () => ({ env: env() }));
/** The same one, as somebody who develops starts it. */
const workshop = useShop(async () => ({ env: { ...env(), NODE_ENV: "test" } }));

beforeEach(() => collector.forget());

afterAll(() => collector.stop());

const clicksOf = (visitorId: string) => counted(collector, visitorId)["link_click"] ?? 0;

/** The library comes when the browser has nothing else to do: nobody can say when. Answers with the clicks it told of. */
async function untilItReports(shopper: CountedShopper, visitorId: string): Promise<number> {
  const notifies = async () => {
    await pressOutsideLink(shopper);
    return clicksOf(visitorId);
  };
  await expect.poll(notifies, { ...ARRIVAL, interval: 3_000 }).toBeGreaterThan(0);
  await silence();
  return clicksOf(visitorId);
}

async function cookieNames(context: ReturnType<CountedShopper["page"]["context"]>) {
  return (await context.cookies()).map(({ name }) => name);
}

async function press(shopper: CountedShopper): Promise<void> {
  for (let time = 0; time < PRESSES; time += 1) await pressOutsideLink(shopper);
}

const silence = () => new Promise((resolve) => setTimeout(resolve, SILENCE_MS));

test("Mixpanel gets nothing before consent, then the purchase and the browser's events once each, and nothing after a rejection", async () => {
  const stranger = await countedShopper(shop.origin, "on");
  await open(stranger, DOG);
  await press(stranger);
  const shopper = await countedShopper(shop.origin, "on");
  await open(shopper, DOG);
  await press(shopper);
  await silence();
  expect(collector.calls).toEqual([]);

  await accept(shopper);
  await buy(shopper);
  await open(shopper, "/");
  const visitorId = await numberOf(shopper);
  const before = await untilItReports(shopper, visitorId);
  await press(shopper);
  const everything = { ...PURCHASE, link_click: before + PRESSES };
  await expect.poll(() => counted(collector, visitorId), ARRIVAL).toMatchObject(everything);
  await silence();

  expect(counted(collector, visitorId)).toMatchObject(everything);
  const ids = collector.events.map(({ properties }) => properties["$insert_id"]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(collector.events.every(({ properties }) => properties["distinct_id"] === visitorId)).toBe(true);
  for (const { address, contentType, cookie } of collector.calls) {
    expect(address).toMatch(/^POST \/track\/\?/);
    expect([contentType, cookie]).toEqual(["application/x-www-form-urlencoded", null]);
  }
  expect(JSON.stringify(collector.events)).not.toMatch(/hannah|okafor|slad road|thank-you|@/i);

  await open(shopper, "/privacy/cookies");
  await shopper.page.getByRole("main").getByRole("button", { name: "Reject" }).click();
  await shopper.page.getByText("You rejected optional cookies. We use essential cookies only.").waitFor();
  await open(shopper, DOG);
  expect((await cookieNames(shopper.page.context())).filter((name) => /visitor|mp_/.test(name))).toEqual([]);
  collector.forget();
  await press(shopper);
  await silence();

  expect(collector.calls).toEqual([]);
  expect([...stranger.complaints, ...shopper.complaints]).toEqual([]);
});

test("outside production Mixpanel runs opted out, logs that, and sends nothing", async () => {
  const shopper = await countedShopper(workshop.origin, "on");
  const output: Array<string> = [];
  shopper.page.on("console", (message) => output.push(message.text()));
  await open(shopper, DOG);
  await accept(shopper);
  await expect.poll(() => output.join("\n"), ARRIVAL).toMatch(/mixpanel/i);
  await press(shopper);
  await buy(shopper);
  await silence();

  expect(collector.calls).toEqual([]);
  expect((await cookieNames(shopper.page.context())).filter((name) => name.includes("mp_"))).toEqual([]);
});
