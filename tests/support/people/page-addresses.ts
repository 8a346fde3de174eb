/** For every route of the shop: addresses, and what is to be found there. */

/** Who asks: with nothing in the basket, with two units in it, or with an order paid and another waiting. */
export type Visitor = "empty" | "filled" | "buyer";

export type Sample = Readonly<{
  /** Path and query. `{paidOrder}`, `{waitingOrder}` and `{payment}` are the buyer's. */
  at: string;
  /** Everybody where nothing is said. */
  by?: Visitor;
  /** 200 where nothing is said. */
  status?: number;
  /** Where a 301 or 303 leads. */
  to?: string;
  /** Path of the one address of this content; the address itself where nothing is said, none where null. */
  canonical?: string | null;
  /** True for pages that search engines are asked to leave out. */
  isUnlisted?: boolean;
  /** Words of the page. */
  words?: ReadonlyArray<string>;
  /** Selectors, each of which finds something. */
  has?: ReadonlyArray<string>;
  /** Not a page: the type of content that it is. */
  type?: string;
}>;

const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const CITY = "/p/pushchairs/everyday/city-pushchair";
const STACKERS = "/c/wooden-toys/building-and-stacking/stackers";

const missing = (at: string, more: Partial<Sample> = {}): Sample => ({
  at,
  status: 404,
  canonical: null,
  isUnlisted: true,
  words: [`Page Not Found: ${at}`],
  ...more,
});
const list = (at: string, more: Partial<Sample> = {}): Sample => ({
  at,
  has: [
    "main [role=status]",
    "main a[href^='/p/']",
    "main img",
    "main select[name=sort]",
    "main form[method=get]",
  ],
  ...more,
});
/** There is nothing to sort. */
const ONE_PRODUCT = ["main [role=status]", "main a[href^='/p/']", "main img"];
const product = (at: string, more: Partial<Sample> = {}): Sample => ({
  at,
  canonical: at.split("?")[0],
  words: ["£", "Product code"],
  has: [
    "main form[method=post] input[name=variantId]",
    "main form[method=post] input[name=quantity]",
    "main form[method=post] button[name=intent][value=add]",
  ],
  ...more,
});
const moved = (at: string, to: string): Sample => ({ at, status: 301, to });
const seeOther = (at: string, to: string, more: Partial<Sample> = {}): Sample => ({
  at,
  status: 303,
  to,
  ...more,
});

/** A page of the way into an account: nobody's search result. */
const auth = (at: string, more: Partial<Sample> = {}): Sample => ({ at, isUnlisted: true, ...more });
/** A page of an account, asked for by somebody who is not logged in (requirement customer-5). */
const guarded = (at: string): Sample => ({
  at,
  status: 302,
  to: `/login?${new URLSearchParams({ redirectTo: at }).toString()}`,
});
/** A page about the buyer's own order, which needs no account. */
const guestOrder = (rest: string, more: Partial<Sample> = {}): Sample => ({
  at: `/orders/{paidOrder}${rest}`,
  by: "buyer",
  canonical: "/orders",
  isUnlisted: true,
  ...more,
});
const NO_LIST = "/gift-lists/mine/giftlist_AAAAAAAAAAAAAAAAAAAAAA";
const NO_CART = "cart_AAAAAAAAAAAAAAAAAAAAAA";
const NO_ORDER = "/account/orders/order_AAAAAAAAAAAAAAAAAAAAAA";

/** Samples by the path of the route in app/routes.ts. */
export const SAMPLES: Readonly<Record<string, ReadonlyArray<Sample>>> = {
  "": [{ at: "/", has: ["main a[href^='/c/']", "main a[href^='/p/']"], words: ["£", "Gifts by age"] }],
  category: [list("/category"), list("/category?page=2"), seeOther("/category?page=x", "/category")],
  c: [list("/c", { canonical: "/category" })],
  "c/new": [list("/c/new")],
  "category/new": [list("/category/new", { canonical: "/c/new" })],
  "c/new/week/new": [list("/c/new/week/new")],
  "category/week": [list("/category/week", { canonical: "/c/new/week/new" })],
  "c/back-in-stock": [list("/c/back-in-stock")],
  "category/back-in-stock": [list("/category/back-in-stock", { canonical: "/c/back-in-stock" })],
  "c/gifts/gifts-by-age": [list("/c/gifts/gifts-by-age")],
  "category/gifts-by-age": [list("/category/gifts-by-age", { canonical: "/c/gifts/gifts-by-age" })],
  "c/:slug1": [
    list("/c/wooden-toys"),
    list("/c/wooden-toys?page=2"),
    list("/c/wooden-toys?sort=price-asc", { canonical: "/c/wooden-toys" }),
    moved("/c/stackers", STACKERS),
    missing("/c/for-two"),
    missing("/c/wooden-toys?page=99"),
  ],
  "c/:slug1/:slug2": [
    list("/c/pushchairs/for-two", { has: ONE_PRODUCT }),
    list("/c/prams/for-two", { has: ONE_PRODUCT }),
    moved("/c/prams/stackers?sort=name", `${STACKERS}?sort=name`),
  ],
  "c/:slug1/:slug2/:slug3": [
    list(STACKERS),
    list("/c/gifts/gifts-by-age/2-3-years"),
    missing("/c/no/such/thing?x=1&y=2"),
  ],
  "c/:slug1/:slug2/:slug3/:slug4": [moved("/c/a/b/c/stackers", STACKERS)],
  "c/:slug1/:slug2/:slug3/:slug4/:slug5": [moved("/c/a/b/c/d/stackers", STACKERS)],
  brands: [{ at: "/brands", has: ["main a[href='/brands/hollybough-workshop']"] }],
  "brands/:brandSlug": [list("/brands/hollybough-workshop"), missing("/brands/nobody?x=1")],
  "p/:slug1": [moved("/p/rainbow-stacker", RAINBOW)],
  "p/:slug1/:slug2": [
    moved("/p/prams/rainbow-stacker?swatch=sunset", `${RAINBOW}?swatch=sunset`),
    missing("/p/wooden-toys/no-such-toy?swatch=red"),
  ],
  "p/:slug1/:slug2/:slug3": [
    product("/p/pushchairs/carrycots-and-adapters/adapter-fn-a", { words: ["Fits", "City Pushchair"] }),
    product(`${CITY}?fit=boot&fit-width=100&fit-depth=65&fit-height=40`, {
      words: ["Fits the City Pushchair", "7 cm in height"],
      has: ["main form[method=post] input[name=fit-width]", "main button[value=add-set]"],
    }),
    product(`${CITY}?fit=boot&fit-width=x`, { status: 422, words: ["Enter the depth in centimetres"] }),
  ],
  "p/:slug1/:slug2/:slug3/:slug4": [
    product(RAINBOW, { words: ["£54.00", "In stock in Muted"] }),
    product(`${RAINBOW}?stars=5&sort=helpful&reviews=2`, { words: ["How reviews work"] }),
    product(`${RAINBOW}?stars=9&sort=%7F&reviews=-1`, { words: ["How reviews work"] }),
    product(`${RAINBOW}?swatch=sunset`, { words: ["£54.00", "In stock in Sunset"] }),
    product(`${RAINBOW}?swatch=no-such-colour`, { words: ["In stock in Muted"] }),
    product(`${RAINBOW}?swatch=forest`, { words: ["Forest is sold out"], has: ["main form[method=get]"] }),
    product("/p/nursery-furniture/sleep/toddler-beds/house-bed", { words: ["Pre-order"] }),
    product(`${RAINBOW}?image=2`, { words: ["image 2 of 3"] }),
  ],
  "p/:slug1/:slug2/:slug3/:slug4/:slug5": [
    moved("/p/a/b/c/d/rainbow-stacker", RAINBOW),
    missing("/p/a/b/c/d/rainbow-toy"),
  ],
  "products/:productId/review": [
    {
      at: "/products/101/review",
      isUnlisted: true,
      words: ["Review Rainbow Stacker", "Your rating"],
      has: ["main input[type=radio][name=rating]", "main textarea[name=body]", "main input[name=email]"],
    },
    {
      at: "/products/101/review?order=order_AAAAAAAAAAAAAAAAAAAAAA",
      canonical: "/products/101/review",
      isUnlisted: true,
      has: ["main input[name=email]"],
    },
    missing("/products/999999/review"),
    missing("/products/1e3/review"),
  ],
  "products/:productId/review/sent": [
    { at: "/products/101/review/sent", isUnlisted: true, words: ["Thank you for your review"] },
    missing("/products/0/review/sent"),
  ],
  "reviews/:reviewId/helpful": [missing("/reviews/1/helpful")],
  "stock-alerts": [
    {
      at: "/stock-alerts?variant=5002",
      canonical: "/stock-alerts",
      isUnlisted: true,
      words: ["is sold out"],
      has: ["main form[method=post] input[name=email]"],
    },
    {
      at: "/stock-alerts?variant=5000",
      canonical: "/stock-alerts",
      isUnlisted: true,
      words: ["is in stock"],
    },
    missing("/stock-alerts"),
    missing("/stock-alerts?variant=-1"),
  ],
  "stock-alerts/check-your-e-mail": [auth("/stock-alerts/check-your-e-mail")],
  "stock-alerts/confirmed": [auth("/stock-alerts/confirmed")],
  "stock-alerts/left": [auth("/stock-alerts/left")],
  "stock-alerts/confirm": [auth("/stock-alerts/confirm", { words: ["This link no longer works"] })],
  "stock-alerts/leave": [auth("/stock-alerts/leave", { words: ["This link no longer works"] })],
  "stock-alerts/one-click": [seeOther("/stock-alerts/one-click", "/stock-alerts/leave")],
  newsletter: [
    auth("/newsletter", {
      has: ["main form[method=post] input[name=email]", "main input[type=checkbox][name=blog]"],
    }),
  ],
  "newsletter/check-your-e-mail": [auth("/newsletter/check-your-e-mail")],
  "newsletter/confirmed": [auth("/newsletter/confirmed")],
  "newsletter/left": [auth("/newsletter/left")],
  "newsletter/confirm": [auth("/newsletter/confirm", { words: ["This link no longer works"] })],
  "newsletter/preferences": [
    auth("/newsletter/preferences", { words: ["This link does not match an email address"] }),
    auth("/newsletter/preferences?saved=1", {
      canonical: "/newsletter/preferences",
      words: ["This link does not match an email address"],
    }),
  ],
  "newsletter/unsubscribe": [auth("/newsletter/unsubscribe", { words: ["This link no longer works"] })],
  "newsletter/one-click": [seeOther("/newsletter/one-click", "/newsletter/unsubscribe")],
  search: [
    { at: "/search", isUnlisted: true, has: ["main form[action='/search'] input[name=q]"] },
    {
      at: "/search?q=wooden+train",
      canonical: "/search/wooden%20train",
      isUnlisted: true,
      words: ["£", "products"],
    },
    { at: "/search?q=zzgrmpf", canonical: "/search/zzgrmpf", isUnlisted: true, words: ["No products"] },
  ],
  "search/:searchQuery": [
    { at: "/search/wooden%20train", isUnlisted: true, has: ["main a[href^='/p/']"] },
    { at: "/search/wooden+train", canonical: "/search/wooden%20train", isUnlisted: true },
    { at: "/search/a%2Bb", isUnlisted: true },
    { at: "/search/%3Cb%3Ebold%3C%2Fb%3E", isUnlisted: true, words: ["<b>bold</b>"] },
  ],
  cart: [
    { at: "/cart", by: "empty", isUnlisted: true, words: ["Your basket is empty", "£"] },
    {
      at: "/cart",
      by: "filled",
      isUnlisted: true,
      words: ["2 items", "£54.00", "£108.00"],
      has: ["main input[name=quantity]"],
    },
  ],
  "cart-recovery": [
    {
      at: "/cart-recovery?utm_source=x",
      by: "empty",
      canonical: "/cart-recovery",
      isUnlisted: true,
      words: ["This link is incomplete"],
      has: ["main a[href='/cart']"],
    },
    seeOther("/cart-recovery", "/cart", { by: "filled" }),
    seeOther(`/cart-recovery?cartID=${NO_CART}&utm_source=x`, `/cart-recovery/${NO_CART}`),
  ],
  "cart-recovery/:cartId": [
    {
      at: `/cart-recovery/${NO_CART}`,
      status: 410,
      canonical: "/cart-recovery",
      isUnlisted: true,
      words: ["This basket is no longer saved"],
      has: ["main a[href='/login?redirectTo=%2Fcart']"],
    },
    {
      at: "/cart-recovery/cart_cut",
      status: 404,
      canonical: "/cart-recovery",
      isUnlisted: true,
      words: ["This link is incomplete"],
    },
    seeOther(`/cart-recovery/${NO_CART}?omnisendContactID=abc`, `/cart-recovery/${NO_CART}`),
  ],
  favourites: [
    { at: "/favourites", isUnlisted: true, words: ["Nothing saved yet"], has: ["main a[href='/category']"] },
    { at: "/favourites?saved=2", canonical: "/favourites", isUnlisted: true, words: ["2 products saved"] },
    { at: "/favourites?saved=-1", canonical: "/favourites", isUnlisted: true },
  ],
  "favourites/:listId": [
    missing("/favourites/list_AAAAAAAAAAAAAAAAAAAAAA"),
    missing("/favourites/nothing?x=1"),
  ],
  "gift-lists": [
    auth("/gift-lists", {
      words: ["Make a gift list"],
      has: ["main form[method=post] input[name=code]", "main form[method=post] input[name=email]"],
    }),
  ],
  "gift-lists/new": [
    auth("/gift-lists/new", {
      words: ["You can change all of it later."],
      has: ["main input[name=event_day]", "main input[name=address1]"],
    }),
    auth("/gift-lists/new?variant=5000&quantity=2", {
      canonical: "/gift-lists/new",
      has: ["main input[name=gift_variant]"],
    }),
  ],
  "gift-lists/add": [
    auth("/gift-lists/add?variant=5000", {
      canonical: "/gift-lists/add",
      words: ["Rainbow Stacker"],
      has: ["main select[name=list]", "main input[name=note]"],
    }),
    missing("/gift-lists/add"),
    missing("/gift-lists/add?variant=0"),
  ],
  "gift-lists/link": [auth("/gift-lists/link", { words: ["This link no longer works"] })],
  "gift-lists/co-owner": [auth("/gift-lists/co-owner", { words: ["This link no longer works"] })],
  "gift-lists/move": [auth("/gift-lists/move", { words: ["This link no longer works"] })],
  "gift-lists/check-your-e-mail": [
    auth("/gift-lists/check-your-e-mail", { words: ["a link is on its way"] }),
  ],
  "gift-lists/mine/:listId": [missing(NO_LIST)],
  "gift-lists/mine/:listId/edit": [missing(`${NO_LIST}/edit`)],
  "gift-lists/mine/:listId/gifts/:giftId": [missing(`${NO_LIST}/gifts/gift_AAAAAAAAAAAAAAAAAAAAAA`)],
  "gift-lists/mine/:listId/cards": [missing(`${NO_LIST}/cards`)],
  "gift-lists/mine/:listId/new-link": [missing(`${NO_LIST}/new-link`)],
  "gift-lists/mine/:listId/thanks": [missing(`${NO_LIST}/thanks`)],
  "gift-lists/mine/:listId/thanks.csv": [{ at: `${NO_LIST}/thanks.csv`, status: 404, type: "text/plain" }],
  "gift-lists/mine/:listId/swap": [missing(`${NO_LIST}/swap`)],
  "gift-lists/mine/:listId/show": [missing(`${NO_LIST}/show`)],
  "gift-lists/mine/:listId/owners": [missing(`${NO_LIST}/owners`)],
  "gift-lists/mine/:listId/close": [missing(`${NO_LIST}/close`)],
  "list/gift": [auth("/list/gift", { words: ["This link no longer works"] })],
  "list/:code": [missing("/list/2222-2222"), missing("/list/nothing?x=1")],
  "list/alert": [auth("/list/alert", { words: ["This link no longer works"] })],
  "list/:code/alert/:giftId": [missing("/list/2222-2222/alert/gift_AAAAAAAAAAAAAAAAAAAAAA")],
  "list/:code/give/:giftId": [missing("/list/2222-2222/give/gift_AAAAAAAAAAAAAAAAAAAAAA")],
  "checkout/gift-list/:listId": [
    seeOther("/checkout/gift-list/giftlist_AAAAAAAAAAAAAAAAAAAAAA", "/cart"),
    missing("/checkout/gift-list/nothing"),
  ],
  compare: [
    { at: "/compare", isUnlisted: true, words: ["Nothing to compare yet"] },
    {
      at: "/compare?products=101,137,138",
      canonical: "/compare",
      isUnlisted: true,
      words: ["£", "Different from the others", "The same for all", "Choose", "The maker does not say"],
      has: [
        "main table th[scope=col]",
        "main table th[scope=row]",
        "main form[method=post] button[name=remove]",
      ],
    },
    {
      at: "/compare?products=101,102&only=differences",
      canonical: "/compare",
      isUnlisted: true,
      words: ["and hidden"],
    },
    {
      at: "/compare?products=999999,x,-1,1e3",
      canonical: "/compare",
      isUnlisted: true,
      words: ["Nothing to compare yet"],
    },
  ],
  orders: [
    {
      at: "/orders",
      isUnlisted: true,
      has: ["main form[method=post][action='/orders'] input[name=postcode]"],
    },
    {
      at: "/orders?link=expired",
      canonical: "/orders",
      isUnlisted: true,
      words: ["That link no longer works"],
    },
    {
      at: "/orders?link=no-cookie",
      canonical: "/orders",
      isUnlisted: true,
      words: ["Your browser did not keep the cookie"],
    },
  ],
  "orders/:orderId": [
    guestOrder("", { words: ["Rainbow Stacker", "£54.00", "Cancel order"] }),
    missing("/orders/{paidOrder}", { by: "empty" }),
    missing("/orders/nothing?x=1"),
    seeOther("/orders/{paidOrder}?k=made-up", "/orders?link=expired"),
    seeOther("/orders/{paidOrder}?link=opened", "/orders?link=no-cookie", { by: "empty" }),
    seeOther("/orders/{waitingOrder}", "/checkout/order-processing?order={waitingOrder}", { by: "buyer" }),
  ],
  "orders/:orderId/cancel": [
    guestOrder("/cancel", { has: ["main form[method=post] button[name=intent][value=cancel]"] }),
    missing("/orders/{paidOrder}/cancel", { by: "empty" }),
  ],
  "orders/:orderId/words/:position": [
    // The buyer's order has nothing with words: tests/routes/personalisation.db.test.ts opens the page.
    missing("/orders/{paidOrder}/words/0", { by: "buyer" }),
    missing("/orders/{paidOrder}/words/0", { by: "empty" }),
  ],
  "orders/:orderId/preorder/:position": [
    // The buyer's order has no pre-order: tests/routes/preorder.db.test.ts opens the page.
    seeOther("/orders/{paidOrder}/preorder/0", "/orders/{paidOrder}", { by: "buyer" }),
    missing("/orders/{paidOrder}/preorder/0", { by: "empty" }),
  ],
  "orders/:orderId/gift/:position": [seeOther("/orders/{paidOrder}/gift/0", "/orders/{paidOrder}")],
  "orders/:orderId/return": [
    guestOrder("/return", { words: ["nothing in order"] }),
    missing("/orders/{paidOrder}/return", { by: "empty" }),
  ],
  withdraw: [
    {
      at: "/withdraw",
      isUnlisted: true,
      has: ["main form[method=post][action='/withdraw'] input[name=postcode]"],
    },
  ],
  "orders/:orderId/withdraw": [
    guestOrder("/withdraw", { has: ["main form[method=post] button[name=intent][value=continue]"] }),
    missing("/orders/{paidOrder}/withdraw", { by: "empty" }),
  ],
  "orders/:orderId/returns/:returnNumber": [missing("/orders/{paidOrder}/returns/R1-1")],
  "orders/:orderId/credit-notes/:creditNote": [missing("/orders/{paidOrder}/credit-notes/CN-000001")],
  "orders/:orderId/invoice": [
    guestOrder("/invoice", { words: ["Invoice", "VAT"] }),
    missing("/orders/{paidOrder}/invoice", { by: "empty" }),
  ],
  blog: [
    { at: "/blog", has: ["main a[href='/blog/care/3']", "head link[type='application/rss+xml']"] },
    { at: "/blog?tag=safety", canonical: "/blog", isUnlisted: true, words: ["Safety"] },
    { at: "/blog?tag=repairs", canonical: "/blog", isUnlisted: true, has: ["main a[href='/blog/care/3']"] },
    seeOther("/blog?page=x", "/blog"),
    missing("/blog?page=9"),
    missing("/blog?tag=nothing"),
  ],
  "blog/:slug1?/:articleId": [
    { at: "/blog/care/3", has: ["main a[href='#part-everyday-cleaning']"] },
    { at: "/blog/3", canonical: "/blog/care/3" },
    moved("/blog/play/3", "/blog/care/3"),
    missing("/blog/care/999?x=1"),
    missing("/blog/no-number"),
  ],
  "privacy/cookies": [
    {
      at: "/privacy/cookies",
      isUnlisted: true,
      has: ["main form[action='/privacy/consent'] button[value=refuse]"],
    },
  ],
  "my-spaces": [seeOther("/my-spaces", "/")],
  store: [seeOther("/store", "/")],
  // These visitors keep cookies; tests/e2e/without-cookies.test.ts has one that does not.
  "privacy/cookies-off": [seeOther("/privacy/cookies-off?stored=basket&from=%2Fcart", "/cart")],
  // Nobody was invited: there is no desk. The rest is tested in tests/server/desk.test.ts.
  ...Object.fromEntries(
    [
      "desk",
      "desk/*",
      "desk/account",
      "desk/account/app",
      "desk/account/passkeys/:passkeyId",
      "desk/account/password",
      "desk/customers",
      "desk/customers/:customerId",
      "desk/customers/:customerId/data",
      "desk/customers/:customerId/delete",
      "desk/figures",
      "desk/files",
      "desk/files/exports/:kind",
      "desk/files/imports/:importId",
      "desk/join/:secret",
      "desk/join/second-step",
      "desk/log",
      "desk/login",
      "desk/login/again",
      "desk/login/code",
      "desk/menu",
      "desk/messages",
      "desk/messages/:messageId",
      "desk/orders",
      "desk/orders/:number",
      "desk/orders/:number/address",
      "desk/orders/:number/cancel",
      "desk/orders/:number/emails",
      "desk/orders/:number/payment",
      "desk/orders/:number/refund",
      "desk/orders/invoices",
      "desk/orders/many",
      "desk/orders/many/:batchId",
      "desk/orders/send",
      "desk/orders/slips",
      "desk/pack",
      "desk/products",
      "desk/products/:productId",
      "desk/products/:productId/variants",
      "desk/products/new",
      "desk/products/visibility",
      "desk/products/prices",
      "desk/products/:productId/preview",
      "desk/returns",
      "desk/returns/:returnNumber",
      "desk/returns/new",
      "desk/reviews",
      "desk/gift-lists",
      "desk/gift-lists/:listId",
      "desk/pages",
      "desk/pages/new",
      "desk/pages/:pageKind/:pageKey",
      "desk/pages/article/:pageKey/preview",
      "desk/pages/information/:pageKey/preview",
      "desk/pages/information/contact-us/preview",
      "desk/:resource",
      "desk/:resource/new",
      "desk/:resource/:key",
      "desk/search",
      "desk/settings",
      "desk/settings/health",
      "desk/settings/:group",
      "desk/staff",
      "desk/staff/:staffId",
      "desk/stock",
      "desk/stock/:sku",
      "desk/stock/sheet",
    ].map((path) => [path, [missing(`/${path.replace(/:\w+|\*/, "1")}`, { words: ["Page not found"] })]]),
  ),
  "desk/customers/:customerId/data.json": [
    { at: "/desk/customers/1/data.json", status: 404, type: "text/plain" },
  ],
  "desk/files/exports/:kind/file.csv": [
    { at: "/desk/files/exports/1/file.csv", status: 404, type: "text/plain" },
  ],
  "desk/reviews/:reviewId/photos/:number": [
    { at: "/desk/reviews/1/photos/1", status: 404, type: "text/plain" },
  ],
  "desk/account/passkey": [{ at: "/desk/account/passkey", status: 404, type: "text/plain" }],
  "login/passkey": [{ at: "/login/passkey", status: 405, type: "application/json" }],
  "desk/logout": [{ at: "/desk/logout", status: 404, type: "text/plain" }],
  "privacy/cookie-check": [{ at: "/privacy/cookie-check", type: "application/json" }],
  "privacy/consent": [seeOther("/privacy/consent", "/privacy/cookies")],
  information: [{ at: "/information", has: ["main a[href='/information/contact-us']"] }],
  "information/contact-us": [
    {
      at: "/information/contact-us",
      words: ["We’ll reply within one working day"],
      has: [
        "main form[method=post][action='/information/contact-us'] textarea[name=message]",
        "main select[name=topic]",
        "main details",
      ],
    },
  ],
  "information/contact": [{ at: "/information/contact", canonical: "/information/contact-us" }],
  "information/contact-us/thank-you": [
    { at: "/information/contact-us/thank-you", isUnlisted: true, words: ["Thank you for your message"] },
  ],
  "information/:slug": [
    { at: "/information/delivery-and-return" },
    { at: "/information/delivery-return", canonical: "/information/delivery-and-return" },
    ...["about", "accessibility", "privacy", "terms", "cookies", "reviews"].map((slug) => ({
      at: `/information/${slug}`,
    })),
    missing("/information/nothing"),
  ],
  account: [guarded("/account")],
  "account/addresses": [guarded("/account/addresses")],
  "account/addresses/:addressId": [guarded("/account/addresses/address_AAAAAAAAAAAAAAAAAAAAAA")],
  "account/addresses/new": [guarded("/account/addresses/new")],
  "account/continue": [guarded("/account/continue")],
  "account/details": [guarded("/account/details")],
  "account/details/export": [guarded("/account/details/export")],
  "account/orders": [guarded("/account/orders")],
  "account/orders/:orderId": [guarded(NO_ORDER)],
  "account/orders/:orderId/invoice": [guarded(`${NO_ORDER}/invoice`)],
  "confirm-email": [auth("/confirm-email", { words: ["This link no longer works"] })],
  "forgot-password": [auth("/forgot-password", { has: ["main input[name=email]"] })],
  "forgot-password/check-your-e-mail": [auth("/forgot-password/check-your-e-mail")],
  login: [auth("/login", { has: ["main input[name=email]", "main input[name=password]"] })],
  logout: [seeOther("/logout", "/account")],
  goodbye: [auth("/goodbye", { has: ["main a[href='/']"] })],
  register: [auth("/register", { has: ["main input[name=email]", "main input[name=password]"] })],
  "register/check-your-e-mail": [auth("/register/check-your-e-mail")],
  "set-password": [auth("/set-password", { words: ["This link no longer works"] })],
  "undo-email-change": [auth("/undo-email-change", { words: ["This link no longer works"] })],
  verify: [auth("/verify", { words: ["This link no longer works"] })],
  styleguide: [missing("/styleguide")],
  "*": [
    missing("/nowhere/at/all?x=1", { words: ["Page not found: /nowhere/at/all"] }),
    missing("/c/a/b/c/d/e/stackers", { words: ["Page not found: /c/a/b/c/d/e/stackers"] }),
    missing("/p", { words: ["Page not found: /p"] }),
    missing("/p/a/b/c/d/e/rainbow-stacker", { words: ["Page not found: /p/a/b/c/d/e/rainbow-stacker"] }),
    missing("/%3Cscript%3Ealert(1)%3C/script%3E", { words: ["Page not found: /<script>alert(1)</script>"] }),
  ],
  checkout: [
    seeOther("/checkout", "/cart", { by: "empty" }),
    {
      at: "/checkout",
      by: "filled",
      isUnlisted: true,
      words: ["Pay now £"],
      has: ["main form[method=post][action='/checkout'] input[name=email]"],
    },
  ],
  "checkout/order-processing": [
    seeOther("/checkout/order-processing", "/checkout/thank-you", { by: "empty" }),
    {
      at: "/checkout/order-processing?order={waitingOrder}",
      by: "buyer",
      canonical: "/checkout/order-processing",
      isUnlisted: true,
    },
    seeOther("/checkout/order-processing?order={paidOrder}", "/checkout/thank-you/{paidOrder}", {
      by: "buyer",
    }),
    missing("/checkout/order-processing?order={paidOrder}", { by: "empty" }),
  ],
  "checkout/thank-you": [
    {
      at: "/checkout/thank-you",
      by: "empty",
      isUnlisted: true,
      has: ["main form[method=post] input[name=postcode]"],
    },
    seeOther("/checkout/thank-you", "/checkout/order-processing?order={waitingOrder}", { by: "buyer" }),
  ],
  "checkout/thank-you/:orderId": [
    {
      at: "/checkout/thank-you/{paidOrder}",
      by: "buyer",
      canonical: "/checkout/thank-you",
      isUnlisted: true,
      words: ["£54.00", "Rainbow Stacker"],
    },
    {
      at: "/checkout/thank-you/{paidOrder}",
      by: "empty",
      canonical: "/checkout/thank-you",
      isUnlisted: true,
      has: ["main input[name=postcode]"],
    },
    { at: "/checkout/thank-you/nothing", by: "empty", canonical: "/checkout/thank-you", isUnlisted: true },
  ],
  "test-payment/:paymentId": [
    {
      at: "/test-payment/{payment}",
      by: "buyer",
      canonical: null,
      isUnlisted: true,
      words: ["£"],
      has: ["main form[method=post] button[value=pay]"],
    },
    missing("/test-payment/nothing"),
  ],
  brand: [
    seeOther("/brand", "/brands"),
    seeOther("/brand?id=1", "/brands/hollybough-workshop"),
    seeOther("/brand?slug=hollybough-workshop", "/brands/hollybough-workshop"),
    missing("/brand?id=999999"),
  ],
  product: [
    seeOther("/product", "/category"),
    seeOther("/product?id=101", RAINBOW),
    seeOther("/product?slug=rainbow-stacker", RAINBOW),
    missing("/product?slug=nothing"),
  ],
  "products/:productId": [
    moved("/products/101?swatch=sunset&utm_source=mail", `${RAINBOW}?swatch=sunset&utm_source=mail`),
    missing("/products/999999?swatch=x"),
    missing("/products/1e3"),
  ],
  "blog/article": [
    seeOther("/blog/article", "/blog"),
    seeOther("/blog/article?id=3", "/blog/care/3"),
    seeOther("/blog/article?slug=caring-for-oiled-wood", "/blog/care/3"),
    missing("/blog/article?id=999"),
  ],
  "search-suggestions": [
    { at: "/search-suggestions?q=rain", type: "application/json" },
    { at: "/search-suggestions", type: "application/json" },
  ],
  "api/payments/webhook": [{ at: "/api/payments/webhook", status: 405, type: "application/json" }],
  "api/carts/create": [{ at: "/api/carts/create", status: 405, type: "application/json" }],
  "api/carts/:id": [{ at: "/api/carts/nothing", status: 404, type: "application/json" }],
  "api/carts/:id/addItems": [{ at: "/api/carts/nothing/addItems", status: 405, type: "application/json" }],
  "api/carts/:id/updateItems/:itemId": [
    { at: "/api/carts/nothing/updateItems/nothing", status: 405, type: "application/json" },
  ],
  "api/carts/:id/deleteItems/:itemId": [
    { at: "/api/carts/nothing/deleteItems/nothing", status: 405, type: "application/json" },
  ],
  "api/carts/:id/customer": [{ at: "/api/carts/nothing/customer", status: 405, type: "application/json" }],
  "api/products": [
    { at: "/api/products?id:in=101&exclude_fields=description", type: "application/json" },
    { at: "/api/products?id:in=x", status: 422, type: "application/json" },
  ],
  "api/customers": [{ at: "/api/customers", status: 401, type: "application/json" }],
  "api/customers/create": [{ at: "/api/customers/create", status: 405, type: "application/json" }],
  "api/customers/update": [{ at: "/api/customers/update", status: 405, type: "application/json" }],
  "api/customers/login": [{ at: "/api/customers/login", status: 405, type: "application/json" }],
  "api/omnisend/carts/create": [{ at: "/api/omnisend/carts/create", status: 405, type: "application/json" }],
  "api/omnisend/carts/:id": [{ at: "/api/omnisend/carts/nothing", status: 404, type: "application/json" }],
  "api/omnisend/carts/:id/update": [
    { at: "/api/omnisend/carts/nothing/update", status: 405, type: "application/json" },
  ],
  "api/omnisend/carts/:id/delete": [
    { at: "/api/omnisend/carts/nothing/delete", status: 405, type: "application/json" },
  ],
  "api/omnisend/carts/:id/products/:productId": [
    { at: "/api/omnisend/carts/nothing/products/1", status: 405, type: "application/json" },
  ],
  "api/omnisend/orders/create": [
    { at: "/api/omnisend/orders/create", status: 405, type: "application/json" },
  ],
  "api/openapi.json": [{ at: "/api/openapi.json", type: "application/json" }],
  "ingest/*": [{ at: "/ingest/visitor", status: 404, type: "application/json" }],
  "api/*": [{ at: "/api/nothing", status: 404, type: "application/json" }],
  "image/reviews/:file": [{ at: "/image/reviews/none.webp", status: 404, type: "text/plain" }],
  "image/*": [
    { at: "/image/products/rainbow-stacker-1.jpg?w=640", type: "image/jpeg" },
    { at: "/image/nothing.jpg?w=640", status: 404, type: "text/plain" },
  ],
  "share/*": [
    { at: "/share/products/rainbow-stacker-1.jpg", type: "image/jpeg" },
    { at: "/share/nothing.jpg", status: 404, type: "text/plain" },
  ],
  "robots.txt": [{ at: "/robots.txt", type: "text/plain" }],
  "sitemap.xml": [{ at: "/sitemap.xml", type: "application/xml" }],
  "sitemaps/:file": [
    { at: "/sitemaps/products-1.xml", type: "application/xml" },
    { at: "/sitemaps/products-2.xml", status: 404, type: "text/plain" },
  ],
  "feeds/google.xml": [{ at: "/feeds/google.xml", type: "application/xml" }],
  "feeds/blog.xml": [{ at: "/feeds/blog.xml", type: "application/rss+xml" }],
  "speculation-rules.json": [{ at: "/speculation-rules.json", type: "application/speculationrules+json" }],
  "manifest.webmanifest": [{ at: "/manifest.webmanifest", type: "application/manifest+json" }],
  "emails/:email?/:part?": [
    { at: "/emails", status: 404, type: "text/plain" },
    { at: "/emails/order-confirmation/html", status: 404, type: "text/plain" },
  ],
  health: [{ at: "/health", type: "application/json" }],
  ready: [{ at: "/ready", type: "application/json" }],
};
