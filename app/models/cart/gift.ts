/** Gift wrapping: which lines can have it, what stands of a wish, and what it costs. */
import { formatMoney, type Money, money, multiplyMoney } from "#app/models/shared/money.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import type { Store } from "#app/models/store/store.ts";

/** What a shopper wants done with all units of a line. */
export type GiftWish = Readonly<{
  /** Key of the paper, or null: not wrapped. */
  paper: string | null;
  /** For the card, or null. */
  message: string | null;
}>;

/** What is done with a line: the paper by its name. At least one of both is there. */
export type LineGift = Readonly<{ paper: string | null; message: string | null }>;

export type GiftRules = Readonly<{
  /** For each unit, VAT inside. */
  fee: Money;
  /** With toys of this value, after discounts, all wrapping in the basket is free. */
  freeOver: Money;
  /** Of wrapping, whatever it is put around. In hundredths of a per cent: 2000 is 20 %. */
  taxRateBasisPoints: number;
  messageMax: number;
  papers: ReadonlyArray<Readonly<{ key: string; label: string }>>;
  excludedClasses: ReadonlyArray<DeliveryClass>;
}>;

/** A price of wrapping with the VAT rate that is inside it. */
export type WrapPrice = Readonly<{ price: Money; taxRateBasisPoints: number }>;

export function giftRules({ gift, tax }: Pick<Store, "gift" | "tax">): GiftRules {
  return {
    fee: gift.wrapFee,
    freeOver: gift.wrapFreeOver,
    taxRateBasisPoints: tax.defaultRateBasisPoints,
    messageMax: gift.messageMaxCharacters,
    papers: gift.papers,
    excludedClasses: gift.excludedClasses,
  };
}

type WishedLine = Readonly<{ deliveryClass: DeliveryClass; gift: GiftWish | null }>;

/** True for what may be wrapped and sent with a card: what two people carry in may not. */
export function isGiftable({ deliveryClass }: Pick<WishedLine, "deliveryClass">, rules: GiftRules): boolean {
  return !rules.excludedClasses.includes(deliveryClass);
}

/** What stands of the line's wish as the shop is now: a paper that is gone wraps nothing and costs nothing. */
export function standingGift(line: WishedLine, rules: GiftRules): LineGift | null {
  if (!line.gift || !isGiftable(line, rules)) return null;
  const { paper: key, message } = line.gift;
  const paper = rules.papers.find((each) => each.key === key)?.label ?? null;
  return paper === null && message === null ? null : { paper, message };
}

/** What the price of wrapping needs to know of a line. */
export type WrappableLine = Readonly<{
  gift: LineGift | null;
  quantity: number;
  isToy: boolean;
  /** unit price × quantity, less discounts. */
  paid: Money;
}>;

/** What wrapping one unit costs beside these goods: nothing when the toys among them are worth enough. */
export function wrapFee(
  lines: ReadonlyArray<Pick<WrappableLine, "isToy" | "paid">>,
  { fee, freeOver }: Pick<GiftRules, "fee" | "freeOver">,
): Money {
  const toys = lines.reduce((sum, { isToy, paid }) => sum + (isToy ? paid.minor : 0), 0);
  return toys >= freeOver.minor ? money(0) : fee;
}

/** One price for each line, null for those that are not wrapped. */
export function wrapPrices(
  lines: ReadonlyArray<WrappableLine>,
  rules: GiftRules,
): ReadonlyArray<WrapPrice | null> {
  const { taxRateBasisPoints } = rules;
  const fee = wrapFee(lines, rules);
  return lines.map(({ gift, quantity }) =>
    gift?.paper ? { price: multiplyMoney(fee, quantity), taxRateBasisPoints } : null,
  );
}

/** "£9.00" or "Free". */
export function wrapText(price: Money): string {
  return price.minor === 0 ? "Free" : formatMoney(price);
}

/** "Wrapped in holly-leaf print"; null for a line that is not wrapped. */
export function paperText(gift: LineGift | null): string | null {
  if (!gift?.paper) return null;
  return `Wrapped in ${gift.paper.slice(0, 1).toLowerCase()}${gift.paper.slice(1)}`;
}
