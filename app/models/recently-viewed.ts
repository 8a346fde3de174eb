/** The products that this browser has looked at, latest first. */

/** Most products that are remembered (reading 30). */
export const RECENTLY_VIEWED_MAX = 12;

/** `productIds` with `productId` moved or added to the front. */
export function rememberViewed(productIds: ReadonlyArray<number>, productId: number): ReadonlyArray<number> {
  return [productId, ...productIds.filter((id) => id !== productId)].slice(0, RECENTLY_VIEWED_MAX);
}
