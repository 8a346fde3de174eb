/** What the cart's action returns. */
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
  /** Short: "Insufficient stock". */
  message: string;
  /** "You asked for 3 of Pull-along Snail; 1 is left." */
  explanation: string | null;
  lineId: string | null;
  postcode: string | null;
  coupon: string | null;
  /** The gift form's values, when the refusal is about it. */
  gift: Readonly<{ paper: string; message: string }> | null;
  /** The product page and the values of a refused add. */
  retry: Readonly<{ path: string; name: string; variantId: string; quantity: string }> | null;
}>;

export type CartAnswer = Readonly<{ ok: true; removed?: RemovedNote | null }> | CartRefusal;
