/** The gift rules of the demo shop, written down once more: for tests that need no database. */
import type { GiftRules } from "#app/models/cart/gift.ts";
import { money } from "#app/models/shared/money.ts";

export const demoGiftRules: GiftRules = {
  fee: money(450, "GBP"),
  freeOver: money(10_000, "GBP"),
  taxRateBasisPoints: 2000,
  messageMax: 240,
  papers: [
    { key: "kraft", label: "Brown kraft with cotton ribbon" },
    { key: "holly", label: "Holly-leaf print" },
    { key: "stripe", label: "Cream and terracotta stripe" },
  ],
  excludedClasses: ["two_person"],
};
