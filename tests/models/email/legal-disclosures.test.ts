import { expect, test } from "vitest";

import type { EmailPart } from "#app/models/email/document.ts";
import { cancellation, complaints } from "#app/models/email/legal-disclosures.ts";
import { dueDelivery } from "#app/models/order/returns/return.ts";
import { money } from "#app/models/shared/money.ts";
import { lawFrom } from "#app/models/store/law.ts";
import { deliveryRefundText } from "#app/models/store/return-cost.ts";
import { demoStore } from "#tests/support/shops/store.ts";

const origin = "https://shop.example";
const BRITISH = /\bcancel|satisfactory quality/i;
const UNION = /\bwithdraw|conform/i;

function wordsOf(blocks: ReadonlyArray<EmailPart>): string {
  return blocks
    .flatMap((block) =>
      typeof block === "string"
        ? [block]
        : block.kind === "form"
          ? block.lines
          : block.kind === "heading"
            ? [block.text]
            : [],
    )
    .join("\n");
}

const notice = (law: "united-kingdom" | "european-union" | "none", store = demoStore) =>
  wordsOf([
    ...cancellation(store, { law, origin, deliveryRefund: deliveryRefundText(store) }),
    ...complaints(store, law),
  ]);

test.each(["united-kingdom", "european-union", "none"] as const)(
  "what is refunded of the delivery is what the rule refunds: %s",
  (law) => {
    const words = notice(law);
    const charge = money(3_900, "GBP");
    const order = { delivery: { method: "two_person", name: "", promises: [], price: charge } };
    const dear = { delivery: { ...order.delivery, cheapest: money(395, "GBP") } };

    expect(dueDelivery("unsent", dear)).toBe(true);
    expect(dueDelivery("fault", dear)).toBe(true);
    expect(words).toContain("We refund all of it if we have not sent anything or are at fault.");
    expect([dueDelivery("in-time", order), dueDelivery("in-time", dear)]).toEqual([true, "cheapest"]);
    expect(words).toMatch(/what the cheapest delivery we offered for the order would have cost, .* 14 days/);
    expect(words).not.toMatch(/not refunded|extra/);
  },
);

test("British law gives the right to cancel, with its form", () => {
  const words = notice("united-kingdom");

  expect(words).toContain("Your right to cancel: 14 days");
  expect(words).toContain("Model cancellation form");
  expect(words).toContain("hereby give notice that I/We [*] cancel my/our [*] contract");
  expect(words).not.toMatch(UNION);
});

test("the law of the Union gives the right of withdrawal, with its form and where it is done online", () => {
  const words = notice("european-union");

  expect(words).toContain("Your right of withdrawal: 14 days");
  expect(words).toContain("Model withdrawal form");
  expect(words).toContain("hereby give notice that I/We [*] withdraw from my/our [*] contract");
  expect(words).toContain("within 14 days of the day on which you tell us");
  expect(words).toContain("You can also withdraw online at https://shop.example/withdraw");
  expect(words).toContain("legal guarantee of conformity");
  expect(words).not.toMatch(BRITISH);
});

test("a shop without the withdrawal function names no page for it", () => {
  const without = { ...demoStore, law: lawFrom({}) };

  expect(notice("european-union", without)).not.toContain("online");
});

test("elsewhere the email promises what the shop offers, and no right that the place may not have", () => {
  const words = notice("none");

  expect(words).toContain("You have 30 days from delivery to return anything unused");
  expect(words).toContain("Nothing here affects your legal rights.");
  expect(words).not.toMatch(BRITISH);
  expect(words).not.toMatch(UNION);
});
