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

/** True for pages of which no copy may be kept anywhere, in whatever case or encoding the router takes their address. */
export function isPersonal(pathname: string): boolean {
  return PERSONAL.test(plain(pathname));
}

/** The information section is gone back to as it was left: its answers to forms may stay in the browser too (reading 12). */
export function isKeptAlive(pathname: string): boolean {
  return /^\/information(?:\/|$)/.test(plain(pathname));
}

/** "/%43ART" as the router reads it: "/cart". */
export function plain(pathname: string): string {
  try {
    return decodeURIComponent(pathname).toLowerCase();
  } catch {
    return pathname.toLowerCase();
  }
}

/** The Cache-Control of an answer whose route says nothing about it. */
export function cacheControlFor(pathname: string): string {
  return isPersonal(pathname) ? NO_STORE : REVALIDATE;
}
