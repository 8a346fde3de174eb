/** Who may keep a copy of an answer: nobody of personal pages, the visitor's own browser of all others. */

/** Kept nowhere: these pages show what one person is buying, or who they are. */
const PERSONAL = new RegExp(
  `^/(?:${[
    "cart|favourites|cart-recovery|checkout|orders|test-payment|api",
    "newsletter|stock-alerts|products/\\d+/review",
    "account|login|logout|register|verify|forgot-password|set-password|confirm-email|undo-email-change",
  ].join("|")})(?:/|$)`,
);

export const NO_STORE = "private, no-store";
/** Kept by the browser, asked for anew each time: mostly a 304. Never by a shared cache, for it holds a basket count. */
const REVALIDATE = "private, no-cache";

/** True for pages of which no copy may be kept anywhere. */
export function isPersonal(pathname: string): boolean {
  return PERSONAL.test(pathname);
}

/** The Cache-Control of an answer whose route says nothing about it. */
export function cacheControlFor(pathname: string): string {
  return isPersonal(pathname) ? NO_STORE : REVALIDATE;
}
