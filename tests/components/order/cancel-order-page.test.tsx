import { expect, test } from "vitest";

import { CancelOrderPage } from "#app/components/order/cancel-order-page.tsx";
import { money } from "#app/models/shared/money.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";
import { sampleOrder } from "#tests/support/people/order.ts";
import { wordsOf } from "#tests/support/people/page.ts";

const PAID_AT = "2026-11-21T10:00:00.000Z";
const UNCHARGED = "You have not been charged.";

test.each([
  ["paid", PAID_AT, 4_500, "We’ll refund £45.00 to your original payment method"],
  ["not paid", null, 0, UNCHARGED],
  ["refunded before", PAID_AT, 0, "You have already been refunded."],
])("of an order that was %s, the page says what is refunded", async (_, paidAt, minor, words) => {
  const { page } = await staticPage(
    <CancelOrderPage
      order={sampleOrder({ paidAt })}
      homePath="/"
      canCancel
      isWorkBegun={false}
      refund={money(minor, "GBP")}
      problem={null}
    />,
  );

  const text = wordsOf(page) ?? "";
  expect(text).toContain(words);
  expect(text.includes(UNCHARGED)).toBe(paidAt === null);
});
