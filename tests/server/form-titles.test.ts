/** A form that comes back with errors says so first in the title of its page (WCAG 2.4.2), whichever form it is. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { htmlFaults } from "#tests/support/checks/valid-html.ts";
import { customerStates } from "#tests/support/people/customer/customer-states.ts";
import { readPage } from "#tests/support/people/page.ts";
import { addToBasket, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { type Fields, Shopper } from "#tests/support/people/shopper.ts";
import { ask } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const DOG_VARIANT = 5004;
const PREORDERED =
  "SELECT variants.id FROM variants JOIN products ON products.id = product_id WHERE slug = 'travel-system' AND on_hand > 0";
const ROUTES = "app/routes";
const PUSHCHAIR = "/p/pushchairs/everyday/city-pushchair";

type Who = "guest" | "customer" | "buyer" | "early";
/** A form with something wrong in it. What stands in braces is the sender's own; the early one has paid a pre-order. */
type Wrong = Readonly<{ at: string; fields?: Fields; by?: Who }>;

/** By file of the route: every page that answers forms. A string says why a form of it is never refused in place. */
const FORMS: Readonly<Record<string, Wrong | string>> = {
  "customer/address.tsx": { at: "/account/addresses/{address}", by: "customer" },
  "customer/details.tsx": { at: "/account/details", by: "customer", fields: { intent: "change-password" } },
  "customer/new-address.tsx": { at: "/account/addresses/new", by: "customer" },
  "customer/order.tsx": { at: "/account/orders/{order}", by: "customer" },
  "auth/confirm-email.tsx": { at: "/confirm-email", fields: { password: "wrong" } },
  "auth/forgot-password.tsx": { at: "/forgot-password" },
  "auth/login.tsx": { at: "/login" },
  "auth/register.tsx": { at: "/register" },
  "auth/set-password.tsx": { at: "/set-password" },
  "auth/undo-email-change.tsx": { at: "/undo-email-change" },
  "auth/verify.tsx": { at: "/verify" },
  "cart/cart.tsx": { at: "/cart", by: "buyer", fields: { intent: "apply-coupon", coupon: "NOSUCH" } },
  "cart/recover-cart.tsx":
    "it has two buttons and no field: a link that has ended leads to a page that says so",
  "catalogue/compare.tsx": { at: "/compare", fields: { intent: "nonsense" } },
  "catalogue/product.tsx": {
    at: "/p/wooden-toys/pretend-play/small-world/noahs-ark",
    fields: { intent: "show-words", words: "" },
  },
  "checkout/checkout.tsx": { at: "/checkout", by: "buyer", fields: { intent: "pay" } },
  "checkout/test-payment.tsx": { at: "{payment}", by: "buyer", fields: { intent: "nonsense" } },
  "checkout/thank-you.tsx": { at: "/checkout/thank-you" },
  "content/article.tsx": "it has no form: it answers 405",
  "content/information.tsx": "it has no form: it answers 405",
  "content/contact.tsx": { at: "/information/contact-us", fields: { name: "<b>Ida", message: '"' } },
  "favourites/favourites.tsx": { at: "/favourites", fields: { intent: "nonsense" } },
  "favourites/shared-favourites.tsx": "it has one button and no field: only a list that is full is refused",
  "checkout/list-checkout.tsx":
    "tests/routes/gift-lists/gift-lists.db.test.ts fills its basket, which another page does",
  "gift-lists/add-gift.tsx": {
    at: "/gift-lists/add?variant=5000",
    fields: { variant: "5000", quantity: "x" },
  },
  "gift-lists/alert.tsx":
    "it opens from a list alone: tests/routes/gift-lists/gift-list-alert.db.test.ts sends it",
  "gift-lists/alert-link.tsx": { at: "/list/alert", fields: { intent: "nonsense" } },
  "gift-lists/close.tsx": "it opens for a family alone, and has buttons and no field",
  "gift-lists/co-owner-link.tsx": { at: "/gift-lists/co-owner" },
  "gift-lists/edit-gift.tsx": "it opens for a family alone: tests/e2e/gift-list-journey.test.ts sends it",
  "gift-lists/edit-list.tsx": "it is the form of a new list, with the same answers",
  "gift-lists/gift-lists.tsx": { at: "/gift-lists", fields: { intent: "open", code: "x" } },
  "gift-lists/give.tsx": "it opens from a list alone: tests/e2e/gift-list-journey.test.ts sends it",
  "gift-lists/link.tsx": { at: "/gift-lists/link" },
  "gift-lists/move-link.tsx": { at: "/gift-lists/move" },
  "gift-lists/new-link.tsx": "it has one button and no field, and is never refused",
  "gift-lists/new-list.tsx": { at: "/gift-lists/new" },
  "gift-lists/own-gift.tsx": { at: "/list/gift", fields: { intent: "nonsense" } },
  "gift-lists/own-list.tsx": "it opens for a family alone: tests/e2e/gift-list-journey.test.ts sends it",
  "gift-lists/owners.tsx": "it opens for a family alone: tests/routes/gift-list-owners.db.test.ts sends it",
  "gift-lists/show-now.tsx": "it has one button and no field, and is never refused",
  "gift-lists/swap.tsx":
    "it opens for a family alone: tests/routes/gift-lists/gift-list-swap.db.test.ts sends it",
  "gift-lists/thanks.tsx":
    "it opens for a family alone: tests/routes/gift-lists/gift-lists.db.test.ts sends it",
  "newsletter/confirm.tsx": { at: "/newsletter/confirm" },
  "newsletter/preferences.tsx": { at: "/newsletter/preferences" },
  "newsletter/sign-up.tsx": { at: "/newsletter" },
  "newsletter/unsubscribe.tsx": { at: "/newsletter/unsubscribe" },
  "orders/cancel.tsx": { at: "/orders/{order}/cancel", by: "customer" },
  "orders/find-order.tsx": { at: "/orders" },
  "orders/find-withdrawal.tsx": { at: "/withdraw" },
  "orders/order.tsx": { at: "/orders/{order}", by: "customer" },
  "orders/preorder.tsx": { at: "/orders/{preorder}/preorder/0", by: "early", fields: { intent: "nonsense" } },
  "orders/return.tsx": { at: "/orders/{order}/return", by: "customer" },
  "orders/withdraw.tsx": { at: "/orders/{order}/withdraw", by: "customer" },
  "orders/words.tsx":
    "it opens for an item with words alone: tests/routes/personalisation.db.test.ts sends it",
  "reviews/helpful.tsx": "nobody sees its page: a vote leads back to the review",
  "reviews/write-review.tsx": { at: "/products/101/review", fields: { rating: "", title: "<i>" } },
  "stock-alerts/confirm.tsx": { at: "/stock-alerts/confirm" },
  "stock-alerts/leave.tsx": { at: "/stock-alerts/leave" },
  "storefront/not-found.tsx": "nothing is there to be sent to: it answers 404",
  "stock-alerts/sign-up.tsx": { at: "/stock-alerts?variant=5002", fields: { variantId: "5002" } },
};

const shop = useShop();
let shoppers: Readonly<Record<Who, Shopper>>;
let names: Readonly<Record<string, string>>;

beforeAll(async () => {
  const { states, cookies } = await customerStates(shop);
  const customer = new Shopper(shop.origin);
  for (const { name, value } of cookies["filled"] ?? []) customer.takeCookie(name, value);
  const buyer = new Shopper(shop.origin);
  await addToBasket(buyer, DOG_VARIANT);
  const early = new Shopper(shop.origin);
  await addToBasket(early, Number(ask(shop, PREORDERED)));
  const { location: paidPage } = await payAt(early, await goToPayment(early));
  await early.get(paidPage ?? "/");
  const idIn = (pattern: RegExp) => states.map(({ path }) => pattern.exec(path)?.[0]).find(Boolean) ?? "";
  names = {
    order: idIn(/order_[\w-]{22}/),
    address: idIn(/address_[\w-]{22}/),
    payment: await goToPayment(buyer),
    preorder: /order_[\w-]{22}/.exec(paidPage ?? "")?.[0] ?? "",
  };
  shoppers = { guest: new Shopper(shop.origin), customer, buyer, early };
});

/** Files of the routes that show a page and take forms. */
function formPages(): ReadonlyArray<string> {
  const files = readdirSync(ROUTES, { recursive: true, encoding: "utf8" });
  return files.filter((file) => {
    // The desk opens for those who were invited: tests/server/desk.test.ts sends its forms.
    if (!file.endsWith(".tsx") || file.startsWith("desk/")) return false;
    const source = readFileSync(join(ROUTES, file), "utf8");
    const hasPage = /^export (?:default|\{ \w+ as default)\b/m.test(source);
    return hasPage && /^export (?:async )?(?:function|const) action\b/m.test(source);
  });
}

const titleOf = (html: string) => readPage(html, shop.origin).document.title;

test("every page with a form of its own is tested here", () => {
  expect(Object.keys(FORMS).sort()).toEqual([...formPages()].sort());
});

test.each(Object.entries(FORMS).filter(([, form]) => typeof form !== "string") as Array<[string, Wrong]>)(
  "%s: the title shows an error after a bad form, which is valid HTML, and none before",
  async (_, { at, fields = {}, by = "guest" }) => {
    const path = at.replace(/\{(\w+)\}/, (_match, name: string) => names[name] ?? "");

    const before = await shoppers[by].get(path);
    const answer = await shoppers[by].post(path, fields);

    expect([before.status, answer.location]).toEqual([200, null]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(titleOf(before.body)).not.toContain("Error");
    expect(titleOf(answer.body)).toBe(`Error: ${titleOf(before.body)}`);
    expect(await htmlFaults(answer.body)).toEqual([]);
  },
);

test.each([
  ["a space that is no number", `${PUSHCHAIR}?fit=boot&fit-width=x`, "guest"],
  ["a number of units that cannot be ordered", `${PUSHCHAIR}?quantity=0`, "guest"],
  ["a download that was refused", "/account/details?export=password-wrong", "customer"],
] as const)("%s, stated in the address, shows an error in the title", async (_, at, by) => {
  const { body } = await shoppers[by].get(at);

  expect(titleOf(body)).toMatch(/^Error: \S/);
  expect(body).not.toMatch(/property="og:title" content="Error/);
});

test("the two pages that find an order have different titles and headings", async () => {
  const pages = await Promise.all(["/orders", "/checkout/thank-you"].map((at) => shoppers.guest.get(at)));
  const shown = pages.map(({ body }) => readPage(body, shop.origin).document);

  expect(new Set(shown.map(({ title }) => title)).size).toBe(2);
  for (const document of shown)
    expect(document.title).toContain(document.querySelector("main h1")?.textContent);
});

test.each([
  ["/c/wooden-toys?colour=sage&max=50", "filtered: Sage, Up to £50 |"],
  ["/search/wooden%20train?max=50", "“wooden train”, filtered: Up to £50 |"],
  ["/c/gifts/gifts-by-age?age=2-3-years&budget=50", "filtered: 2 to 3 years, Up to £50 |"],
])("the title of %s states the filter, and the unfiltered list's does not", async (at, words) => {
  const narrowed = await shoppers.guest.get(at);
  const whole = await shoppers.guest.get(at.split("?")[0] ?? at);

  expect(titleOf(narrowed.body)).toContain(words);
  expect(titleOf(whole.body)).not.toContain("filtered");
});
