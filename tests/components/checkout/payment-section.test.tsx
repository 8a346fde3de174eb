import { expect, test } from "vitest";

import { PaymentSection } from "#app/components/checkout/payment-section.tsx";
import { NOTICE_SEEN } from "#app/models/checkout/notice-seen.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { PAYMENT_MINUTES } from "#app/models/order/order.ts";
import { money } from "#app/models/shared/money.ts";
import { CHECKOUT_VIEW } from "#tests/support/checks/checkout-pages.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";

const LIMIT = `The payment page stays open for ${PAYMENT_MINUTES} minutes`;

test.each([
  [2_600, true, true],
  [2_600, false, true],
  [0, false, false],
])(
  "an order of %i pence, at a test page: %s, names the time limit of its payment: %s",
  async (minor, isTestPayment, isNamed) => {
    const totals = { ...CHECKOUT_VIEW.totals, total: money(minor, "GBP") };
    const view = { ...CHECKOUT_VIEW, totals };
    const { page } = await staticPage(<PaymentSection {...{ view, isTestPayment }} undeliverable="" />);

    expect(page.textContent.includes(LIMIT)).toBe(isNamed);
  },
);

test("the notice on the legal guarantee stands before the button, and without it the page is the same byte for byte", async () => {
  const drawn = async (view: CheckoutView) =>
    (await staticPage(<PaymentSection {...{ view, isTestPayment: true }} undeliverable="" />)).page.innerHTML;
  const shown = { ...CHECKOUT_VIEW, chosenMethod: "standard" };
  const plain = await drawn(shown);
  const notice = { languages: "en", title: "Legal guarantee", html: "<p>Two years</p>" };
  const page = await drawn({ ...shown, legalGuarantee: notice });

  expect(await drawn({ ...shown, legalGuarantee: undefined })).toBe(plain);
  expect(plain).not.toContain(NOTICE_SEEN);
  expect(page).toContain(`name="${NOTICE_SEEN}" value="en"`);
  expect(page.indexOf("Two years")).toBeLessThan(page.indexOf("Place order"));
});
