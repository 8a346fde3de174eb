/** Refusals that no field or line shows appear above the cart. */
import { useFetcher } from "@remix-run/react";
import { createContext, useContext, useEffect } from "react";

import type { CartAnswer, CartRefusal } from "./cart-answer.ts";

/** Called with the refusal of a background request, and with null when the next one starts. */
export const RefusalContext = createContext<(refusal: CartRefusal | null) => void>(() => undefined);

/** A fetcher whose refusals outlive the component that sent the form. */
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

export type RefusalPlaces = Readonly<{
  lineIds: ReadonlyArray<string>;
  giftLineIds: ReadonlyArray<string>;
  hasCouponField: boolean;
}>;

export function isShownInPlace(
  { lineId, gift, coupon, postcode }: CartRefusal,
  { lineIds, giftLineIds, hasCouponField }: RefusalPlaces,
): boolean {
  if (lineId !== null) return (gift === null ? lineIds : giftLineIds).includes(lineId);
  return coupon === null ? postcode !== null : hasCouponField;
}
