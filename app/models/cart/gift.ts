import { type Money, money, multiplyMoney } from "#app/models/shared/money.ts";
import { lowerFirst } from "#app/models/shared/text.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import type { Store } from "#app/models/store/store.ts";

export type GiftRequest = Readonly<{
  paper: string | null;
  message: string | null;
}>;

export type LineGift = Readonly<{ paper: string | null; message: string | null }>;

export type GiftRules = Readonly<{
  /** For each unit, VAT included. */
  fee: Money;
  /** If toys of this value, after discounts, are in the cart, all wrapping is free. */
  freeOver: Money;
  /** Whatever is wrapped. */
  taxRateBasisPoints: number;
  messageMax: number;
  papers: ReadonlyArray<Readonly<{ key: string; label: string }>>;
  excludedClasses: ReadonlyArray<DeliveryClass>;
}>;

/** VAT included. */
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

type GiftRequestLine = Readonly<{ deliveryClass: DeliveryClass; gift: GiftRequest | null }>;

/** What two people deliver is neither wrapped nor sent with a card. */
export function isGiftable(
  { deliveryClass }: Pick<GiftRequestLine, "deliveryClass">,
  rules: GiftRules,
): boolean {
  return !rules.excludedClasses.includes(deliveryClass);
}

/** A paper that is no longer offered wraps nothing and costs nothing. */
export function standingGift(line: GiftRequestLine, rules: GiftRules): LineGift | null {
  if (!line.gift || !isGiftable(line, rules)) return null;
  const { paper: key, message } = line.gift;
  const paper = rules.papers.find((each) => each.key === key)?.label ?? null;
  return paper === null && message === null ? null : { paper, message };
}

export type WrappableLine = Readonly<{
  gift: LineGift | null;
  quantity: number;
  isToy: boolean;
  paid: Money;
}>;

export function wrapFee(
  lines: ReadonlyArray<Pick<WrappableLine, "isToy" | "paid">>,
  { fee, freeOver }: Pick<GiftRules, "fee" | "freeOver">,
): Money {
  const toys = lines.reduce((sum, { isToy, paid }) => sum + (isToy ? paid.minor : 0), 0);
  return toys >= freeOver.minor ? money(0, fee.currency) : fee;
}

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

export function paperText(gift: LineGift | null): string | null {
  if (!gift?.paper) return null;
  return `Wrapped in ${lowerFirst(gift.paper)}`;
}
