import { expect, test } from "vitest";

import { InvoicePage } from "#app/components/customer/invoice-page.tsx";
import { OrderPage } from "#app/components/customer/order-page.tsx";
import { DoneNotice, WithdrawalNote } from "#app/components/order/order-actions.tsx";
import { ThankYouPage } from "#app/components/checkout/thank-you-page.tsx";
import { orderConfirmationEmail } from "#app/models/order/email.ts";
import type { ChosenDelivery, Order } from "#app/models/order/order.ts";
import { money } from "#app/models/shared/money.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";
import { sampleOrder } from "#tests/support/people/order.ts";
import { wordsOf } from "#tests/support/people/page.ts";
import { demoStore } from "#tests/support/shops/store.ts";

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

const DATES = ["20 November", "21 November", null, null];

/** The words of each page about the order, and of its email, with single spaces. */
async function pagesOf(order: Order, needed: string | null = null) {
  const text = "21 November 2026";
  const pages = [
    <ThankYouPage
      key="thank-you"
      order={order}
      spareGifts={[]}
      hasOpenDispute={false}
      preorder={null}
      needed={needed}
      returns={{ law: "united-kingdom", cancellationDays: 14, days: 30 }}
      wasPaid
      isOwed={false}
      placedAtText={text}
      stepDates={DATES}
      offer={null}
    />,
    <OrderPage
      key="order"
      order={order}
      shipments={[]}
      history={[]}
      stepDates={DATES}
      refunds={[]}
      returns={[]}
      preorders={[]}
      needed={needed}
      madeForYou={[]}
      money={[]}
      canCancel
      canReturn={false}
      canWithdraw={false}
      done={null}
      wordsStates={[]}
      spareGifts={[]}
      placedAtText={text}
      sellerText="Hollybough Ltd"
      hasInvoice
      problem={null}
      again={{ text: "", isPossible: false, states: [], done: null }}
    />,
    <InvoicePage
      key="invoice"
      order={order}
      paidText={text}
      placedText={text}
      seller={{ lines: [], numbers: [] }}
      vat={[]}
      money={[]}
      homePath="/account/orders/1"
    />,
  ];
  const words: Array<string> = [];
  for (const page of pages) words.push(wordsOf((await staticPage(page)).page) ?? "");
  const email = orderConfirmationEmail({ order, store: demoStore, origin: "https://shop.example" });
  return [...words, email.text.replace(/\s+/g, " ")];
}

test.each([
  [["Monogram"], "We have saved your new monogram."],
  [["Engraving", "Monogram"], "We have saved your new personalisation."],
])("an order with %j says what was changed", async (names, text) => {
  const order = sampleOrder();
  const lines = names.map((name) => ({
    ...order.lines[0]!,
    personalisation: {
      name,
      text: "EB",
      price: money(0, "GBP"),
      workingDays: 0,
      isReturnable: true,
      plainLabel: null,
    },
  }));
  const notice = <DoneNotice order={{ ...order, lines }} refunds={[]} done="words" />;

  expect(wordsOf((await staticPage(notice)).page)).toContain(text);
});

test.each([
  [true, "“Return items” is our own promise beside it."],
  [false, "at once."],
])(
  "the way out that the law gives is a link with its difference, beside returns: %s",
  async (canReturn, end) => {
    const note = <WithdrawalNote order={sampleOrder()} canCancel={false} canReturn={canReturn} canWithdraw />;
    const { page } = await staticPage(note);

    expect(wordsOf(page)).toMatch(/^Withdraw from contract here: your right by law, without a reason/);
    expect(wordsOf(page)?.endsWith(end)).toBe(true);
    expect(page.querySelector("a")?.className).toBe("link");
  },
);

test("the thank-you page, the order, the invoice and the email show the booked day and the split", async () => {
  for (const words of await pagesOf(sampleOrder({ delivery: FURNITURE }))) {
    expect(words).toMatch(/booked for Tuesday 1 December/i);
    expect(words).toContain("Tuesday 24 November");
    expect(words).toContain("2 × Rainbow Stacker, Muted");
    expect(words).toContain("1 × City Pushchair, Sage");
  }
});

test("a collection order shows its date, place and opening hours", async () => {
  const none = { address1: "", address2: "", city: "", postal_code: "" };
  const billingAddress = { ...sampleOrder().billingAddress, ...none };
  const order = sampleOrder({ delivery: COLLECTED, billingAddress });

  const [thankYou, ownOrder, invoice, email] = await pagesOf(order);

  for (const words of [thankYou, ownOrder, email]) {
    expect(words).toMatch(/ready from Tuesday 24 November/i);
    expect(words).toContain("4 Cider Mill Yard");
    expect(words).toContain("Saturday, 10 am to 4 pm");
  }
  expect(invoice).toContain("Collected from");
  expect(thankYou).not.toContain("Billing address");
});

test("the thank-you page, the order and the email show the day by which it is needed", async () => {
  const promises = [{ ...SHIPMENT, from: "2026-11-24", to: "2026-11-24" }];
  const order = sampleOrder({ delivery: { ...FURNITURE, promises, neededBy: "2026-12-01" } });
  const needed = "Needed by 1 December. It arrives in time.";

  const [thankYou, ownOrder, , email] = await pagesOf(order, needed);
  for (const words of [thankYou, ownOrder, email]) expect(words).toContain(needed);
  for (const words of await pagesOf(sampleOrder({ delivery: FURNITURE })))
    expect(words).not.toContain("Needed by");
});

test("an order without stored delivery days shows the estimate that it was placed with", async () => {
  const promises = [{ what: "Parcels", when: "Tuesday 24 November" }];

  for (const words of await pagesOf(sampleOrder({ delivery: { ...FURNITURE, promises } })))
    expect(words).toContain("Tuesday 24 November");
});
