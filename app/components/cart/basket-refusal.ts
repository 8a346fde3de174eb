/** No refused change of the basket is silent: what is not said beside its field or line is said above the basket. */
import { useFetcher } from "@remix-run/react";
import { createContext, useContext, useEffect } from "react";

import type { CartAnswer, CartRefusal } from "./cart-answer.ts";

/** Takes the last refusal that a background request of the basket brought, or null once another is on its way. */
export const RefusalContext = createContext<(refusal: CartRefusal | null) => void>(() => undefined);

/** A fetcher of the basket's forms. Its refusals outlive the part of the page that sent the form. */
export function useBasketFetcher() {
  const fetcher = useFetcher<CartAnswer>();
  const report = useContext(RefusalContext);
  const { state, data } = fetcher;
  useEffect(() => {
    if (state === "submitting") report(null);
    else if (data) report(data.ok ? null : data);
  }, [state, data, report]);
  return fetcher;
}

/** The places on the page that show a refusal themselves. */
export type RefusalPlaces = Readonly<{
  lineIds: ReadonlyArray<string>;
  /** Lines with a gift form. */
  giftLineIds: ReadonlyArray<string>;
  hasCouponField: boolean;
}>;

/** True when the field or the line that `refusal` is about is on the page and says it. */
export function isSaidInPlace(
  { lineId, gift, coupon, postcode }: CartRefusal,
  { lineIds, giftLineIds, hasCouponField }: RefusalPlaces,
): boolean {
  if (lineId !== null) return (gift === null ? lineIds : giftLineIds).includes(lineId);
  return coupon === null ? postcode !== null : hasCouponField;
}
