/** The visitors that the addresses of page-addresses.ts are asked for by, and the names in them. */
import type { Visitor } from "./page-addresses.ts";
import { addToBasket, goToPayment, payAt } from "./purchase.ts";
import { Shopper } from "./shopper.ts";

/** The rainbow in muted colours: 54 pounds. */
const RAINBOW_MUTED = 5000;

export type SampleVisitors = Readonly<{
  visitors: Readonly<Record<Visitor, Shopper>>;
  /** The address with the buyer's own in place of `{paidOrder}`, `{waitingOrder}` and `{payment}`. */
  named: (address: string) => string;
}>;

export async function sampleVisitors(origin: string): Promise<SampleVisitors> {
  const visitors = { empty: new Shopper(origin), filled: new Shopper(origin), buyer: new Shopper(origin) };
  await addToBasket(visitors.filled, RAINBOW_MUTED, 2);
  const names = await buyTwice(visitors.buyer);
  return { visitors, named: (address) => address.replace(/\{\w+\}/g, (name) => names[name] ?? name) };
}

/** One order that is paid, and one whose payment page is open. */
async function buyTwice(buyer: Shopper): Promise<Readonly<Record<string, string>>> {
  await addToBasket(buyer, RAINBOW_MUTED);
  const back = await payAt(buyer, await goToPayment(buyer));
  const thanks = await buyer.get(back.location ?? "");
  await addToBasket(buyer, RAINBOW_MUTED);
  const paymentPath = await goToPayment(buyer);
  const waiting = await buyer.get("/checkout/thank-you");
  return {
    "{paidOrder}": thanks.location?.split("/").at(-1) ?? "",
    "{waitingOrder}": waiting.location?.split("=").at(-1) ?? "",
    "{payment}": paymentPath.split("/").at(-1) ?? "",
  };
}
