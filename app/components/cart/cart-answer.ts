/** What the basket's forms are answered, as its components read it. */
import type { GiftWish } from "#app/models/cart/gift.ts";

export type RemovedNote = Readonly<{
  name: string;
  variantLabel: string | null;
  variantId: number;
  quantity: number;
  canUndo: boolean;
  /** Its gift wish, which comes back with it. */
  gift: GiftWish | null;
}>;

export type CartRefusal = Readonly<{
  ok: false;
  /** Short: "Insufficient stock". */
  message: string;
  /** "You asked for 3 of Pull-along Snail; 1 is left." */
  explanation: string | null;
  /** The line that the refusal is about, or null. */
  lineId: string | null;
  postcode: string | null;
  /** The coupon that was typed, when the refusal is about it. */
  coupon: string | null;
  /** The gift form of the line as it was filled in, when the refusal is about it. */
  gift: Readonly<{ paper: string; message: string }> | null;
  /** A refused add: the product's page and what was typed there. */
  retry: Readonly<{ path: string; name: string; variantId: string; quantity: string }> | null;
}>;

export type CartAnswer = Readonly<{ ok: true; removed?: RemovedNote | null }> | CartRefusal;
