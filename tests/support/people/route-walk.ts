/** Other ways to write the addresses of page-addresses.ts, and addresses of nothing (requirement routes-1). */

export type Step = Readonly<{
  /** Path and query, as it is sent. */
  at: string;
  /** 200 where nothing is said. */
  status?: number;
  /** Where a redirect leads. */
  to?: string;
  /** Canonical path; a page's own path where nothing is said, none for what is no page or not there. */
  canonical?: string | null;
  /** Words of the page's main part. */
  says?: string;
  /** What a table shows in place of an address that is too long for it. */
  shownAs?: string;
}>;

export type Walk = Readonly<{ title: string; steps: ReadonlyArray<Step> }>;

const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
/** The id of no basket. */
const NO_CART = `cart_${"A".repeat(22)}`;

const moved = (at: string, to: string): Step => ({ at, status: 301, to });
const seeOther = (at: string, to: string): Step => ({ at, status: 303, to });
/** The thing is not there: path and query are named (requirement routes-5). */
const missing = (at: string, read = at): Step => ({ at, status: 404, says: `Page Not Found: ${read}` });
/** No route takes the path: the path alone is named. */
const unmatched = (at: string, read = at): Step => ({ at, status: 404, says: `Page not found: ${read}` });
/** Not an address at all: the front server turns it away before any route is asked. */
const malformed = (at: string): Step => ({ at, status: 400, says: "We could not read that address" });

export const ROUTE_WALK: ReadonlyArray<Walk> = [
  {
    title: "Written in other ways",
    steps: [
      { at: "/c/wooden-toys/", canonical: "/c/wooden-toys" },
      { at: `${RAINBOW}/`, canonical: RAINBOW, says: "Rainbow Stacker" },
      { at: "/information/contact/", canonical: "/information/contact-us", says: "Send message" },
      { at: "/search/wooden+train/", canonical: "/search/wooden%20train", says: "wooden train" },
      { at: "/search/a%2Fb", says: "a/b" },
      { at: "/search/%3Cb%3Ebold", says: "<b>bold" },
      { at: "/CATEGORY", canonical: "/category" },
      { at: "/C/wooden-toys", canonical: "/c/wooden-toys" },
      { at: "/Information/Contact-Us", canonical: "/information/contact-us" },
      { at: "/c/wooden%2Dtoys", canonical: "/c/wooden-toys" },
      { at: "/%63art", canonical: "/cart" },
      { at: "/login?redirectTo=//evil.example", canonical: "/login" },
      { at: "/checkout/thank-you/order_AAAAAAAAAAAAAAAAAAAAAA", canonical: "/checkout/thank-you" },
      moved("/c/Wooden-Toys", "/c/wooden-toys"),
      moved("/brands/Hollybough-Workshop?page=1", "/brands/hollybough-workshop?page=1"),
      moved("/P/Rainbow-Stacker", "/p/rainbow-stacker"),
      moved("/products/101", RAINBOW),
      moved("/products/101?swatch=sunset&utm_source=letter", `${RAINBOW}?swatch=sunset&utm_source=letter`),
      seeOther(`/cart-recovery?cartID=${NO_CART}`, `/cart-recovery/${NO_CART}`),
    ],
  },
  {
    title: "Of things that are not there",
    steps: [
      missing("/c/new/week"),
      missing("/c/wooden+toys", "/c/wooden toys"),
      missing("/c/wooden%2Btoys"),
      missing("/c/wooden%2Ftoys"),
      missing("/brands/hollybough+workshop", "/brands/hollybough workshop"),
      missing("/brand?id=0"),
      missing("/products/999999"),
      missing("/products/1e2"),
      missing("/product?id=0"),
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
      unmatched("/category/wooden-toys"),
      unmatched("/search/wooden/train"),
      unmatched("/account/nothing"),
      unmatched("/blog/care/more/3"),
      unmatched("/information/about/nothing"),
      unmatched("/nowhere/at/all?x=1", "/nowhere/at/all"),
      unmatched("/%3Cscript%3Ealert(1)%3C/script%3E", "/<script>alert(1)</script>"),
      unmatched("/caf%C3%A9", "/café"),
      unmatched("/nowhere/at+all", "/nowhere/at all"),
      malformed("/%E0%A4%A"),
      malformed("/search/%"),
      malformed("/c/%00"),
      malformed("/c/%5Ctoys"),
      {
        ...{ at: "/c//wooden-toys", status: 301, to: "/c/wooden-toys" },
        says: "This address has one slash too many",
      },
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
