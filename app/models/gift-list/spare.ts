/** What the giver of a gift that another has given too reads of their money, on the order and by email. */
import { formatMoney, type Money } from "#app/models/shared/money.ts";

export type SpareMoney = Readonly<{
  /** A bank decides about the payment, and nothing has gone back yet. */
  isWaiting: boolean;
  /** What goes back for it; null: no money does. */
  amount: Money | null;
  hasDelivery: boolean;
  /** What goes back on the code that paid for it; null: none did. */
  creditBack: Money | null;
  /** Less goes back than it cost, because money had gone back or was lost before. */
  isLess: boolean;
}>;

export function spareMoneyText(money: SpareMoney, locale: string): string {
  const { isWaiting, amount, hasDelivery, creditBack, isLess } = money;
  if (isWaiting) return "Once your bank has decided about the payment, we refund what is due for it.";
  const withDelivery = hasDelivery ? ", which includes what you paid for delivery," : "";
  const parts = [
    amount && `We refund ${formatMoney(amount, locale)}${withDelivery} to your original payment method.`,
    creditBack && `${formatMoney(creditBack, locale)} is back on your discount code.`,
    isLess && "Money for this order has gone back to you before, so we check whether more is due.",
  ].filter(Boolean);
  return parts.join(" ") || "You paid nothing for it, so there is nothing to refund.";
}
