import type { ComponentProps } from "react";
import { expect, test } from "vitest";

import { ThankYouPage } from "#app/components/checkout/thank-you-page.tsx";
import { CancelOrderPage } from "#app/components/order/cancel-order-page.tsx";
import { PreorderPage } from "#app/components/order/preorder-page.tsx";
import type { OrderStatus } from "#app/models/order/status.ts";
import { money } from "#app/models/shared/money.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";
import { sampleOrder } from "#tests/support/people/order.ts";
import { wordsOf } from "#tests/support/people/page.ts";

const PAID_AT = "2026-11-21T10:00:00.000Z";
const UNCHARGED = "You have not been charged.";

type CancelProps = ComponentProps<typeof CancelOrderPage>;

const cancelPage = (
  props: Pick<CancelProps, "order" | "canCancel" | "refund"> &
    Partial<Pick<CancelProps, "part" | "hasOpenDispute">>,
) =>
  staticPage(
    <CancelOrderPage
      homePath="/"
      part={null}
      isWorkBegun={false}
      hasOpenDispute={false}
      problem={null}
      {...props}
    />,
  );

test.each([
  ["paid", PAID_AT, 4_500, "We’ll refund £45.00 to your original payment method"],
  ["not paid", null, 0, UNCHARGED],
  ["refunded before", PAID_AT, 0, "You have already been refunded."],
])("of an order that was %s, the page says what is refunded", async (_, paidAt, minor, words) => {
  const { page } = await cancelPage({
    order: sampleOrder({ paidAt }),
    canCancel: true,
    refund: money(minor, "GBP"),
  });

  const text = wordsOf(page) ?? "";
  expect(text).toContain(words);
  expect(text.includes(UNCHARGED)).toBe(paidAt === null);
});

test("of a partly sent order the page names what is cancelled, and does not promise the rest", async () => {
  const { page } = await cancelPage({
    order: sampleOrder({ status: "partially-shipped", paidAt: PAID_AT }),
    canCancel: true,
    part: [2, 0],
    refund: money(4_500, "GBP"),
  });

  const text = wordsOf(page) ?? "";
  expect(text).toContain("We will not send Rainbow Stacker. We’ll refund £45.00");
  expect(text).not.toMatch(/any of it|City Pushchair|Cancel order/);
});

const UNTIL_DECIDED = "until your bank has decided";

test.each<readonly [string, OrderStatus, boolean, string]>([
  ["disputed", "disputed", true, UNTIL_DECIDED],
  ["lost in a dispute", "disputed", false, "We will not send anything more."],
  ["under review", "payment-review", false, "We are checking your payment."],
  ["declined", "declined", false, UNCHARGED.slice(0, -1)],
  ["packed", "packed", false, "It has already been packed or sent."],
])("of an order that is %s, the page says why it cannot be cancelled", async (_, status, isOpen, words) => {
  const { page } = await cancelPage({
    order: sampleOrder({ status, paidAt: PAID_AT }),
    canCancel: false,
    hasOpenDispute: isOpen,
    refund: money(0, "GBP"),
  });

  const text = wordsOf(page) ?? "";
  expect(text).toContain(words);
  expect(text.includes("already been packed or sent")).toBe(status === "packed");
  expect(text.includes(UNTIL_DECIDED)).toBe(isOpen);
});

const confirmation = (
  props: Pick<ComponentProps<typeof ThankYouPage>, "order" | "hasOpenDispute" | "wasPaid" | "isOwed">,
) =>
  staticPage(
    <ThankYouPage
      {...props}
      spareGifts={[]}
      preorder={null}
      needed={null}
      returns={{ law: "united-kingdom", cancellationDays: 14, days: 30 }}
      placedAtText="21 November 2026"
      stepDates={[null, null, null, null]}
      offer={null}
    />,
  );

test.each([true, false])("the confirmation of a disputed order, undecided: %s", async (isOpen) => {
  const order = sampleOrder({ status: "disputed", paidAt: PAID_AT });
  const { page } = await confirmation({ order, hasOpenDispute: isOpen, wasPaid: true, isOwed: false });

  const text = wordsOf(page) ?? "";
  expect(text.includes(UNTIL_DECIDED)).toBe(isOpen);
  expect(text.includes("Your bank has returned the payment")).toBe(!isOpen);
});

test.each([true, false])(
  "the confirmation of an order whose money goes back, which failed: %s",
  async (isOwed) => {
    const order = sampleOrder({ status: "refunded", paidAt: null });
    const { page } = await confirmation({ order, hasOpenDispute: false, wasPaid: true, isOwed });

    const text = wordsOf(page) ?? "";
    expect(text.includes("We still owe you this money")).toBe(isOwed);
    expect(text.includes("You’ll get the full amount back")).toBe(!isOwed);
  },
);

test.each([
  ["whose late money goes back", true, false, "about your payment"],
  ["whose late money is owed", true, true, "We still owe you this money"],
  ["that was never paid", false, false, "Your basket has not changed"],
])("the confirmation of a cancelled order %s", async (_, wasPaid, isOwed, words) => {
  const order = sampleOrder({ status: "cancelled", paidAt: null });
  const { page } = await confirmation({ order, hasOpenDispute: false, wasPaid, isOwed });

  const text = wordsOf(page) ?? "";
  expect(text).toContain(words);
  expect(text.includes("Your basket has not changed")).toBe(!wasPaid);
});

test.each([
  [0, "we’ll confirm by email."],
  [4_500, "we’ll refund £45.00 to your original payment method and confirm by email."],
])(
  "the page that cancels a pre-order names a refund of %s pence only if there is one",
  async (minor, words) => {
    const { page } = await staticPage(
      <PreorderPage
        {...{ number: 1000, names: ["Rainbow Stacker"], text: null, before: null, sendBy: "", problem: null }}
        {...{ path: "/", homePath: "/", canCancel: true, refund: money(minor, "GBP") }}
      />,
    );

    expect(wordsOf(page)).toContain(words);
  },
);
