/** A basket that somebody left in another browser, for journeys: made over plain HTTP, known by its id. */
import { addToBasket } from "./purchase.ts";
import { Shopper } from "./shopper.ts";

/** Leaves a basket with one unit of the variant. Answers with the path of the link that brings it back. */
export async function leaveBasket(origin: string, variantId: number): Promise<string> {
  const shopper = new Shopper(origin);
  await addToBasket(shopper, variantId);
  return `/cart-recovery/${cartIdIn(shopper.cookie("cart-id") ?? "")}`;
}

/** The id in the signed cookie: base64 of JSON, a dot, the signature. */
export function cartIdIn(cookie: string): string {
  const [value = ""] = decodeURIComponent(cookie).split(".");
  const id: unknown = JSON.parse(Buffer.from(value, "base64").toString("utf8"));
  if (typeof id !== "string") throw new Error(`There is no basket in the cookie ${cookie}`);
  return id;
}
