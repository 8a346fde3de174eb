/** The Cache-Control of answers: personal pages are stored nowhere, others in the visitor's own browser. */
import { addressAt } from "#app/models/platform/address-at.ts";

export const NO_STORE = "private, no-store";
/** Browsers ask again each time, mostly for a 304. No shared cache may keep it, because it holds a basket count. */
const REVALIDATE = "private, no-cache";

export function cacheControlFor(pathname: string): string {
  return addressAt(pathname).isPersonal ? NO_STORE : REVALIDATE;
}
