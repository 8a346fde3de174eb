// @vitest-environment jsdom
import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { InvoicePage } from "#app/components/account/invoice-page.tsx";
import { OrderPage } from "#app/components/account/order-page.tsx";
import { ThankYouPage } from "#app/components/checkout/thank-you-page.tsx";
import { orderConfirmationEmail } from "#app/models/order/email.ts";
import type { ChosenDelivery, Order } from "#app/models/order/order.ts";
import { money } from "#app/models/shared/money.ts";
import { renderPage } from "#tests/support/checks/render-page.tsx";
import { sampleOrder } from "#tests/support/people/order.ts";
import { wordsOf } from "#tests/support/people/page.ts";
import { demoStore } from "#tests/support/shops/store.ts";

afterEach(cleanup);

const SHIPMENT = { what: "Parcel", when: "Tuesday 24 November", variantIds: [11] };
const BOOKED = {
  what: "Two-person delivery",
  when: "booked for Tuesday 1 December",
  day: "2026-12-01",
  variantIds: [21],
};
const FURNITURE: ChosenDelivery = {
  method: "standard",
  name: "Standard delivery and two-person, room of choice",
  promises: [SHIPMENT, BOOKED],
  price: money(3900, "GBP"),
};
const COLLECTED: ChosenDelivery = {
  method: "collection",
  name: "Collect from Ledbury",
  promises: [{ what: "Collect from Ledbury", when: "ready from Tuesday 24 November", variantIds: [11, 21] }],
  price: money(0, "GBP"),
  collection: {
    address: ["4 Cider Mill Yard", "Ledbury HR8 9ZZ"],
    hours: ["Saturday, 10 am to 4 pm", "Closed on bank holidays in England"],
  },
};

/** The words of each page about the order, and of its email, with single spaces. */
function pagesOf(order: Order) {
  const pages = {
    "thank-you": (
      <ThankYouPage
        order={order}
        returns={{ law: "united-kingdom", cancellationDays: 14, days: 30 }}
        placedAtText="21 November 2026"
        stepDates={["20 November", "21 November", null, null]}
        offer={null}
      />
    ),
    order: (
      <OrderPage
        order={order}
        shipments={[]}
        history={[]}
        stepDates={["20 November", "21 November", null, null]}
        refunds={[]}
        returns={[]}
        refunded={money(0, "GBP")}
        canCancel
        canReturn={false}
        canWithdraw={false}
        done={null}
        wordsStates={[]}
        waits={[]}
        placedAtText="21 November 2026"
        sellerText="Hollybough Ltd"
        hasInvoice
        problem={null}
        again={{ text: "", isPossible: false, states: [], done: null }}
      />
    ),
    invoice: (
      <InvoicePage
        order={order}
        paidText="21 November 2026"
        placedText="21 November 2026"
        seller={{ lines: [], numbers: [] }}
        vat={[]}
        refunded={money(0, "GBP")}
        homePath="/account/orders/1"
      />
    ),
  };
  const email = orderConfirmationEmail({ order, store: demoStore, origin: "https://shop.example" });
  return [
    ...Object.values(pages).map((page) => wordsOf(renderPage(page).container) ?? ""),
    email.text.replace(/\s+/g, " "),
  ];
}

test("the thank-you page, the order, the invoice and the email show the booked day and the split", () => {
  for (const words of pagesOf(sampleOrder({ delivery: FURNITURE }))) {
    expect(words).toMatch(/booked for Tuesday 1 December/i);
    expect(words).toContain("Tuesday 24 November");
    expect(words).toContain("2 × Rainbow Stacker, Muted");
    expect(words).toContain("1 × City Pushchair, Sage");
  }
});

test("a collection order shows its date, place and opening hours", () => {
  const billingAddress = {
    ...sampleOrder().billingAddress,
    address1: "",
    address2: "",
    city: "",
    postal_code: "",
  };
  const order = sampleOrder({ delivery: COLLECTED, billingAddress });

  const [thankYou, ownOrder, invoice, email] = pagesOf(order);

  for (const words of [thankYou, ownOrder, email]) {
    expect(words).toMatch(/ready from Tuesday 24 November/i);
    expect(words).toContain("4 Cider Mill Yard");
    expect(words).toContain("Saturday, 10 am to 4 pm");
  }
  expect(invoice).toContain("Collected from");
  expect(thankYou).not.toContain("Billing address");
});

test("an order without stored delivery days shows the estimate that it was placed with", () => {
  const promises = [{ what: "Parcels", when: "Tuesday 24 November" }];

  for (const words of pagesOf(sampleOrder({ delivery: { ...FURNITURE, promises } })))
    expect(words).toContain("Tuesday 24 November");
});
