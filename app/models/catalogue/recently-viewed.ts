/** Requirement catalogue-4. */
const RECENTLY_VIEWED_MAX = 12;

export function readViewed(text: string): ReadonlyArray<number> {
  const ids = text
    .split(",")
    .filter((part) => /^[1-9]\d{0,14}$/.test(part))
    .map(Number);
  return [...new Set(ids)].slice(0, RECENTLY_VIEWED_MAX);
}

export function viewedText(productIds: ReadonlyArray<number>): string {
  return productIds.join(",");
}

export function rememberViewed(productIds: ReadonlyArray<number>, productId: number): ReadonlyArray<number> {
  return [productId, ...productIds.filter((id) => id !== productId)].slice(0, RECENTLY_VIEWED_MAX);
}
