/**
 * Every address of the shop, once: its pattern, the file below app/routes that answers there, and what is known of it.
 * app/routes.ts hands them to Remix; `addressAt` says what is known of a path.
 */

/** Holds for what lies below the address too, unless that says something else or `address-at.ts` says "alone". */
export type AddressFacts = Readonly<{
  /** "script": of a page of the shop. "mailer": a mail program. "file": the same for everybody. */
  audience: "public" | "customer" | "desk" | "program" | "script" | "mailer" | "file";
  /** As which kind of page it is counted. */
  kind?: AddressKind;
  /** About one person: no copy is stored. */
  isPersonal?: boolean;
  /** Drawn or only fetched before anybody asks to see it (decision 0030). */
  ahead: "drawn" | "fetched" | "never";
  /** Shows a customer's own name and address. */
  knowsSender?: boolean;
  /** How long requests are let in when the shop is full (decision 0020). */
  priority: "looking" | "choosing" | "buying";
  /** Reads no cookie and takes only application/json, which a page of another site cannot send unasked. */
  takesJsonAlone?: boolean;
  /** What a form is called that could not be sent, because the customer's session had ended. */
  draft: string;
  /** Answers after the end of a customer's session as before. */
  ignoresEndedSession?: boolean;
  /** Shows the order that this browser has just placed. */
  showsNewOrder?: boolean;
  /** Tells by the request whether the browser stores cookies. */
  isAboutCookies?: boolean;
  /** Opens with its address, which no search engine and no other site shall learn. */
  isUnlisted?: boolean;
  /** The address alone opens it: the log does not have it. */
  isSecret?: boolean;
  /** A form of the desk that is not sent on after the log-in, because its page shows what it does. */
  isBegunAnew?: boolean;
  /** Shows the draft of its form itself; others are offered again by /account/continue. */
  showsDraft?: boolean;
  /** Longer bodies than elsewhere. */
  accepts?: "photos" | "tables" | "events" | "payments";
  /** A signature or the secret in its address proves what is sent, and no cookie is read (decision 0024). */
  provesItself?: boolean;
  /** Monitoring asks for it, under other host names too. */
  isProbe?: boolean;
  /** Names in its query that say which thing it shows. */
  namedBy?: ReadonlyArray<string>;
  /** A 404 in production. */
  isForDevelopment?: boolean;
}>;

export type AddressKind =
  "home" | "product" | "category" | "brand" | "search" | "journal" | "information" | "basket" | "checkout";

export type Known = Partial<AddressFacts & Readonly<{ id: string; index: boolean; caseSensitive: boolean }>>;
export type ShopAddress = readonly [pattern: string, file: string, known?: Known];

/** One address for each depth: optional segments would make sixteen, and `*` would try every other route first. */
function slugs(section: string, file: string, known: Known & Readonly<{ id: string }>) {
  return [1, 2, 3, 4, 5].map((depth): ShopAddress => {
    const path = Array.from({ length: depth }, (_, place) => `:slug${place + 1}`).join("/");
    return [`${section}/${path}`, file, { ...known, id: `${known.id}-${depth}` }];
  });
}

/** Every call of the API, which one file answers. */
function apiCall(path: string, known?: Known): ShopAddress {
  return [path, "api/call.ts", { ...known, id: `routes/${path}` }];
}

const LIST: Known = { kind: "category", ahead: "drawn" };
const REVIEW: Known = { isPersonal: true, draft: "Your review", accepts: "photos" };
const BASKET: Known = { isPersonal: true, draft: "A change to your basket" };
const GIFT_LIST: Known = { isPersonal: true, isUnlisted: true, draft: "A change to your gift list" };
const GIFT: Known = { ...GIFT_LIST, draft: "Your gift" };
const CONTACT: Known = { knowsSender: true, draft: "Your message to us" };
const COOKIES: Known = { isAboutCookies: true, draft: "Your choice about cookies" };
const WITHOUT_LOGIN: Known = { isPersonal: true, ignoresEndedSession: true };
const CHECKOUT: Known = { isPersonal: true, kind: "checkout", priority: "buying", showsDraft: true };
const WEBHOOK: Known = { provesItself: true, priority: "buying", accepts: "payments" };
/** RFC 8058. */
const ONE_CLICK: Known = { audience: "mailer", provesItself: true };
const CALL: Known = { takesJsonAlone: true };
const CART_CALL: Known = { ...CALL, priority: "choosing" };
const FILE: Known = { audience: "file" };
const PROBE: Known = { ...FILE, isProbe: true };
const NAMED: Known = { namedBy: ["id", "slug"] };

/** By the frame of their pages. */
export const ADDRESSES: Readonly<
  Record<"storefront" | "checkout" | "entrance" | "desk" | "none", ReadonlyArray<ShopAddress>>
> = {
  storefront: [
    ["", "storefront/home.tsx", { index: true, kind: "home", ahead: "drawn" }],
    ["c", "catalogue/categories.tsx", { id: "categories-short", ...LIST }],
    ["category", "catalogue/categories.tsx", LIST],
    ["c/new", "catalogue/new-in.tsx"],
    ["category/new", "catalogue/new-in.tsx", { id: "new-in-alias" }],
    ["c/new/week/new", "catalogue/new-this-week.tsx"],
    ["category/week", "catalogue/new-this-week.tsx", { id: "new-this-week-alias" }],
    ["c/back-in-stock", "catalogue/back-in-stock.tsx"],
    ["category/back-in-stock", "catalogue/back-in-stock.tsx", { id: "back-in-stock-alias" }],
    ["c/gifts/gifts-by-age", "catalogue/gifts-by-age.tsx"],
    ["category/gifts-by-age", "catalogue/gifts-by-age.tsx", { id: "gifts-by-age-alias" }],
    ...slugs("c", "catalogue/category.tsx", { id: "category" }),
    ["brands", "catalogue/brands.tsx", { kind: "brand", ahead: "drawn" }],
    ["brands/:brandSlug", "catalogue/brand.tsx"],
    ...slugs("p", "catalogue/product.tsx", { id: "product", kind: "product", ahead: "drawn" }),
    // A page of the shop at an address of the desk: with its headers, its log-in and no script.
    ["desk/products/:productId/preview", "catalogue/product.tsx", { id: "routes/desk/product-preview" }],
    ["desk/pages/article/:pageKey/preview", "content/article.tsx", { id: "routes/desk/article-preview" }],
    [
      "desk/pages/information/contact-us/preview",
      "content/contact.tsx",
      { id: "routes/desk/contact-preview" },
    ],
    [
      "desk/pages/information/:pageKey/preview",
      "content/information.tsx",
      { id: "routes/desk/information-preview" },
    ],
    ["products/:productId/review", "reviews/write-review.tsx", REVIEW],
    ["products/:productId/review/sent", "reviews/review-sent.tsx"],
    ["reviews/:reviewId/helpful", "reviews/helpful.tsx", { draft: "Your vote for a review" }],
    ["stock-alerts", "stock-alerts/sign-up.tsx", { isPersonal: true, draft: "Your stock alert" }],
    ["stock-alerts/check-your-e-mail", "stock-alerts/done.tsx"],
    ["stock-alerts/confirmed", "stock-alerts/done.tsx", { id: "stock-alert-confirmed" }],
    ["stock-alerts/left", "stock-alerts/done.tsx", { id: "stock-alert-left" }],
    ["stock-alerts/confirm", "stock-alerts/confirm.tsx"],
    ["stock-alerts/leave", "stock-alerts/leave.tsx"],
    ["newsletter", "newsletter/sign-up.tsx", { isPersonal: true, draft: "Your newsletter choice" }],
    ["newsletter/check-your-e-mail", "newsletter/done.tsx"],
    ["newsletter/confirmed", "newsletter/done.tsx", { id: "newsletter-confirmed" }],
    ["newsletter/left", "newsletter/done.tsx", { id: "newsletter-left" }],
    ["newsletter/confirm", "newsletter/confirm.tsx"],
    ["newsletter/preferences", "newsletter/preferences.tsx"],
    ["newsletter/unsubscribe", "newsletter/unsubscribe.tsx"],
    ["search", "catalogue/search.tsx", { kind: "search", ahead: "fetched" }],
    ["search/:searchQuery", "catalogue/search.tsx", { id: "search-query" }],
    ["cart", "cart/cart.tsx", { ...BASKET, kind: "basket", priority: "choosing" }],
    ["cart-recovery", "cart/recover-own-cart.tsx", BASKET],
    ["cart-recovery/:cartId", "cart/recover-cart.tsx"],
    ["favourites", "favourites/favourites.tsx", { isPersonal: true, draft: "A change to your favourites" }],
    ["favourites/:listId", "favourites/shared-favourites.tsx"],
    ["compare", "catalogue/compare.tsx", { ahead: "fetched", draft: "A change to what you compare" }],
    ["my-spaces", "catalogue/my-spaces.ts"],
    ["gift-lists", "gift-lists/gift-lists.tsx", { index: true, ...GIFT_LIST }],
    ["gift-lists/new", "gift-lists/new-list.tsx"],
    ["gift-lists/add", "gift-lists/add-gift.tsx"],
    ["gift-lists/link", "gift-lists/link.tsx"],
    ["gift-lists/co-owner", "gift-lists/co-owner-link.tsx"],
    ["gift-lists/move", "gift-lists/move-link.tsx"],
    ["gift-lists/check-your-e-mail", "gift-lists/link-sent.tsx"],
    ["gift-lists/mine/:listId", "gift-lists/own-list.tsx", { index: true, isSecret: true }],
    ["gift-lists/mine/:listId/edit", "gift-lists/edit-list.tsx"],
    ["gift-lists/mine/:listId/gifts/:giftId", "gift-lists/edit-gift.tsx"],
    ["gift-lists/mine/:listId/cards", "gift-lists/cards.tsx"],
    ["gift-lists/mine/:listId/new-link", "gift-lists/new-link.tsx"],
    ["gift-lists/mine/:listId/thanks", "gift-lists/thanks.tsx"],
    ["gift-lists/mine/:listId/swap", "gift-lists/swap.tsx"],
    ["gift-lists/mine/:listId/show", "gift-lists/show-now.tsx"],
    ["gift-lists/mine/:listId/owners", "gift-lists/owners.tsx"],
    ["gift-lists/mine/:listId/close", "gift-lists/close.tsx"],
    ["list/gift", "gift-lists/own-gift.tsx", GIFT],
    ["list/alert", "gift-lists/alert-link.tsx", GIFT],
    ["list/:code", "gift-lists/list.tsx", { ...GIFT, isSecret: true }],
    ["list/:code/give/:giftId", "gift-lists/give.tsx"],
    ["list/:code/alert/:giftId", "gift-lists/alert.tsx"],
    ["account", "customer/overview.tsx", { index: true, audience: "customer", isPersonal: true }],
    ["account/details", "customer/details.tsx", { showsDraft: true }],
    ["account/orders", "customer/orders.tsx", { draft: "Buying an order again" }],
    ["account/orders/:orderId", "customer/order.tsx"],
    ["account/orders/:orderId/invoice", "customer/invoice.tsx"],
    ["account/continue", "customer/continue.tsx"],
    ["account/addresses", "customer/addresses.tsx"],
    ["account/addresses/new", "customer/new-address.tsx", { showsDraft: true }],
    ["account/addresses/:addressId", "customer/address.tsx", { showsDraft: true }],
    ["withdraw", "orders/find-withdrawal.tsx"],
    ["orders", "orders/find-order.tsx", { index: true, isPersonal: true, priority: "buying" }],
    ["orders/:orderId", "orders/order.tsx"],
    ["orders/:orderId/cancel", "orders/cancel.tsx", { draft: "Cancelling your order" }],
    ["orders/:orderId/words/:position", "orders/words.tsx"],
    ["orders/:orderId/preorder/:position", "orders/preorder.tsx"],
    ["orders/:orderId/gift/:position", "orders/answered-gift.ts"],
    ["orders/:orderId/return", "orders/return.tsx", { draft: "Your return" }],
    ["orders/:orderId/withdraw", "orders/withdraw.tsx", { draft: "Your withdrawal" }],
    ["orders/:orderId/returns/:returnNumber", "orders/return-requested.tsx"],
    ["orders/:orderId/invoice", "orders/invoice.tsx"],
    ["orders/:orderId/credit-notes/:creditNote", "orders/credit-note.tsx"],
    ["blog", "content/blog.tsx", { kind: "journal", ahead: "drawn", namedBy: ["tag"] }],
    ["blog/:slug1?/:articleId", "content/article.tsx"],
    ["information", "content/information-index.tsx", { kind: "information", ahead: "drawn" }],
    ["information/contact-us", "content/contact.tsx", CONTACT],
    ["information/contact", "content/contact.tsx", { id: "contact-alias", ...CONTACT }],
    ["information/contact-us/thank-you", "content/contact-sent.tsx"],
    ["information/:slug", "content/information.tsx"],
    ["privacy/cookies", "privacy/cookie-settings.tsx", { ...COOKIES, ahead: "fetched" }],
    ["privacy/cookies-off", "privacy/cookies-off.tsx", COOKIES],
    ["login", "auth/login.tsx", WITHOUT_LOGIN],
    ["logout", "auth/logout.ts", WITHOUT_LOGIN],
    ["goodbye", "auth/goodbye.tsx"],
    ["register", "auth/register.tsx", { isPersonal: true }],
    ["register/check-your-e-mail", "auth/sent.tsx", { id: "register-sent" }],
    ["forgot-password", "auth/forgot-password.tsx", WITHOUT_LOGIN],
    ["forgot-password/check-your-e-mail", "auth/sent.tsx", { id: "forgot-password-sent" }],
    ["set-password", "auth/set-password.tsx", { isPersonal: true }],
    ["verify", "auth/verify.tsx", { isPersonal: true }],
    ["confirm-email", "auth/confirm-email.tsx", { isPersonal: true }],
    ["undo-email-change", "auth/undo-email-change.tsx", { isPersonal: true }],
    ["styleguide", "storefront/styleguide.tsx", { isForDevelopment: true }],
    ["*", "storefront/not-found.tsx"],
  ],
  checkout: [
    ["checkout", "checkout/checkout.tsx", { index: true, ...CHECKOUT }],
    ["checkout/gift-list/:listId", "checkout/list-checkout.tsx", { isSecret: true }],
    ["checkout/order-processing", "checkout/order-processing.tsx", { showsNewOrder: true }],
    ["checkout/thank-you", "checkout/thank-you.tsx", { showsNewOrder: true }],
    ["checkout/thank-you/:orderId", "checkout/thank-you.tsx", { id: "thank-you-order" }],
  ],
  // A part that is not logged in stands outside of the frame.
  entrance: [
    ["desk/account/passkey", "desk/account/passkey.ts"],
    ["desk/login", "desk/login.tsx"],
    ["desk/login/code", "desk/login-code.tsx"],
    ["desk/login/again", "desk/account/login-again.tsx", { accepts: "photos" }],
    ["desk/logout", "desk/logout.ts"],
    ["desk/join/second-step", "desk/join-second-step.tsx"],
    ["desk/join/:secret", "desk/join.tsx", { isSecret: true }],
  ],
  desk: [
    ["desk", "desk/today.tsx", { index: true, audience: "desk", isPersonal: true }],
    ["desk/orders", "desk/orders.tsx"],
    ["desk/orders/slips", "desk/slips.tsx"],
    ["desk/orders/invoices", "desk/orders/invoices.tsx"],
    ["desk/orders/send", "desk/orders/send-many.tsx"],
    ["desk/orders/many", "desk/orders/new-batch.tsx"],
    ["desk/orders/many/:batchId", "desk/orders/batch.tsx"],
    ["desk/orders/:number", "desk/order.tsx"],
    ["desk/orders/:number/refund", "desk/refund.tsx", { isBegunAnew: true }],
    ["desk/orders/:number/cancel", "desk/cancel.tsx", { isBegunAnew: true }],
    ["desk/orders/:number/address", "desk/orders/order-address.tsx"],
    ["desk/orders/:number/emails", "desk/orders/order-emails.tsx"],
    ["desk/orders/:number/payment", "desk/orders/order-payment.tsx"],
    ["desk/returns", "desk/returns.tsx"],
    ["desk/returns/new", "desk/orders/new-return.tsx", { isBegunAnew: true }],
    ["desk/returns/:returnNumber", "desk/return.tsx", { isBegunAnew: true }],
    ["desk/products", "desk/products.tsx"],
    ["desk/products/new", "desk/products/new-product.tsx"],
    ["desk/products/prices", "desk/product-prices.tsx"],
    ["desk/products/visibility", "desk/products/visibility.tsx"],
    ["desk/products/:productId", "desk/product.tsx", { accepts: "photos" }],
    ["desk/products/:productId/variants", "desk/products/variants.tsx"],
    ["desk/stock", "desk/stock.tsx"],
    ["desk/stock/sheet", "desk/products/count-sheet.tsx"],
    ["desk/stock/:sku", "desk/stock-history.tsx"],
    ["desk/reviews", "desk/reviews.tsx"],
    ["desk/reviews/:reviewId/photos/:number", "desk/review-photo.ts"],
    ["desk/messages", "desk/messages.tsx"],
    ["desk/messages/:messageId", "desk/message.tsx"],
    ["desk/customers", "desk/customers/customers.tsx"],
    ["desk/customers/:customerId", "desk/customers/customer.tsx"],
    ["desk/customers/:customerId/data", "desk/customers/customer-data.tsx", { isBegunAnew: true }],
    ["desk/customers/:customerId/data.json", "desk/customers/customer-file.ts", { isBegunAnew: true }],
    ["desk/customers/:customerId/delete", "desk/customers/customer-delete.tsx", { isBegunAnew: true }],
    ["desk/pack", "desk/pack.tsx"],
    ["desk/search", "desk/search.tsx"],
    ["desk/menu", "desk/menu.tsx"],
    ["desk/account", "desk/account.tsx", { isBegunAnew: true }],
    ["desk/account/app", "desk/account/own-app.tsx"],
    ["desk/account/passkeys/:passkeyId", "desk/account/own-passkey.tsx"],
    ["desk/account/password", "desk/account/own-password.tsx"],
    ["desk/settings", "desk/shop/setting-groups.tsx"],
    ["desk/settings/:group", "desk/settings.tsx"],
    ["desk/staff", "desk/staff.tsx", { isBegunAnew: true }],
    ["desk/staff/:staffId", "desk/staff-member.tsx"],
    ["desk/log", "desk/log.tsx"],
    ["desk/gift-lists", "desk/shop/gift-lists.tsx"],
    ["desk/gift-lists/:listId", "desk/shop/gift-list.tsx"],
    ["desk/figures", "desk/shop/figures.tsx"],
    ["desk/pages", "desk/pages/pages.tsx"],
    ["desk/pages/new", "desk/pages/new-page.tsx"],
    ["desk/pages/:pageKind/:pageKey", "desk/pages/page.tsx", { accepts: "photos" }],
    ["desk/settings/health", "desk/shop/health.tsx"],
    ["desk/files", "desk/files/files.tsx", { accepts: "tables", isBegunAnew: true }],
    ["desk/files/exports/:kind", "desk/files/export.tsx"],
    ["desk/files/exports/:kind/file.csv", "desk/files/export-file.ts"],
    ["desk/files/imports/:importId", "desk/files/import.tsx"],
    ["desk/:resource", "desk/resource/list.tsx"],
    // A code of the shop may be NEW.
    ["desk/:resource/new", "desk/resource/form.tsx", { id: "routes/desk/resource/new", caseSensitive: true }],
    ["desk/:resource/:key", "desk/resource/form.tsx"],
    ["desk/*", "desk/not-found.tsx"],
  ],
  none: [
    ["gift-lists/mine/:listId/thanks.csv", "gift-lists/thanks-file.ts"],
    ["test-payment/:paymentId", "checkout/test-payment.tsx", { ...WITHOUT_LOGIN, priority: "buying" }],
    ["account/details/export", "customer/export.ts"],
    ["login/passkey", "auth/passkey-challenge.ts"],
    ["privacy/consent", "privacy/consent.ts", COOKIES],
    ["store", "storefront/store-choice.ts"],
    ["privacy/cookie-check", "privacy/cookie-check.ts", COOKIES],
    ["stock-alerts/one-click", "stock-alerts/one-click.ts", ONE_CLICK],
    ["newsletter/one-click", "newsletter/one-click.ts", ONE_CLICK],
    ["search-suggestions", "catalogue/search-suggestions.ts", { audience: "script" }],
    ["brand", "catalogue/brand-by-id.tsx", NAMED],
    ["product", "catalogue/product-index.tsx", NAMED],
    ["products/:productId", "catalogue/product-by-id.tsx"],
    ["blog/article", "content/article-by-id.tsx", NAMED],
    ["api/payments/webhook", "api/payments-webhook.ts", WEBHOOK],
    apiCall("api/carts/create", CART_CALL),
    apiCall("api/carts/:id", CART_CALL),
    apiCall("api/carts/:id/addItems"),
    apiCall("api/carts/:id/updateItems/:itemId"),
    apiCall("api/carts/:id/deleteItems/:itemId"),
    apiCall("api/carts/:id/customer"),
    apiCall("api/products", CALL),
    apiCall("api/customers", CALL),
    apiCall("api/customers/create"),
    apiCall("api/customers/update"),
    apiCall("api/customers/login"),
    apiCall("api/omnisend/carts/create"),
    apiCall("api/omnisend/carts/:id"),
    apiCall("api/omnisend/carts/:id/update"),
    apiCall("api/omnisend/carts/:id/delete"),
    apiCall("api/omnisend/carts/:id/products/:productId"),
    apiCall("api/omnisend/orders/create"),
    ["api/openapi.json", "api/openapi.ts"],
    apiCall("api/*", { audience: "program", isPersonal: true }),
    ["ingest/*", "analytics/ingest.ts", { audience: "script", accepts: "events" }],
    ["image/reviews/:file", "files/review-photo.ts"],
    ["image/*", "files/image.ts", FILE],
    ["share/*", "files/sharing-image.ts", FILE],
    ["robots.txt", "files/robots.ts", FILE],
    ["sitemap.xml", "files/sitemap-index.ts", FILE],
    ["sitemaps/:file", "files/sitemap.ts", FILE],
    ["feeds/google.xml", "files/merchant-feed.ts", FILE],
    ["feeds/blog.xml", "files/blog-feed.ts", FILE],
    ["speculation-rules.json", "files/speculation-rules.ts", FILE],
    ["manifest.webmanifest", "files/manifest.ts", FILE],
    ["emails/:email?/:part?", "files/emails.ts", { ...FILE, isForDevelopment: true }],
    ["health", "files/health.ts", PROBE],
    ["ready", "files/ready.ts", PROBE],
  ],
};
