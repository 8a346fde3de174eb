/** The kinds of page that Lighthouse looks at, and who looks at them. */
import { newCustomer } from "#tests/support/people/customer/customer-visitor.ts";
import { addToBasket, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";

/** A stranger, somebody with items in the basket, or a customer with an order. */
type Who = "stranger" | "buyer" | "customer";

export type PageType = Readonly<{
  name: string;
  path: string;
  by: Who;
  /** The page has noindex, so the audit of that is left out. */
  isUnlisted: boolean;
}>;

const listed = (name: string, path: string): PageType => ({ name, path, by: "stranger", isUnlisted: false });
const unlisted = (name: string, path: string, by: Who = "stranger"): PageType => ({
  name,
  path,
  by,
  isUnlisted: true,
});

export const PAGE_TYPES: ReadonlyArray<PageType> = [
  listed("home", "/"),
  listed("listing", "/c/wooden-toys"),
  listed("product", "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker"),
  listed("article", "/blog/care/3"),
  listed("information", "/information/delivery-and-return"),
  listed("brand", "/brands/hollybough-workshop"),
  listed("contact", "/information/contact-us"),
  unlisted("search", "/search/wooden%20train"),
  unlisted("cart", "/cart", "buyer"),
  unlisted("checkout", "/checkout", "buyer"),
  unlisted("login", "/login"),
  unlisted("account", "/account", "customer"),
  unlisted("orders", "/account/orders", "customer"),
  unlisted("compare", "/compare?products=101,102,401"),
  unlisted("favourites", "/favourites", "buyer"),
];

/** The Cookie header of each; none for the stranger. */
export type Visitors = Readonly<Record<Who, string>>;

/** Rainbow Stacker in Muted. */
const VARIANT = 5_000;

/** Fills the basket of one and has another buy something, as their browsers would. */
export async function newVisitors(shop: RunningShop): Promise<Visitors> {
  const buyer = new Shopper(shop.origin);
  await addToBasket(buyer, VARIANT, 2);
  await buyer.post("/favourites", { save: "101", from: "/" });
  const customer = await newCustomer(shop, "hannah@example.com");
  await addToBasket(customer, VARIANT);
  await payAt(customer, await goToPayment(customer));
  return { stranger: "", buyer: buyer.cookieHeader(), customer: customer.cookieHeader() };
}
