/** The products that this browser has looked at, latest first. */

/** Most products that are remembered (reading 30). */
const RECENTLY_VIEWED_MAX = 12;

/** The ids that `text` ("1002,1001") names: each once, at most twelve, anything else left out. */
export function readViewed(text: string): ReadonlyArray<number> {
  const ids = text
    .split(",")
    .filter((part) => /^[1-9]\d{0,14}$/.test(part))
    .map(Number);
  return [...new Set(ids)].slice(0, RECENTLY_VIEWED_MAX);
}

/** `productIds` as the cookie holds them. */
export function viewedText(productIds: ReadonlyArray<number>): string {
  return productIds.join(",");
}

/** `productIds` with `productId` moved or added to the front. */
export function rememberViewed(productIds: ReadonlyArray<number>, productId: number): ReadonlyArray<number> {
  return [productId, ...productIds.filter((id) => id !== productId)].slice(0, RECENTLY_VIEWED_MAX);
}
