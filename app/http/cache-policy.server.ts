/** Who may keep a copy of an answer: nobody of personal pages, the visitor's own browser of all others. */

/** Kept nowhere: these pages show what one person is buying. */
const PERSONAL =
  /^\/(?:cart|cart-recovery|checkout|test-payment|account|login|register|set-password|api)(?:\/|$)/;

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
