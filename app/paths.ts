/** Every link of the shop, built by name. Imports nothing of ours. */

type Query = Readonly<Record<string, string | number | null | undefined>>;

export const paths = {
  home: () => "/",
  categories: () => "/category",
  /** `path` is the category's own path, such as "wooden-toys/pull-alongs". */
  category: (path: string, query?: Query) => withQuery(`/c/${path}`, query),
  newIn: (query?: Query) => withQuery("/c/new", query),
  newThisWeek: (query?: Query) => withQuery("/c/new/week/new", query),
  backInStock: (query?: Query) => withQuery("/c/back-in-stock", query),
  giftsByAge: (query?: Query) => withQuery("/c/gifts/gifts-by-age", query),
  brands: () => "/brands",
  brand: (slug: string, query?: Query) => withQuery(`/brands/${slug}`, query),
  /** `categoryPath` is the path of the product's canonical category. */
  product: (categoryPath: string, slug: string, query?: Query) =>
    withQuery(`/p/${categoryPath}/${slug}`, query),
  /** `query` may hold the proof of a purchase from an email. */
  writeReview: (productId: number, query?: Query) => withQuery(`/products/${productId}/review`, query),
  reviewSent: (productId: number) => `/products/${productId}/review/sent`,
  reviewHelpful: (reviewId: number) => `/reviews/${reviewId}/helpful`,
  stockAlerts: (query?: Query) => withQuery("/stock-alerts", query),
  stockAlertSent: () => "/stock-alerts/check-your-e-mail",
  stockAlertConfirmed: () => "/stock-alerts/confirmed",
  stockAlertLeft: () => "/stock-alerts/left",
  stockAlertConfirm: () => "/stock-alerts/confirm",
  stockAlertLeave: (query?: Query) => withQuery("/stock-alerts/leave", query),
  newsletter: () => "/newsletter",
  newsletterSent: () => "/newsletter/check-your-e-mail",
  newsletterConfirm: () => "/newsletter/confirm",
  newsletterConfirmed: () => "/newsletter/confirmed",
  newsletterPreferences: (query?: Query) => withQuery("/newsletter/preferences", query),
  newsletterUnsubscribe: (query?: Query) => withQuery("/newsletter/unsubscribe", query),
  newsletterLeft: () => "/newsletter/left",
  productById: (id: number, query?: Query) => withQuery(`/products/${id}`, query),
  search: (query?: string) => (query ? `/search/${encodeURIComponent(query)}` : "/search"),
  /** `typed` as it stands in the field so far. */
  searchSuggestions: (typed: string) => withQuery("/search-suggestions", { q: typed }),
  favourites: (query?: Query) => withQuery("/favourites", query),
  sharedFavourites: (listId: string) => `/favourites/${listId}`,
  /** `products` is a list of ids, "101,102". */
  compare: (query?: Query) => withQuery("/compare", query).replaceAll("%2C", ","),
  cart: () => "/cart",
  /** Where a link brings a saved basket back; `sig` in the query signs it. */
  cartRecovery: (cartId?: string, query?: Query) =>
    withQuery(cartId ? `/cart-recovery/${cartId}` : "/cart-recovery", query),
  checkout: () => "/checkout",
  orderProcessing: (query?: Query) => withQuery("/checkout/order-processing", query),
  thankYou: (orderId?: string) => (orderId ? `/checkout/thank-you/${orderId}` : "/checkout/thank-you"),
  /** Where somebody without an account finds an order by what is on it. */
  findOrder: (query?: Query) => withQuery("/orders", query),
  /** `k` signs the link for somebody whose browser does not know the order yet. */
  visibleOrder: (orderId: string, query?: Query) => withQuery(`/orders/${orderId}`, query),
  cancelOrder: (orderId: string) => `/orders/${orderId}/cancel`,
  returnOrder: (orderId: string) => `/orders/${orderId}/return`,
  /** Where somebody withdraws from a contract: finds the order first, or has it. */
  findWithdrawal: () => "/withdraw",
  withdrawOrder: (orderId: string, query?: Query) => withQuery(`/orders/${orderId}/withdraw`, query),
  returnRequested: (orderId: string, returnNumber: string) => `/orders/${orderId}/returns/${returnNumber}`,
  orderInvoice: (orderId: string) => `/orders/${orderId}/invoice`,
  account: () => "/account",
  accountDetails: (query?: Query) => withQuery("/account/details", query),
  accountExport: () => "/account/details/export",
  orders: (query?: Query) => withQuery("/account/orders", query),
  order: (orderId: string, query?: Query) => withQuery(`/account/orders/${orderId}`, query),
  invoice: (orderId: string) => `/account/orders/${orderId}/invoice`,
  addresses: (query?: Query) => withQuery("/account/addresses", query),
  /** Offers a form again that could not be sent: `form` is its address, `back` the page on which it stood. */
  continueForm: (query: Readonly<{ form: string; back: string }>) => withQuery("/account/continue", query),
  newAddress: () => "/account/addresses/new",
  address: (addressId: string, query?: Query) => withQuery(`/account/addresses/${addressId}`, query),
  /** `redirectTo` is a path of this shop to go on to once logged in. */
  login: (query?: Readonly<{ redirectTo?: string | null; reason?: string }>) => withQuery("/login", query),
  logout: () => "/logout",
  register: (query?: Readonly<{ redirectTo?: string | null }>) => withQuery("/register", query),
  registerSent: () => "/register/check-your-e-mail",
  forgotPassword: () => "/forgot-password",
  forgotPasswordSent: () => "/forgot-password/check-your-e-mail",
  setPassword: () => "/set-password",
  verify: () => "/verify",
  confirmEmail: () => "/confirm-email",
  undoEmailChange: () => "/undo-email-change",
  testPayment: (paymentId: string) => `/test-payment/${paymentId}`,
  paymentWebhook: () => "/api/payments/webhook",
  /** `query` may hold a tag and a page. */
  blog: (query?: Query) => withQuery("/blog", query),
  blogFeed: () => "/feeds/blog.xml",
  article: (section: string, articleId: string) => `/blog/${section}/${articleId}`,
  informationIndex: () => "/information",
  information: (slug: string) => `/information/${slug}`,
  contact: () => "/information/contact-us",
  contactSent: () => "/information/contact-us/thank-you",
  /** Where a shopper sees and changes what they agreed to, and the door that the choice is sent to. */
  cookieSettings: () => "/privacy/cookies",
  consent: () => "/privacy/consent",
  /** The door to which the choice of currency and locale is sent. */
  storeChoice: () => "/store",
  /** For a browser that refuses cookies: `stored` is what it did not store, `from` the page of the shop it was on. */
  cookiesOff: (query?: Readonly<{ stored: string; from: string }>) =>
    withQuery("/privacy/cookies-off", query),
  /** Says to scripts whether the browser sends a cookie. */
  cookieCheck: () => "/privacy/cookie-check",
  styleguide: () => "/styleguide",
  sitemap: () => "/sitemap.xml",
  /** `name` such as "products-1.xml". */
  sitemapFile: (name: string) => `/sitemaps/${name}`,
  merchantFeed: () => "/feeds/google.xml",
  manifest: () => "/manifest.webmanifest",
  /** The image that stands for a page where its link is shared: of `file` under the image folder, or the shop's. */
  sharingImage: (file: string | null) => `/share/${file ?? "shop.jpg"}`,
  /**
   * `width` in pixels, one of the widths that are made; `file` is a path under the image folder, or the address of a
   * image on an allowed host. `quality` where it is not the usual one.
   */
  image: (file: string, width: number, quality?: number) =>
    file.includes(":")
      ? withQuery("/image/remote", { src: file, w: width, q: quality })
      : withQuery(`/image/${file}`, { w: width, q: quality }),
} as const;

/** `path` with the given values as its query; null, undefined and empty values are left out. */
function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
