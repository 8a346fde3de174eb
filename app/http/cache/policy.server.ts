/** The Cache-Control of answers: personal pages are stored nowhere, others in the visitor's own browser. */
import { decoded } from "#app/models/shared/decoded.ts";

const PERSONAL = new RegExp(
  `^/(?:${[
    "desk|cart|favourites|cart-recovery|checkout|orders|test-payment|api",
    "newsletter|stock-alerts|gift-lists|list|products/\\d+/review",
    "account|login|logout|register|verify|forgot-password|set-password|confirm-email|undo-email-change",
  ].join("|")})(?:/|$)`,
);

export const NO_STORE = "private, no-store";
/** Browsers ask again each time, mostly for a 304. No shared cache may keep it, because it holds a basket count. */
const REVALIDATE = "private, no-cache";

export function isPersonal(pathname: string): boolean {
  return PERSONAL.test(plain(pathname));
}

/** The browser may keep answers to forms of the information section too, for Back and Forward (requirement routes-8). */
export function isStaleWhileRevalidate(pathname: string): boolean {
  return /^\/information(?:\/|$)/.test(plain(pathname));
}

/** "/%43ART" as the router reads it: "/cart". */
export function plain(pathname: string): string {
  return decoded(pathname).toLowerCase();
}

export function cacheControlFor(pathname: string): string {
  return isPersonal(pathname) ? NO_STORE : REVALIDATE;
}
