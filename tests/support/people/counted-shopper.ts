/** A shopper whose events a collector counts, in a real browser. */
import type { Collector } from "#tests/support/vendors/collector.ts";

import { atThePaymentPage, type Journey, takeDogToPayment } from "./journey.ts";
import { type ScriptMode, visit } from "./visit.ts";

export type CountedShopper = Journey & Readonly<{ complaints: ReadonlyArray<string> }>;

export async function countedShopper(origin: string, mode: ScriptMode): Promise<CountedShopper> {
  const { page, complaints } = await visit(mode);
  return { page, origin, mode, complaints };
}

export async function accept({ page }: Journey): Promise<void> {
  const banner = page.getByRole("region", { name: "Cookies on this site" });
  await banner.getByRole("button", { name: "Accept" }).click();
  await banner.waitFor({ state: "detached" });
}

export async function buy(journey: Journey): Promise<void> {
  await takeDogToPayment(journey);
  await atThePaymentPage(journey, /^Pay £/);
  await journey.page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();
}

/** The number by which this browser is counted. */
export async function numberOf({ page, origin }: Journey): Promise<string> {
  const answer = await page.request.get(`${origin}/ingest/visitor`);
  return ((await answer.json()) as { visitorId: string }).visitorId;
}

/** How often each event arrived under this number. */
export function counted({ events }: Collector, visitorId: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const event of events as ReadonlyArray<Record<string, unknown>>) {
    const own = event["distinct_id"] ?? (event["properties"] as Record<string, unknown>)["distinct_id"];
    if (own === visitorId) counts[String(event["event"])] = (counts[String(event["event"])] ?? 0) + 1;
  }
  return counts;
}

/** A link that leads out of the shop, pressed without going there. */
export async function pressOutsideLink({ page }: Journey): Promise<void> {
  await page.evaluate(() => {
    const link = Object.assign(document.createElement("a"), { href: "https://elsewhere.example/page" });
    link.addEventListener("click", (event) => event.preventDefault());
    document.body.append(link);
    link.click();
  });
}

/** What the purchase of `buy` is, whatever becomes of the scripts, after a look at the dog. */
export const PURCHASE = {
  view_item: 2,
  add_to_cart: 1,
  view_cart: 1,
  begin_checkout: 1,
  add_shipping_info: 1,
  add_payment_info: 1,
  purchase: 1,
};
