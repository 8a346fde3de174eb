import { type PathQuery, withQuery } from "./path-query.ts";

/** Characters: less than an address of the shop may have, with a query. */
const ADDRESS_MAX = 1_900;
const FIND_MAX = 200;

/** Also what a log-in would not send anybody on to. */
function segment(key: string): string {
  return encodeURIComponent(key).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A file of its own, so that no page of the shop brings it. */
export const deskPaths = {
  today: () => "/desk",
  /** `to` is the page of the desk that was asked for. */
  login: (to?: string | null) => withQuery("/desk/login", { to }),
  loginWithoutCookies: () => "/desk/login?cookies=off",
  loginCode: (to?: string | null) => withQuery("/desk/login/code", { to }),
  /** Where a form goes whose session is over; `form` is its address, `step` the part of the log-in that is answered. */
  loginAgain: (form: string, step?: "password" | "code") => withQuery("/desk/login/again", { form, step }),
  logout: () => "/desk/logout",
  join: (secret: string) => `/desk/join/${secret}`,
  joinSecondStep: () => "/desk/join/second-step",
  ownPassword: () => "/desk/account/password",
  ownApp: () => "/desk/account/app",
  account: (query?: PathQuery) => withQuery("/desk/account", query),
  ownPasskey: (id: string) => `/desk/account/passkeys/${id}`,
  passkey: () => "/desk/account/passkey",
  staff: () => "/desk/staff",
  staffMember: (id: string) => `/desk/staff/${id}`,
  log: (query?: PathQuery) => withQuery("/desk/log", query),
  menu: () => "/desk/menu",
  search: (query?: PathQuery) => withQuery("/desk/search", query),
  orders: (query?: PathQuery) => withQuery("/desk/orders", query),
  order: (number: number | string, query?: PathQuery) => withQuery(`/desk/orders/${number}`, query),
  refund: (number: number) => `/desk/orders/${number}/refund`,
  orderAddress: (number: number) => `/desk/orders/${number}/address`,
  orderEmails: (number: number) => `/desk/orders/${number}/emails`,
  orderPayment: (number: number, query?: PathQuery) => withQuery(`/desk/orders/${number}/payment`, query),
  cancelOrder: (number: number) => `/desk/orders/${number}/cancel`,
  sendMany: (query?: PathQuery) => withQuery("/desk/orders/send", query),
  newOrderBatch: (query?: PathQuery) => withQuery("/desk/orders/many", query),
  orderBatch: (id: number | string, query?: PathQuery) => withQuery(`/desk/orders/many/${id}`, query),
  slips: (query?: PathQuery) => withQuery("/desk/orders/slips", query),
  invoices: (query?: PathQuery) => withQuery("/desk/orders/invoices", query),
  pack: (query?: PathQuery) => withQuery("/desk/pack", query),
  returns: (query?: PathQuery) => withQuery("/desk/returns", query),
  newReturn: (query?: PathQuery) => withQuery("/desk/returns/new", query),
  returned: (number: string) => `/desk/returns/${number}`,
  products: (query?: PathQuery) => withQuery("/desk/products", query),
  product: (id: number | string, query?: PathQuery) => withQuery(`/desk/products/${id}`, query),
  productVariants: (id: number | string, query?: PathQuery) =>
    withQuery(`/desk/products/${id}/variants`, query),
  newProduct: () => "/desk/products/new",
  productPrices: (query?: PathQuery) => withQuery("/desk/products/prices", query),
  productVisibility: (query?: PathQuery) => withQuery("/desk/products/visibility", query),
  productPreview: (id: number) => `/desk/products/${id}/preview`,
  stock: (query?: PathQuery) => withQuery("/desk/stock", query),
  countSheet: (query?: PathQuery) => withQuery("/desk/stock/sheet", query),
  variantStock: (sku: string) => `/desk/stock/${encodeURIComponent(sku)}`,
  /** `size` is "small" for the one in the list. */
  reviewPhoto: (id: number, number: number, size: "small" | null = null) =>
    withQuery(`/desk/reviews/${id}/photos/${number}`, { size }),
  reviews: (query?: PathQuery) => withQuery("/desk/reviews", query),
  messages: (query?: PathQuery) => withQuery("/desk/messages", query),
  message: (id: number | string, query?: PathQuery) => withQuery(`/desk/messages/${id}`, query),
  settings: (group?: string, query?: PathQuery) =>
    withQuery(group === undefined ? "/desk/settings" : `/desk/settings/${group}`, query),
  customers: (query?: PathQuery) => withQuery("/desk/customers", query),
  customer: (id: string, query?: PathQuery) => withQuery(`/desk/customers/${id}`, query),
  customerData: (id: string) => `/desk/customers/${id}/data`,
  customerFile: (id: string) => `/desk/customers/${id}/data.json`,
  files: (query?: PathQuery) => withQuery("/desk/files", query),
  exportOf: (kind: string, query?: PathQuery) => withQuery(`/desk/files/exports/${kind}`, query),
  exportFile: (kind: string, query?: PathQuery) => withQuery(`/desk/files/exports/${kind}/file.csv`, query),
  fileImport: (id: number | string, query?: PathQuery) => withQuery(`/desk/files/imports/${id}`, query),
  removeCustomer: (id: string) => `/desk/customers/${id}/delete`,
  giftLists: (query?: PathQuery) => withQuery("/desk/gift-lists", query),
  giftList: (id: string, query?: PathQuery) => withQuery(`/desk/gift-lists/${id}`, query),
  figures: (query?: PathQuery) => withQuery("/desk/figures", query),
  pages: (query?: PathQuery) => withQuery("/desk/pages", query),
  newPage: (kind: string) => withQuery("/desk/pages/new", { kind }),
  /** `id` is its kind and its key: "article/3", "information/terms". */
  pageOf: (id: string, query?: PathQuery) => withQuery(`/desk/pages/${id}`, query),
  pagePreview: (id: string) => `/desk/pages/${id}/preview`,
  /** `name` is that of a declaration: "redirects". */
  resource: (name: string, query?: PathQuery) => withQuery(`/desk/${name}`, query),
  newOf: (name: string, query?: PathQuery) => withQuery(`/desk/${name}/new`, query),
  /** Its form; the list, where its key makes an address longer than the shop takes. */
  oneOf: (name: string, key: string) => {
    const form = `/desk/${name}/${segment(key)}`;
    return form.length <= ADDRESS_MAX ? form : withQuery(`/desk/${name}`, { q: key.slice(0, FIND_MAX) });
  },
  health: (query?: PathQuery) => withQuery("/desk/settings/health", query),
} as const;
