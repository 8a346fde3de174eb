/** The table of routes with every way to write its addresses, and what each answers (requirement routes-1). */

export type Step = Readonly<{
  /** Path and query, as it is sent. */
  at: string;
  /** 200 where nothing is said. */
  status?: number;
  /** Where a redirect leads. */
  to?: string;
  /** Canonical path; a page's own path where nothing is said, none for what is no page or not there. */
  canonical?: string;
  /** Words of the page's main part. */
  says?: string;
  /** What a table shows in place of an address that is too long for it. */
  shownAs?: string;
}>;

export type Walk = Readonly<{ title: string; steps: ReadonlyArray<Step> }>;

const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const STACKERS = "/c/wooden-toys/building-and-stacking/stackers";

/** The id of no basket. */
const NO_CART = `cart_${"A".repeat(22)}`;

const moved = (at: string, to: string): Step => ({ at, status: 301, to });
const seeOther = (at: string, to: string): Step => ({ at, status: 303, to });
const guarded = (at: string): Step => ({
  at,
  status: 302,
  to: `/login?redirectTo=${encodeURIComponent(at)}`,
});
/** The thing is not there: path and query are named (requirement routes-5). */
const missing = (at: string, read = at): Step => ({ at, status: 404, says: `Page Not Found: ${read}` });
/** No route takes the path: the path alone is named. */
const unmatched = (at: string, read = at): Step => ({ at, status: 404, says: `Page not found: ${read}` });
/** Not an address at all: the front server turns it away before any route is asked. */
const malformed = (at: string): Step => ({ at, status: 400, says: "We could not read that address" });

export const ROUTE_WALK: ReadonlyArray<Walk> = [
  { title: "Home", steps: [{ at: "/", says: "Gifts by age" }] },
  {
    title: "Categories",
    steps: [
      { at: "/category", says: "products" },
      { at: "/c", canonical: "/category" },
      { at: "/c/new", says: "New in" },
      { at: "/category/new", canonical: "/c/new" },
      { at: "/c/new/week/new", says: "New this week" },
      { at: "/category/week", canonical: "/c/new/week/new" },
      missing("/c/new/week"),
      { at: "/c/back-in-stock", says: "Back in stock" },
      { at: "/category/back-in-stock", canonical: "/c/back-in-stock" },
      { at: "/c/gifts/gifts-by-age", says: "Gifts by age" },
      { at: "/category/gifts-by-age", canonical: "/c/gifts/gifts-by-age" },
      { at: "/c/wooden-toys" },
      { at: "/c/wooden-toys?sort=price-asc", canonical: "/c/wooden-toys" },
      { at: STACKERS },
      moved("/c/stackers", STACKERS),
      moved("/c/prams/stackers?sort=name", `${STACKERS}?sort=name`),
      moved("/c/a/b/c/d/stackers", STACKERS),
      unmatched("/c/a/b/c/d/e/stackers"),
      { at: "/c/pushchairs/for-two" },
      { at: "/c/prams/for-two" },
      missing("/c/for-two"),
      missing("/c/no/such/thing?x=1&y=2"),
      unmatched("/category/wooden-toys"),
    ],
  },
  {
    title: "Brands",
    steps: [
      { at: "/brands", says: "Hollybough Workshop" },
      { at: "/brands/hollybough-workshop" },
      missing("/brands/nobody?x=1"),
      seeOther("/brand", "/brands"),
      seeOther("/brand?slug=hollybough-workshop", "/brands/hollybough-workshop"),
      missing("/brand?id=0"),
    ],
  },
  {
    title: "Products",
    steps: [
      { at: RAINBOW, says: "Rainbow Stacker" },
      { at: `${RAINBOW}?swatch=sunset`, canonical: RAINBOW, says: "In stock in Sunset" },
      { at: `${RAINBOW}?swatch=no-such-colour`, canonical: RAINBOW, says: "In stock in Muted" },
      moved("/p/rainbow-stacker", RAINBOW),
      moved("/p/prams/rainbow-stacker?swatch=sunset", `${RAINBOW}?swatch=sunset`),
      moved("/p/a/b/c/d/rainbow-stacker", RAINBOW),
      unmatched("/p/a/b/c/d/e/rainbow-stacker"),
      missing("/p/wooden-toys/no-such-toy?swatch=red"),
      unmatched("/p"),
      moved("/products/101", RAINBOW),
      moved("/products/101?swatch=sunset&utm_source=letter", `${RAINBOW}?swatch=sunset&utm_source=letter`),
      missing("/products/999999"),
      missing("/products/1e2"),
      seeOther("/product", "/category"),
      seeOther("/product?id=101", RAINBOW),
      seeOther("/product?slug=rainbow-stacker", RAINBOW),
      missing("/product?id=0"),
    ],
  },
  {
    title: "Search",
    steps: [
      { at: "/search" },
      { at: "/search?q=wooden+train", canonical: "/search/wooden%20train", says: "wooden train" },
      { at: "/search/wooden%20train", says: "wooden train" },
      { at: "/search/wooden+train", canonical: "/search/wooden%20train", says: "wooden train" },
      { at: "/search/a%2Bb", says: "a+b" },
      { at: "/search/a%2Fb", says: "a/b" },
      { at: "/search/%3Cb%3Ebold", says: "<b>bold" },
      unmatched("/search/wooden/train"),
    ],
  },
  {
    title: "Basket and checkout",
    steps: [
      { at: "/cart", says: "Your basket is empty" },
      { at: "/cart-recovery", says: "This link is incomplete" },
      seeOther(`/cart-recovery?cartID=${NO_CART}`, `/cart-recovery/${NO_CART}`),
      {
        ...{ at: `/cart-recovery/${NO_CART}`, status: 410, canonical: "/cart-recovery" },
        says: "This basket is no longer saved",
      },
      seeOther("/checkout", "/cart"),
      seeOther("/checkout/order-processing", "/checkout/thank-you"),
      { at: "/checkout/thank-you" },
      { at: "/checkout/thank-you/order_AAAAAAAAAAAAAAAAAAAAAA", canonical: "/checkout/thank-you" },
    ],
  },
  {
    title: "Gift lists",
    steps: [
      { at: "/gift-lists", says: "Make a gift list" },
      { at: "/gift-lists/new", says: "You can change all of it later." },
      { at: "/gift-lists/add?variant=5000", canonical: "/gift-lists/add", says: "Rainbow Stacker" },
      { at: "/gift-lists/link", says: "This link no longer works" },
      { at: "/gift-lists/co-owner", says: "This link no longer works" },
      { at: "/gift-lists/move", says: "This link no longer works" },
      { at: "/gift-lists/check-your-e-mail", says: "a link is on its way" },
      { at: "/list/gift", says: "This link no longer works" },
      { at: "/list/alert", says: "This link no longer works" },
      { at: "/list/2222-2222", status: 404, says: "Page Not Found: /list/2222-2222" },
      {
        at: "/gift-lists/mine/giftlist_AAAAAAAAAAAAAAAAAAAAAA",
        status: 404,
        says: "Page Not Found: /gift-lists/mine/giftlist_AAAAAAAAAAAAAAAAAAAAAA",
      },
      { at: "/checkout/gift-list/giftlist_AAAAAAAAAAAAAAAAAAAAAA", status: 303, to: "/cart" },
    ],
  },
  {
    title: "Into an account, and the account",
    steps: [
      { at: "/login" },
      { at: "/login?redirectTo=//evil.example", canonical: "/login" },
      { at: "/register" },
      { at: "/forgot-password" },
      { at: "/set-password", says: "This link no longer works" },
      seeOther("/logout", "/account"),
      guarded("/account"),
      guarded("/account/details"),
      guarded("/account/orders"),
      guarded("/account/orders/order_AAAAAAAAAAAAAAAAAAAAAA"),
      guarded("/account/addresses"),
      guarded("/account/addresses/new"),
      guarded("/account/continue"),
      guarded("/account/addresses/address_AAAAAAAAAAAAAAAAAAAAAA"),
      unmatched("/account/nothing"),
    ],
  },
  {
    title: "Journal",
    steps: [
      { at: "/blog", says: "The journal" },
      seeOther("/blog/article", "/blog"),
      seeOther("/blog/article?id=3", "/blog/care/3"),
      seeOther("/blog/article?slug=caring-for-oiled-wood", "/blog/care/3"),
      missing("/blog/article?id=999"),
      { at: "/blog/care/3" },
      { at: "/blog/3", canonical: "/blog/care/3" },
      moved("/blog/play/3", "/blog/care/3"),
      missing("/blog/care/999?x=1"),
      unmatched("/blog/care/more/3"),
    ],
  },
  {
    title: "Information",
    steps: [
      { at: "/information", says: "Contact us" },
      { at: "/information/contact-us", says: "Send message" },
      { at: "/information/contact", canonical: "/information/contact-us", says: "Send message" },
      { at: "/information/contact-us/thank-you", says: "Thank you for your message" },
      { at: "/information/delivery-and-return", says: "Delivery and returns" },
      { at: "/information/delivery-return", canonical: "/information/delivery-and-return" },
      { at: "/information/about" },
      missing("/information/nothing"),
      unmatched("/information/about/nothing"),
    ],
  },
  {
    title: "Written in other ways",
    steps: [
      { at: "/c/wooden-toys/", canonical: "/c/wooden-toys" },
      { at: `${RAINBOW}/`, canonical: RAINBOW },
      { at: "/information/contact/", canonical: "/information/contact-us" },
      { at: "/search/wooden+train/", canonical: "/search/wooden%20train" },
      { at: "/CATEGORY", canonical: "/category" },
      { at: "/C/wooden-toys", canonical: "/c/wooden-toys" },
      { at: "/Information/Contact-Us", canonical: "/information/contact-us" },
      missing("/c/Wooden-Toys"),
      { at: "/c/wooden%2Dtoys", canonical: "/c/wooden-toys" },
      missing("/c/wooden+toys"),
      missing("/c/wooden%2Btoys"),
      missing("/c/wooden%2Ftoys"),
      missing("/brands/hollybough+workshop"),
      { at: "/%63art", canonical: "/cart" },
    ],
  },
  {
    // Nobody has been invited.
    title: "The desk",
    steps: [
      unmatched("/desk"),
      unmatched("/desk/login"),
      unmatched("/desk/login/again"),
      unmatched("/desk/login/code"),
      unmatched("/desk/orders"),
      unmatched("/desk/orders/10048212/refund?x=1", "/desk/orders/10048212/refund"),
      unmatched("/desk/nothing"),
    ],
  },
  {
    title: "What is nowhere",
    steps: [
      unmatched("/nowhere/at/all?x=1", "/nowhere/at/all"),
      unmatched("/%3Cscript%3Ealert(1)%3C/script%3E", "/<script>alert(1)</script>"),
      unmatched("/caf%C3%A9", "/café"),
      malformed("/%E0%A4%A"),
      malformed("/search/%"),
      malformed("/c/%00"),
      malformed("/c/%5Ctoys"),
      malformed("/c//wooden-toys"),
      malformed("/c/..%2fcart"),
      { ...unmatched(`/${"a".repeat(1_500)}`, "/aaaa"), shownAs: "/aaa… (1,501 characters)" },
      {
        ...{ at: `/${"a".repeat(2_100)}`, status: 414, says: "That address is too long" },
        shownAs: "/aaa… (2,101 characters)",
      },
      { ...malformed(`/c${"/a".repeat(30)}`), shownAs: "/c/a/a/a… (31 segments)" },
    ],
  },
];
