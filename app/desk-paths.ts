/** A file of its own, so that no page of the shop brings it. Imports nothing of ours. */

type Query = Readonly<Record<string, string | number | null | undefined>>;

export const deskPaths = {
  today: () => "/desk",
  /** `to` is the page of the desk that was asked for. */
  login: (to?: string | null) => withQuery("/desk/login", { to }),
  loginCode: (to?: string | null) => withQuery("/desk/login/code", { to }),
  /** Where a form goes whose session is over; `form` is its address, `step` the part of the log-in that is answered. */
  loginAgain: (form: string, step?: "password" | "code") => withQuery("/desk/login/again", { form, step }),
  logout: () => "/desk/logout",
  join: (secret: string) => `/desk/join/${secret}`,
  joinSecondStep: () => "/desk/join/second-step",
  ownPassword: () => "/desk/account/password",
  ownApp: () => "/desk/account/app",
  account: (query?: Query) => withQuery("/desk/account", query),
  ownPasskey: (id: string) => `/desk/account/passkeys/${id}`,
  passkey: () => "/desk/account/passkey",
  staff: () => "/desk/staff",
  staffMember: (id: string) => `/desk/staff/${id}`,
  log: (query?: Query) => withQuery("/desk/log", query),
  menu: () => "/desk/menu",
  search: (query?: Query) => withQuery("/desk/search", query),
  orders: (query?: Query) => withQuery("/desk/orders", query),
  order: (number: number | string, query?: Query) => withQuery(`/desk/orders/${number}`, query),
  refund: (number: number) => `/desk/orders/${number}/refund`,
  orderAddress: (number: number) => `/desk/orders/${number}/address`,
  orderEmails: (number: number) => `/desk/orders/${number}/emails`,
  orderPayment: (number: number) => `/desk/orders/${number}/payment`,
  cancelOrder: (number: number) => `/desk/orders/${number}/cancel`,
  sendMany: (query?: Query) => withQuery("/desk/orders/send", query),
  newOrderBatch: (query?: Query) => withQuery("/desk/orders/many", query),
  orderBatch: (id: number | string, query?: Query) => withQuery(`/desk/orders/many/${id}`, query),
  slips: (query?: Query) => withQuery("/desk/orders/slips", query),
  invoices: (query?: Query) => withQuery("/desk/orders/invoices", query),
  pack: (query?: Query) => withQuery("/desk/pack", query),
  returns: (query?: Query) => withQuery("/desk/returns", query),
  newReturn: (query?: Query) => withQuery("/desk/returns/new", query),
  returned: (number: string) => `/desk/returns/${number}`,
  products: (query?: Query) => withQuery("/desk/products", query),
  product: (id: number | string, query?: Query) => withQuery(`/desk/products/${id}`, query),
  productVariants: (id: number | string, query?: Query) => withQuery(`/desk/products/${id}/variants`, query),
  newProduct: () => "/desk/products/new",
  productPrices: (query?: Query) => withQuery("/desk/products/prices", query),
  productVisibility: (query?: Query) => withQuery("/desk/products/visibility", query),
  bulkChanges: () => "/desk/products/changes",
  bulkChange: (id: number, query?: Query) => withQuery(`/desk/products/changes/${id}`, query),
  productPreview: (id: number) => `/desk/products/${id}/preview`,
  stock: (query?: Query) => withQuery("/desk/stock", query),
  countSheet: (query?: Query) => withQuery("/desk/stock/sheet", query),
  variantStock: (sku: string) => `/desk/stock/${encodeURIComponent(sku)}`,
  /** `size` is "small" for the one in the list. */
  reviewPhoto: (id: number, number: number, size: "small" | null = null) =>
    withQuery(`/desk/reviews/${id}/photos/${number}`, { size }),
  reviews: (query?: Query) => withQuery("/desk/reviews", query),
  messages: (query?: Query) => withQuery("/desk/messages", query),
  message: (id: number | string, query?: Query) => withQuery(`/desk/messages/${id}`, query),
  savedReplies: (query?: Query) => withQuery("/desk/messages/replies", query),
  savedReply: (id: number | string) => `/desk/messages/replies/${id}`,
  settings: (group?: string, query?: Query) =>
    withQuery(group === undefined ? "/desk/settings" : `/desk/settings/${group}`, query),
  couponDraft: (code: string, query?: Query) => withQuery(`/desk/coupons/drafts/${code}`, query),
  coupons: (query?: Query) => withQuery("/desk/coupons", query),
  customers: (query?: Query) => withQuery("/desk/customers", query),
  customer: (id: string, query?: Query) => withQuery(`/desk/customers/${id}`, query),
  customerData: (id: string) => `/desk/customers/${id}/data`,
  customerFile: (id: string) => `/desk/customers/${id}/data.json`,
  files: (query?: Query) => withQuery("/desk/files", query),
  exportOf: (kind: string, query?: Query) => withQuery(`/desk/files/exports/${kind}`, query),
  exportFile: (kind: string, query?: Query) => withQuery(`/desk/files/exports/${kind}/file.csv`, query),
  fileImport: (id: number | string, query?: Query) => withQuery(`/desk/files/imports/${id}`, query),
  removeCustomer: (id: string) => `/desk/customers/${id}/delete`,
  giftLists: (query?: Query) => withQuery("/desk/gift-lists", query),
  giftList: (id: string, query?: Query) => withQuery(`/desk/gift-lists/${id}`, query),
  newsletter: (query?: Query) => withQuery("/desk/newsletter", query),
  subscriber: (id: string) => `/desk/newsletter/${id}`,
  figures: (query?: Query) => withQuery("/desk/figures", query),
  pages: (query?: Query) => withQuery("/desk/pages", query),
  newPage: (kind: string) => withQuery("/desk/pages/new", { kind }),
  /** `id` is its kind and its key: "article/3", "information/terms". */
  pageOf: (id: string, query?: Query) => withQuery(`/desk/pages/${id}`, query),
  pagePreview: (id: string) => `/desk/pages/${id}/preview`,
  redirects: (query?: Query) => withQuery("/desk/redirects", query),
  health: (query?: Query) => withQuery("/desk/settings/health", query),
} as const;

/** Null, undefined and empty values are left out. */
function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
