import { type PathQuery, withQuery } from "./path-query.ts";

export const home = () => "/";
export const categories = () => "/category";
/** `path` is the category's own path, such as "wooden-toys/pull-alongs". */
export const category = (path: string, query?: PathQuery) => withQuery(`/c/${path}`, query);
export const newIn = (query?: PathQuery) => withQuery("/c/new", query);
export const newThisWeek = (query?: PathQuery) => withQuery("/c/new/week/new", query);
export const backInStock = (query?: PathQuery) => withQuery("/c/back-in-stock", query);
export const giftsByAge = (query?: PathQuery) => withQuery("/c/gifts/gifts-by-age", query);
export const brands = () => "/brands";
export const brand = (slug: string, query?: PathQuery) => withQuery(`/brands/${slug}`, query);
export const writeReview = (productId: number, query?: PathQuery) =>
  withQuery(`/products/${productId}/review`, query);
export const reviewSent = (productId: number) => `/products/${productId}/review/sent`;
export const reviewHelpful = (reviewId: number) => `/reviews/${reviewId}/helpful`;
export const reviewPhoto = (hash: string, size: "whole" | "small" = "whole") =>
  `/image/reviews/${hash}${size === "small" ? "-small" : ""}.webp`;
export const stockAlerts = (query?: PathQuery) => withQuery("/stock-alerts", query);
export const stockAlertSent = () => "/stock-alerts/check-your-e-mail";
export const stockAlertConfirmed = () => "/stock-alerts/confirmed";
export const stockAlertLeft = () => "/stock-alerts/left";
export const stockAlertConfirm = () => "/stock-alerts/confirm";
export const stockAlertLeave = (query?: PathQuery) => withQuery("/stock-alerts/leave", query);
export const newsletter = () => "/newsletter";
export const newsletterSent = () => "/newsletter/check-your-e-mail";
export const newsletterConfirm = () => "/newsletter/confirm";
export const newsletterConfirmed = () => "/newsletter/confirmed";
export const newsletterPreferences = (query?: PathQuery) => withQuery("/newsletter/preferences", query);
export const newsletterUnsubscribe = (query?: PathQuery) => withQuery("/newsletter/unsubscribe", query);
export const newsletterLeft = () => "/newsletter/left";
export const productById = (id: number, query?: PathQuery) => withQuery(`/products/${id}`, query);
export const search = (query?: string) => (query ? `/search/${encodeURIComponent(query)}` : "/search");
export const searchSuggestions = (typed: string) => withQuery("/search-suggestions", { q: typed });
export const giftLists = () => "/gift-lists";
export const newGiftList = (query?: PathQuery) => withQuery("/gift-lists/new", query);
export const addToGiftList = (query?: PathQuery) => withQuery("/gift-lists/add", query);
export const giftListLink = () => "/gift-lists/link";
export const giftListCheckout = (listId: string, query?: PathQuery) =>
  withQuery(`/checkout/gift-list/${listId}`, query);
export const favourites = (query?: PathQuery) => withQuery("/favourites", query);
export const sharedFavourites = (listId: string) => `/favourites/${listId}`;
/** `products` is a list of ids, "101,102". */
export const compare = (query?: PathQuery) => withQuery("/compare", query).replaceAll("%2C", ",");
export const mySpaces = () => "/my-spaces";
export const cart = () => "/cart";
/** `sig` in the query signs it. */
export const cartRecovery = (cartId?: string, query?: PathQuery) =>
  withQuery(cartId ? `/cart-recovery/${cartId}` : "/cart-recovery", query);
export const checkout = () => "/checkout";
export const orderProcessing = (query?: PathQuery) => withQuery("/checkout/order-processing", query);
export const thankYou = (orderId?: string) =>
  orderId ? `/checkout/thank-you/${orderId}` : "/checkout/thank-you";
export const findOrder = (query?: PathQuery) => withQuery("/orders", query);
/** `k` signs the link for somebody whose browser does not know the order yet. */
export const visibleOrder = (orderId: string, query?: PathQuery) => withQuery(`/orders/${orderId}`, query);
export const changeWords = (orderId: string, position: number) => `/orders/${orderId}/words/${position}`;
export const preorder = (orderId: string, position: number) => `/orders/${orderId}/preorder/${position}`;

export const cancelOrder = (orderId: string) => `/orders/${orderId}/cancel`;
export const returnOrder = (orderId: string) => `/orders/${orderId}/return`;
export const findWithdrawal = () => "/withdraw";
export const withdrawOrder = (orderId: string, query?: PathQuery) =>
  withQuery(`/orders/${orderId}/withdraw`, query);
export const returnRequested = (orderId: string, returnNumber: string) =>
  `/orders/${orderId}/returns/${returnNumber}`;
export const orderInvoice = (orderId: string) => `/orders/${orderId}/invoice`;
export const creditNote = (orderId: string, number: string) => `/orders/${orderId}/credit-notes/${number}`;
export const account = () => "/account";
export const accountDetails = (query?: PathQuery) => withQuery("/account/details", query);
export const accountExport = () => "/account/details/export";
export const orders = (query?: PathQuery) => withQuery("/account/orders", query);
export const order = (orderId: string, query?: PathQuery) => withQuery(`/account/orders/${orderId}`, query);
export const invoice = (orderId: string) => `/account/orders/${orderId}/invoice`;
export const addresses = (query?: PathQuery) => withQuery("/account/addresses", query);
/** Offers a form again that could not be sent: `form` is its address, `back` the page on which it stood. */
export const continueForm = (query: Readonly<{ form: string; back: string }>) =>
  withQuery("/account/continue", query);
export const newAddress = () => "/account/addresses/new";
export const address = (addressId: string, query?: PathQuery) =>
  withQuery(`/account/addresses/${addressId}`, query);
export const login = (query?: Readonly<{ redirectTo?: string | null; reason?: string }>) =>
  withQuery("/login", query);
export const logout = () => "/logout";
export const goodbye = () => "/goodbye";
export const register = (query?: Readonly<{ redirectTo?: string | null }>) => withQuery("/register", query);
export const registerSent = () => "/register/check-your-e-mail";
export const forgotPassword = () => "/forgot-password";
export const forgotPasswordSent = () => "/forgot-password/check-your-e-mail";
export const setPassword = () => "/set-password";
export const verify = () => "/verify";
export const confirmEmail = () => "/confirm-email";
export const undoEmailChange = () => "/undo-email-change";
export const testPayment = (paymentId: string) => `/test-payment/${paymentId}`;
export const paymentWebhook = () => "/api/payments/webhook";
export const blog = (query?: PathQuery) => withQuery("/blog", query);
export const blogFeed = () => "/feeds/blog.xml";
export const article = (section: string, articleId: string) => `/blog/${section}/${articleId}`;
export const informationIndex = () => "/information";
export const information = (slug: string) => `/information/${slug}`;
export const contact = () => "/information/contact-us";
export const contactSent = () => "/information/contact-us/thank-you";
export const cookieSettings = () => "/privacy/cookies";
export const consent = () => "/privacy/consent";
export const storeChoice = () => "/store";
/** For a browser that refuses cookies: `stored` is what it did not store, `from` the page of the shop it was on. */
export const cookiesOff = (query?: Readonly<{ stored: string; from: string }>) =>
  withQuery("/privacy/cookies-off", query);
export const cookieCheck = () => "/privacy/cookie-check";
export const styleguide = () => "/styleguide";
export const sitemap = () => "/sitemap.xml";
export const sitemapFile = (name: string) => `/sitemaps/${name}`;
export const webVitals = () => "/ingest/vitals";
export const speculationRules = () => "/speculation-rules.json";
export const manifest = () => "/manifest.webmanifest";
/** The image that stands for a page where its link is shared: of `file` under the image folder, or the shop's. */
export const sharingImage = (file: string | null) => `/share/${file ?? "shop.jpg"}`;
/** `width` in pixels, one that is made; `file` is under the image folder, or an address on an allowed host. */
export const image = (file: string, width: number, quality?: number) =>
  file.includes(":")
    ? withQuery("/image/remote", { src: file, w: width, q: quality })
    : withQuery(`/image/${file}`, { w: width, q: quality });
