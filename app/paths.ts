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
  productById: (id: number, query?: Query) => withQuery(`/products/${id}`, query),
  search: (query?: string) => (query ? `/search/${encodeURIComponent(query)}` : "/search"),
  cart: () => "/cart",
  checkout: () => "/checkout",
  orderProcessing: (query?: Query) => withQuery("/checkout/order-processing", query),
  thankYou: (orderId?: string) => (orderId ? `/checkout/thank-you/${orderId}` : "/checkout/thank-you"),
  account: () => "/account",
  accountDetails: (query?: Query) => withQuery("/account/details", query),
  accountExport: () => "/account/details/export",
  orders: (query?: Query) => withQuery("/account/orders", query),
  order: (orderId: string, query?: Query) => withQuery(`/account/orders/${orderId}`, query),
  invoice: (orderId: string) => `/account/orders/${orderId}/invoice`,
  addresses: (query?: Query) => withQuery("/account/addresses", query),
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
  blog: () => "/blog",
  article: (section: string, articleId: string | number) => `/blog/${section}/${articleId}`,
  informationIndex: () => "/information",
  information: (slug: string) => `/information/${slug}`,
  styleguide: () => "/styleguide",
  /** `width` in pixels, one of the six screens; `file` is a path under the picture folder. */
  image: (file: string, width: number) => withQuery(`/image/${file}`, { w: width }),
} as const;

/** `path` with the given values as its query; null, undefined and empty values are left out. */
function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
