/** Every page of the shop in every state that a guest can bring it into, and the way there. */
import { addEmptyCategory, reserveAll } from "#tests/support/shops/catalogue-fixtures.ts";

import { addToBasket, atThePaymentPage, type Journey, open, taken } from "./journey.ts";
import { leaveBasket } from "./abandoned-basket.ts";
import {
  reserveGift,
  toCoOwnedList,
  toGiftAlert,
  toGiftList,
  toGiving,
  toInvited,
  toListCheckout,
  toFinishedGiftList,
  toSpareGift,
  toSwap,
  toThanks,
} from "./gift-list-journey.ts";
import { addProduct, DOG, overHttp, toDogsPayment } from "./over-http.ts";
import { goToPayment, payAt } from "./purchase.ts";

export type Visitor = Journey & Readonly<{ dataDir: string }>;

export type PageState = Readonly<{
  name: string;
  /** Where nothing else has to be done to get there. */
  path?: string;
  /** Brings a new visitor there. */
  go: (visitor: Visitor) => Promise<void>;
  /** Another state has the same layout with other products in it, and is looked at on a wide screen too. */
  isNarrowOnly?: boolean;
}>;

const COT_BED = "/p/nursery-furniture/sleep/cot-beds/cot-bed";
const CITY = "/p/pushchairs/everyday/city-pushchair";
/** Rainbow Stacker in Sunset. */
const RAINBOW_SUNSET = 5001;
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
  narrow("category on its second page", "/c/wooden-toys?page=2"),
  narrow("category sorted by price", "/c/nursery-furniture?sort=price-asc"),
  {
    name: "category without products",
    go: async (visitor) => {
      const undo = addEmptyCategory(visitor.dataDir, "gifts/christening", "gifts/empty-shelf");
      await open(visitor, "/c/gifts/empty-shelf").finally(undo);
    },
  },
  at("category with filters in use", "/c/wooden-toys?age=1-2-years&colour=sage&max=50"),
  at("category with nothing left by its filters", "/c/pushchairs?colour=sunset&sale=yes"),
  narrow("new in", "/c/new"),
  narrow("new this week", "/c/new/week/new"),
  narrow("back in stock", "/c/back-in-stock"),
  at("gifts by age", "/c/gifts/gifts-by-age"),
  narrow("gifts found for a wish", "/c/gifts/gifts-by-age?age=2-3-years&budget=50"),
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
  at("pushchair with an answer to its fit", `${CITY}?fit=boot&fit-width=95&fit-depth=60&fit-height=48`),
  at("pushchair with errors in its fit", `${CITY}?fit=boot&fit-width=x`),
  narrow("adapter", "/p/pushchairs/carrycots-and-adapters/adapter-fn-a"),
  at("product that is sold out", "/p/wooden-toys/building-and-stacking/marble-run"),
  narrow("product to pre-order", "/p/nursery-furniture/sleep/toddler-beds/house-bed"),
  {
    name: "review with errors",
    go: async (visitor) => {
      await open(visitor, "/products/101/review");
      await visitor.page.getByRole("button", { name: "Submit review" }).click();
      await visitor.page.getByRole("heading", { name: "There is a problem" }).waitFor();
    },
  },
  {
    name: "back-in-stock alert with an error",
    go: async (visitor) => {
      await open(visitor, "/stock-alerts?variant=5002");
      await visitor.page.getByRole("button", { name: "Email me when it’s back" }).click();
      await visitor.page.getByRole("heading", { name: "There is a problem" }).waitFor();
    },
  },
  at("link of an alert that does not work", "/stock-alerts/confirm"),
  {
    name: "newsletter with errors",
    go: async (visitor) => {
      await open(visitor, "/newsletter");
      await visitor.page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
      await visitor.page.getByRole("heading", { name: "There is a problem" }).waitFor();
    },
  },
  at("link to a basket that is not kept", `/cart-recovery/cart_${"A".repeat(22)}`),
  {
    name: "link to a saved basket while another is open",
    go: async (visitor) => {
      const link = await leaveBasket(visitor.origin, RAINBOW_SUNSET);
      await overHttp(visitor, (shopper) => addProduct(shopper, DOG));
      await open(visitor, link);
      await visitor.page.getByRole("button", { name: "Add these to my basket" }).waitFor();
    },
  },
  narrow("product without reviews", "/p/wooden-toys/pull-alongs/pull-along-snail"),
  at("search", "/search/rainbow"),
  narrow("search with an age and a price", "/search/gift%20for%202%20year%20old%20under%2030"),
  {
    name: "search suggestions",
    go: async (visitor) => {
      // Between 1280 and 1419 pixels the header has a link to the search in place of the field.
      await visitor.page.setViewportSize({ width: 320, height: 800 });
      await open(visitor, "/");
      const field = visitor.page.locator("input[type=search]:visible").first();
      await field.focus();
      // The script of the suggestions comes with the focus; without scripts the field is all there is.
      await field.pressSequentially("pra");
      if (visitor.mode !== "on") return;
      await visitor.page.getByRole("listbox").waitFor();
      await visitor.page.keyboard.press("ArrowDown");
    },
  },
  at("search for something that is not sold", "/search/car%20seat"),
  narrow("search with parts apart", "/search/travel%20system"),
  at("search without a query", "/search"),
  at("search without results", "/search/zzgrmpf"),
  at("favourites without any", "/favourites"),
  { name: "favourites of a guest, shared, one removed", go: toSharedFavourites },
  {
    name: "a shared list",
    go: async (visitor) => {
      await toSharedFavourites(visitor);
      await visitor.page.getByRole("link", { name: "Preview what others see" }).click();
      await visitor.page.getByRole("heading", { level: 1, name: "Shared favourites" }).waitFor();
    },
  },
  {
    name: "category with a heart and a comparison begun",
    go: async (visitor) => {
      await open(visitor, "/c/prams");
      await visitor.page.getByRole("checkbox", { name: "Compare" }).check();
      await visitor.page
        .getByRole("button", { name: /^Save / })
        .first()
        .click();
      await visitor.page
        .getByRole("button", { name: /^Compare / })
        .first()
        .click();
      await visitor.page.getByRole("link", { name: "1 product to compare" }).waitFor();
    },
  },
  at("gift lists", "/gift-lists"),
  {
    name: "new gift list with errors",
    go: async (visitor) => {
      await open(visitor, "/gift-lists/new");
      await visitor.page.getByRole("button", { name: "Make the list" }).click();
      await visitor.page.getByRole("heading", { name: "There is a problem" }).waitFor();
    },
  },
  narrow("product on its way to a gift list", "/gift-lists/add?variant=5000"),
  { name: "gift list of a family", go: toFinishedGiftList },
  { name: "gift list for its givers", go: toGiftList },
  {
    name: "cards of a gift list",
    go: async (visitor) => {
      await toFinishedGiftList(visitor);
      await visitor.page.getByRole("link", { name: "Print cards" }).click();
      await visitor.page.getByRole("heading", { level: 1, name: "Cards to put in the envelope" }).waitFor();
    },
  },
  {
    name: "giving a gift, with errors",
    go: async (visitor) => {
      await toGiving(visitor);
      await visitor.page.getByRole("button", { name: "Continue" }).click();
      await visitor.page.getByRole("heading", { name: "There is a problem" }).waitFor();
    },
  },
  {
    name: "reserved gift",
    go: async (visitor) => {
      await toGiving(visitor);
      await reserveGift(visitor);
    },
  },
  { name: "alert for a reserved gift", go: toGiftAlert },
  { name: "thank-you list without gifts", go: toThanks },
  { name: "swapping gifts, with none to swap", go: toSwap },
  { name: "order of a spare gift", go: toSpareGift },
  {
    name: "who looks after a gift list, with an invitation and a wrong address",
    go: async (visitor) => {
      await toInvited(visitor);
      await visitor.page.getByRole("button", { name: "Move the list" }).click();
      await visitor.page.getByRole("heading", { name: "There is a problem" }).waitFor();
    },
  },
  { name: "gift list of a co-owner", go: toCoOwnedList },
  { name: "checkout for a gift list", go: toListCheckout },
  at("comparison without products", "/compare"),
  at("comparison of four, and a fifth that has no room", "/compare?products=101,102,103,137&add=104"),
  narrow("comparison of what differs", "/compare?products=101,102&only=differences"),
  at("empty basket", "/cart"),
  { name: "mini-basket", go: withDogAdded },
  { name: "basket", go: toBasket },
  {
    name: "empty basket with a saved item",
    go: async (visitor) => {
      await toBasket(visitor);
      await visitor.page.getByRole("button", { name: /^Save for later/ }).click();
      await visitor.page.getByRole("heading", { name: "Saved for later" }).waitFor();
    },
  },
  {
    name: "basket with a saved item that is sold out",
    go: async (visitor) => {
      await toBasket(visitor);
      await visitor.page.getByRole("button", { name: /^Save for later/ }).click();
      await visitor.page.getByRole("heading", { name: "Saved for later" }).waitFor();
      await overHttp(visitor, (shopper) => addProduct(shopper, COT_BED));
      const undo = reserveAll(visitor.dataDir, "HB-0103");
      await open(visitor, "/cart").finally(undo);
    },
  },
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
      await overHttp(visitor, (shopper) => addProduct(shopper, COT_BED));
      await toCheckout(visitor);
      await visitor.page.getByRole("button", { name: /^Pay now £/ }).click();
      await visitor.page.getByRole("heading", { name: "There is a problem" }).waitFor();
    },
  },
  { name: "test payment", go: toDogsPayment },
  {
    name: "checkout after a declined payment",
    go: async (visitor) => {
      await toDogsPayment(visitor);
      await atThePaymentPage(visitor, "Decline");
      await arrivedAt(visitor, /\/checkout(\?|$)/);
    },
  },
  {
    name: "words of an engraved item",
    go: async (visitor) => {
      const { page } = visitor;
      await open(visitor, "/p/wooden-toys/pretend-play/small-world/noahs-ark");
      await page.getByRole("radio", { name: /^With engraving/ }).check();
      await page.getByRole("textbox", { name: "Words", exact: true }).fill("Ida");
      await addToBasket(visitor);
      const paid = await overHttp(visitor, async (shopper) => payAt(shopper, await goToPayment(shopper)));
      await open(visitor, paid.location ?? "");
      await page.getByRole("link", { name: "View, cancel or return this order" }).click();
      await page.getByRole("link", { name: "Change the words" }).click();
      await page.getByRole("heading", { level: 1, name: "Change the words" }).waitFor();
    },
  },
  {
    name: "order processing",
    go: async (visitor) => {
      await toDogsPayment(visitor);
      await atThePaymentPage(visitor, "Pay later");
      await arrivedAt(visitor, /order-processing/);
    },
  },
  {
    name: "thank you",
    go: async (visitor) => {
      await toDogsPayment(visitor);
      await atThePaymentPage(visitor, /^Pay £/);
      await arrivedAt(visitor, /\/thank-you/);
    },
  },
  at("order look-up", "/checkout/thank-you/1"),
  at("blog", "/blog"),
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
  {
    name: "contact form with errors",
    go: async (visitor) => {
      await open(visitor, "/information/contact-us");
      await visitor.page.getByRole("button", { name: "Send message" }).click();
      await visitor.page.getByRole("heading", { name: "There is a problem" }).waitFor();
    },
  },
  at("message sent", "/information/contact-us/thank-you"),
  at("page not found", "/no/such/page"),
  at("category not found", "/c/no-such-thing"),
];

function at(name: string, path: string): PageState {
  return { name, path, go: (visitor) => open(visitor, path) };
}

function narrow(name: string, path: string): PageState {
  return { ...at(name, path), isNarrowOnly: true };
}

/** Until the next document is at `address`, whole. */
async function arrivedAt({ page, mode }: Visitor, address: RegExp): Promise<void> {
  await page.waitForURL(address, { waitUntil: "domcontentloaded" });
  await taken(page, mode);
}

async function toSharedFavourites(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await open(visitor, "/c/wooden-toys/pull-alongs");
  for (const count of [1, 2, 3]) {
    await page
      .getByRole("button", { name: /^Save / })
      .first()
      .click();
    await page.getByRole("link", { name: new RegExp(`^Favourites, ${count} item`) }).waitFor();
  }
  await open(visitor, "/favourites");
  await page.getByRole("button", { name: "Create a link" }).click();
  await page.getByRole("heading", { name: "You are sharing your favourites" }).waitFor();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Remove / })
    .first()
    .click();
  await page.getByRole("button", { name: /^Undo/ }).waitFor();
}

async function withDogAdded(visitor: Visitor): Promise<void> {
  await open(visitor, DOG);
  await addToBasket(visitor);
}

async function toBasket(visitor: Visitor): Promise<void> {
  await overHttp(visitor, (shopper) => addProduct(shopper, DOG));
  await open(visitor, "/cart");
}

async function toCheckout(visitor: Visitor): Promise<void> {
  await overHttp(visitor, (shopper) => addProduct(shopper, DOG));
  await open(visitor, "/checkout");
}
