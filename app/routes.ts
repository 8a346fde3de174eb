/** The table of contents: every address of the shop and the file that answers it. Aliases share a module by id. */
import { index, layout, prefix, route, type RouteConfig } from "@remix-run/route-config";

/**
 * A thing of the catalogue under up to four parents. One route for each depth: with optional segments there would be
 * sixteen, and behind `*` every other route of the shop would be tried first.
 */
const DEPTHS = [1, 2, 3, 4, 5].map((depth) => ({
  depth,
  path: Array.from({ length: depth }, (_, place) => `:slug${place + 1}`).join("/"),
}));

export default [
  layout("routes/storefront/layout.tsx", [
    index("routes/storefront/home.tsx"),

    route("category", "routes/catalogue/categories.tsx"),
    route("c", "routes/catalogue/categories.tsx", { id: "categories-short" }),
    route("c/new", "routes/catalogue/new-in.tsx"),
    route("category/new", "routes/catalogue/new-in.tsx", { id: "new-in-alias" }),
    route("c/new/week/new", "routes/catalogue/new-this-week.tsx"),
    route("category/week", "routes/catalogue/new-this-week.tsx", { id: "new-this-week-alias" }),
    route("c/back-in-stock", "routes/catalogue/back-in-stock.tsx"),
    route("category/back-in-stock", "routes/catalogue/back-in-stock.tsx", { id: "back-in-stock-alias" }),
    route("c/gifts/gifts-by-age", "routes/catalogue/gifts-by-age.tsx"),
    route("category/gifts-by-age", "routes/catalogue/gifts-by-age.tsx", { id: "gifts-by-age-alias" }),
    ...DEPTHS.map(({ depth, path }) =>
      route(`c/${path}`, "routes/catalogue/category.tsx", { id: `category-${depth}` }),
    ),

    route("brands", "routes/catalogue/brands.tsx"),
    route("brands/:brandSlug", "routes/catalogue/brand.tsx"),
    ...DEPTHS.map(({ depth, path }) =>
      route(`p/${path}`, "routes/catalogue/product.tsx", { id: `product-${depth}` }),
    ),
    route("products/:productId/review", "routes/reviews/write-review.tsx"),
    route("products/:productId/review/sent", "routes/reviews/review-sent.tsx"),
    route("reviews/:reviewId/helpful", "routes/reviews/helpful.tsx"),
    route("stock-alerts", "routes/stock-alerts/sign-up.tsx"),
    route("stock-alerts/check-your-e-mail", "routes/stock-alerts/done.tsx"),
    route("stock-alerts/confirmed", "routes/stock-alerts/done.tsx", { id: "stock-alert-confirmed" }),
    route("stock-alerts/left", "routes/stock-alerts/done.tsx", { id: "stock-alert-left" }),
    route("stock-alerts/confirm", "routes/stock-alerts/confirm.tsx"),
    route("stock-alerts/leave", "routes/stock-alerts/leave.tsx"),
    route("newsletter", "routes/newsletter/sign-up.tsx"),
    route("newsletter/check-your-e-mail", "routes/newsletter/done.tsx"),
    route("newsletter/confirmed", "routes/newsletter/done.tsx", { id: "newsletter-confirmed" }),
    route("newsletter/left", "routes/newsletter/done.tsx", { id: "newsletter-left" }),
    route("newsletter/confirm", "routes/newsletter/confirm.tsx"),
    route("newsletter/preferences", "routes/newsletter/preferences.tsx"),
    route("newsletter/unsubscribe", "routes/newsletter/unsubscribe.tsx"),
    route("search", "routes/catalogue/search.tsx"),
    route("search/:searchQuery", "routes/catalogue/search.tsx", { id: "search-query" }),

    route("cart", "routes/cart/cart.tsx"),
    route("cart-recovery", "routes/cart/recover-own-cart.tsx"),
    route("cart-recovery/:cartId", "routes/cart/recover-cart.tsx"),
    route("favourites", "routes/favourites/favourites.tsx"),
    route("favourites/:listId", "routes/favourites/shared-favourites.tsx"),
    route("compare", "routes/catalogue/compare.tsx"),

    ...prefix("account", [
      index("routes/account/overview.tsx"),
      route("details", "routes/account/details.tsx"),
      route("orders", "routes/account/orders.tsx"),
      route("orders/:orderId", "routes/account/order.tsx"),
      route("orders/:orderId/invoice", "routes/account/invoice.tsx"),
      route("continue", "routes/account/continue.tsx"),
      route("addresses", "routes/account/addresses.tsx"),
      route("addresses/new", "routes/account/new-address.tsx"),
      route("addresses/:addressId", "routes/account/address.tsx"),
    ]),

    route("withdraw", "routes/orders/find-withdrawal.tsx"),
    ...prefix("orders", [
      index("routes/orders/find-order.tsx"),
      route(":orderId", "routes/orders/order.tsx"),
      route(":orderId/cancel", "routes/orders/cancel.tsx"),
      route(":orderId/return", "routes/orders/return.tsx"),
      route(":orderId/withdraw", "routes/orders/withdraw.tsx"),
      route(":orderId/returns/:returnNumber", "routes/orders/return-requested.tsx"),
      route(":orderId/invoice", "routes/orders/invoice.tsx"),
    ]),

    route("blog", "routes/content/blog.tsx"),
    route("blog/:slug1?/:articleId", "routes/content/article.tsx"),
    route("information", "routes/content/information-index.tsx"),
    route("information/contact-us", "routes/content/contact.tsx"),
    route("information/contact", "routes/content/contact.tsx", { id: "contact-alias" }),
    route("information/contact-us/thank-you", "routes/content/contact-sent.tsx"),
    route("information/:slug", "routes/content/information.tsx"),

    route("privacy/cookies", "routes/privacy/cookie-settings.tsx"),
    route("privacy/cookies-off", "routes/privacy/cookies-off.tsx"),

    route("login", "routes/auth/login.tsx"),
    route("logout", "routes/auth/logout.ts"),
    route("register", "routes/auth/register.tsx"),
    route("register/check-your-e-mail", "routes/auth/sent.tsx", { id: "register-sent" }),
    route("forgot-password", "routes/auth/forgot-password.tsx"),
    route("forgot-password/check-your-e-mail", "routes/auth/sent.tsx", { id: "forgot-password-sent" }),
    route("set-password", "routes/auth/set-password.tsx"),
    route("verify", "routes/auth/verify.tsx"),
    route("confirm-email", "routes/auth/confirm-email.tsx"),
    route("undo-email-change", "routes/auth/undo-email-change.tsx"),

    route("styleguide", "routes/storefront/styleguide.tsx"),
    route("*", "routes/storefront/not-found.tsx"),
  ]),

  layout("routes/checkout/layout.tsx", [
    ...prefix("checkout", [
      index("routes/checkout/checkout.tsx"),
      route("order-processing", "routes/checkout/order-processing.tsx"),
      route("thank-you", "routes/checkout/thank-you.tsx"),
      route("thank-you/:orderId", "routes/checkout/thank-you.tsx", { id: "thank-you-order" }),
    ]),
  ]),

  route("test-payment/:paymentId", "routes/checkout/test-payment.tsx"),

  route("account/details/export", "routes/account/export.ts"),

  route("privacy/consent", "routes/privacy/consent.ts"),
  route("store", "routes/storefront/store-choice.ts"),
  route("privacy/cookie-check", "routes/privacy/cookie-check.ts"),
  route("stock-alerts/one-click", "routes/stock-alerts/one-click.ts"),
  route("newsletter/one-click", "routes/newsletter/one-click.ts"),
  route("search-suggestions", "routes/catalogue/search-suggestions.ts"),

  route("brand", "routes/catalogue/brand-by-id.tsx"),
  route("product", "routes/catalogue/product-index.tsx"),
  route("products/:productId", "routes/catalogue/product-by-id.tsx"),
  route("blog/article", "routes/content/article-by-id.tsx"),

  route("api/payments/webhook", "routes/api/payments-webhook.ts"),
  ...prefix("api/carts", [
    route("create", "routes/api/carts/create.ts"),
    route(":id", "routes/api/carts/cart.ts"),
    route(":id/addItems", "routes/api/carts/add-items.ts"),
    route(":id/updateItems/:itemId", "routes/api/carts/update-item.ts"),
    route(":id/deleteItems/:itemId", "routes/api/carts/delete-item.ts"),
    route(":id/customer", "routes/api/carts/customer.ts"),
  ]),
  route("api/products", "routes/api/products/list.ts"),
  route("api/customers", "routes/api/customers/customer.ts"),
  route("api/customers/create", "routes/api/customers/create.ts"),
  route("api/customers/update", "routes/api/customers/update.ts"),
  route("api/customers/login", "routes/api/customers/login.ts"),
  ...prefix("api/omnisend", [
    route("carts/create", "routes/api/omnisend/create-cart.ts"),
    route("carts/:id", "routes/api/omnisend/cart.ts"),
    route("carts/:id/update", "routes/api/omnisend/update-cart.ts"),
    route("carts/:id/delete", "routes/api/omnisend/delete-cart.ts"),
    route("carts/:id/products/:productId", "routes/api/omnisend/update-product.ts"),
    route("orders/create", "routes/api/omnisend/create-order.ts"),
  ]),
  route("api/openapi.json", "routes/api/openapi.ts"),
  route("api/*", "routes/api/not-found.ts"),

  route("ingest/*", "routes/analytics/ingest.ts"),
  route("image/*", "routes/files/image.ts"),
  route("share/*", "routes/files/sharing-image.ts"),
  route("robots.txt", "routes/files/robots.ts"),
  route("sitemap.xml", "routes/files/sitemap-index.ts"),
  route("sitemaps/:file", "routes/files/sitemap.ts"),
  route("feeds/google.xml", "routes/files/merchant-feed.ts"),
  route("feeds/blog.xml", "routes/files/blog-feed.ts"),
  route("manifest.webmanifest", "routes/files/manifest.ts"),
  route("emails/:letter?/:part?", "routes/files/emails.ts"),
  route("health", "routes/files/health.ts"),
  route("ready", "routes/files/ready.ts"),
] satisfies RouteConfig;
