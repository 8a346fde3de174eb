/** Every page of the shop in every state that a guest can bring it into, and the way there. */
import { addToBasket, atThePaymentPage, checkOut, type Journey, open, openBasket } from "./journey.ts";
import { addEmptyCategory, reserveAll } from "./shelf.ts";

export type Visitor = Journey & Readonly<{ dataDir: string }>;

export type PageState = Readonly<{
  name: string;
  /** Brings a new visitor there. */
  go: (visitor: Visitor) => Promise<void>;
}>;

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";

export const PAGE_STATES: ReadonlyArray<PageState> = [
  at("home", "/"),
  {
    name: "home with a menu open",
    go: async (visitor) => {
      await open(visitor, "/");
      await visitor.page.locator("header details > summary:visible").first().click();
    },
  },
  at("all categories", "/category"),
  at("department", "/c/wooden-toys"),
  at("category on its second page", "/c/wooden-toys?page=2"),
  at("category sorted by price", "/c/nursery-furniture?sort=price-asc"),
  {
    name: "category without products",
    go: async (visitor) => {
      const undo = addEmptyCategory(visitor.dataDir, "gifts/christening", "gifts/empty-shelf");
      await open(visitor, "/c/gifts/empty-shelf").finally(undo);
    },
  },
  at("new in", "/c/new"),
  at("new this week", "/c/new/week/new"),
  at("back in stock", "/c/back-in-stock"),
  at("gifts by age", "/c/gifts/gifts-by-age"),
  at("brands", "/brands"),
  {
    name: "brand",
    go: async (visitor) => {
      await open(visitor, "/brands");
      await visitor.page.locator('main a[href^="/brands/"]').first().click();
      await visitor.page.waitForURL(/\/brands\/./);
    },
  },
  at("product with colours", RAINBOW),
  {
    name: "product with the zoom open",
    go: async (visitor) => {
      await open(visitor, RAINBOW);
      await visitor.page.getByRole("link", { name: /^Zoom/ }).first().click();
      await visitor.page.getByRole("dialog").waitFor();
    },
  },
  at("product that is sold out", "/p/wooden-toys/building-and-stacking/marble-run"),
  at("product to pre-order", "/p/nursery-furniture/sleep/toddler-beds/house-bed"),
  at("search", "/search/rainbow"),
  at("search without a query", "/search"),
  at("search without results", "/search/zzgrmpf"),
  at("empty basket", "/cart"),
  { name: "mini-basket", go: withDogAdded },
  { name: "basket", go: toBasket },
  {
    name: "basket with a stock error",
    go: async (visitor) => {
      await toBasket(visitor);
      const undo = reserveAll(visitor.dataDir, "HB-0103");
      await open(visitor, "/cart").finally(undo);
    },
  },
  { name: "checkout", go: toCheckout },
  {
    name: "checkout with errors",
    go: async (visitor) => {
      await toCheckout(visitor);
      await visitor.page.getByRole("button", { name: /^Pay now £/ }).click();
      await visitor.page.getByRole("heading", { name: "There is a problem" }).waitFor();
    },
  },
  { name: "test payment", go: toPayment },
  {
    name: "checkout after a declined payment",
    go: async (visitor) => {
      await toPayment(visitor);
      await atThePaymentPage(visitor, "Decline");
      await visitor.page.waitForURL(/\/checkout(\?|$)/, { waitUntil: "domcontentloaded" });
    },
  },
  {
    name: "order processing",
    go: async (visitor) => {
      await toPayment(visitor);
      await atThePaymentPage(visitor, "Pay later");
      await visitor.page.waitForURL(/order-processing/);
    },
  },
  {
    name: "thank you",
    go: async (visitor) => {
      await toPayment(visitor);
      await atThePaymentPage(visitor, /^Pay £/);
      await visitor.page.waitForURL(/\/thank-you/);
    },
  },
  at("order look-up", "/checkout/thank-you/1"),
  at("journal", "/blog"),
  {
    name: "article",
    go: async (visitor) => {
      await open(visitor, "/blog");
      await visitor.page.locator('main a[href^="/blog/"]').first().click();
      await visitor.page.waitForURL(/\/blog\/./);
    },
  },
  at("information", "/information"),
  at("information page", "/information/delivery-and-return"),
  at("contact page", "/information/contact-us"),
  at("page not found", "/no/such/page"),
  at("category not found", "/c/no-such-thing"),
];

function at(name: string, path: string): PageState {
  return { name, go: (visitor) => open(visitor, path) };
}

async function withDogAdded(visitor: Visitor): Promise<void> {
  await open(visitor, DOG);
  await addToBasket(visitor);
}

async function toBasket(visitor: Visitor): Promise<void> {
  await withDogAdded(visitor);
  await openBasket(visitor);
}

async function toCheckout(visitor: Visitor): Promise<void> {
  await toBasket(visitor);
  await visitor.page.getByRole("link", { name: "Go to checkout" }).click();
  await visitor.page.getByRole("heading", { level: 1, name: "Checkout" }).waitFor();
}

async function toPayment(visitor: Visitor): Promise<void> {
  await toBasket(visitor);
  await checkOut(visitor);
}
