import type { GiftRequest } from "#app/models/cart/gift.ts";

export type RemovedNote = Readonly<{
  name: string;
  variantLabel: string | null;
  variantId: number;
  quantity: number;
  canUndo: boolean;
  gift: GiftRequest | null;
  /** The shopper's words on each unit, or null. */
  words: string | null;
}>;

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

export type CartAnswer = Readonly<{ ok: true; removed?: RemovedNote | null }> | CartRefusal;
