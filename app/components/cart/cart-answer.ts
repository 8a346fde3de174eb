import type { RemovedLine } from "#app/models/cart/removed-line.ts";

export type CartRefusal = Readonly<{
  ok: false;
  message: string;
  explanation: string | null;
  lineId: string | null;
  postcode: string | null;
  coupon: string | null;
  gift: Readonly<{ paper: string; message: string }> | null;
  /** The product page and the values of a refused add. */
  retry: Readonly<{ path: string; name: string; variantId: string; quantity: string }> | null;
}>;

export type CartAnswer = Readonly<{ ok: true; removed?: RemovedLine | null }> | CartRefusal;
