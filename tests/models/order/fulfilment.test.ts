import { expect, test } from "vitest";

import { type FulfilmentHistory, unitsToReturn, unitsToSend } from "#app/models/order/fulfilment.ts";
import { isOrderLinkKey, orderLinkKey } from "#app/models/order/link.server.ts";
import { packingSlipHtml } from "#app/models/order/packing-slip.ts";
import { deliveryGround, dueDelivery, isReturnOpen, returnUntil } from "#app/models/order/returns/return.ts";
import { type OrderStatusNews, orderStatusEmail } from "#app/models/order/status-email.ts";
import { timelineOf } from "#app/models/order/timeline.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { money } from "#app/models/shared/money.ts";
import { carrierOf, trackingPage } from "#app/models/shipping/carrier.ts";
import { disputesOf } from "#app/models/order/payment/dispute.ts";
import { sampleOrder } from "#tests/support/people/order.ts";
import { demoStore } from "#tests/support/shops/store.ts";

const ID = "order_AAAAAAAAAAAAAAAAAAAAAA";
const OTHER = "order_BBBBBBBBBBBBBBBBBBBBBB";
const NOW = new Date("2026-11-21T12:00:00Z");
const DAY_MS = 86_400_000;

test("a link opens one order for thirty days, and fails with a changed character", () => {
  const key = orderLinkKey(ID, NOW);
  const after = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

  expect(isOrderLinkKey(ID, key, after(30))).toBe(true);
  expect(isOrderLinkKey(ID, key, after(31))).toBe(false);
  expect(isOrderLinkKey(OTHER, key, NOW)).toBe(false);
  for (let index = 0; index < key.length; index += 1) {
    const other = key[index] === "a" ? "b" : "a";
    expect(isOrderLinkKey(ID, key.slice(0, index) + other + key.slice(index + 1), NOW)).toBe(false);
  }
  for (const junk of ["", ".", `${key}=`, `zzzzzzzzz.${key.split(".")[1] ?? ""}`])
    expect(isOrderLinkKey(ID, junk, NOW)).toBe(false);
});

test.each([
  // The day of delivery does not count; the last day counts whole, in the shop's own time.
  ["2026-11-01T09:00:00Z", "2026-12-01"],
  ["2026-11-01T23:59:00Z", "2026-12-01"],
  // Half past midnight on the second in British summer time.
  ["2026-09-01T23:30:00Z", "2026-10-02"],
  ["2026-10-24T12:00:00Z", "2026-11-23"],
])("an order delivered %s can be returned until %s", (deliveredAt, until) => {
  const last = new Date(`${until}T22:30:00Z`);

  expect(returnUntil(deliveredAt, demoStore)).toBe(until);
  expect(isReturnOpen(deliveredAt, demoStore, last)).toBe(true);
  expect(isReturnOpen(deliveredAt, demoStore, new Date(last.getTime() + DAY_MS))).toBe(false);
});

test("without a delivery date the return period does not start", () => {
  expect(isReturnOpen(null, demoStore, new Date("2030-01-01"))).toBe(true);
});

const WHOLE = {
  ...{ deliveredAt: "2026-11-01T09:00:00Z", isSent: true, isWhole: true },
  ...{ reasons: ["changed-mind"], requestedAt: "2026-11-15T23:00:00Z" },
};
const LATE = { requestedAt: "2026-11-16T09:00:00Z" };

test.each([
  ["in time", {}, "cheapest"],
  ["before it is known to have arrived", { deliveredAt: null }, "cheapest"],
  ["too late", LATE, false],
  ["for a fault, in time", { reasons: ["faulty"] }, true],
  ["for a fault of one item, late", { ...LATE, reasons: ["changed-mind", "damaged"] }, true],
  ["in part for a fault", { reasons: ["faulty"], isWhole: false }, false],
  ["that was never sent", { deliveredAt: null, isSent: false }, true],
  ["that was never sent, in part", { deliveredAt: null, isSent: false, isWhole: false }, false],
])("of an order that goes back %s, the delivery that is due is known", (_, facts, due) => {
  const ground = deliveryGround({ ...WHOLE, ...facts }, demoStore);
  const { delivery } = sampleOrder();
  const express = { delivery: { ...delivery, cheapest: money(395, "GBP") } };

  expect(dueDelivery(ground, express)).toBe(due);
  // Where nothing cheaper was offered, all of it is what the cheapest costs.
  expect(dueDelivery(ground, { delivery })).toBe(due !== false);
});

test("carriers are found by key or name, and their tracking pages contain the number", () => {
  expect(trackingPage(carrierOf("Royal Mail"), "AB 12/3")).toBe(
    "https://www.royalmail.com/track-your-item#/tracking-results/AB%2012%2F3",
  );
  expect(carrierOf("dpd").name).toBe("DPD");
  expect(trackingPage(carrierOf("A man with a van"), "1")).toBeNull();
  expect(trackingPage(carrierOf("dpd"), "")).toBeNull();
});

const NO_LINE = {
  id: "a",
  sent: 0,
  refunded: 0,
  unsent: 0,
  requested: 0,
  refundedWithoutReturn: 0,
  workStartedAt: null,
  wordsChangedAt: null,
};
const LIFE: FulfilmentHistory = {
  lines: [NO_LINE, NO_LINE],
  shipments: [],
  refunds: [],
  returns: [],
  disputes: [],
  credit: null,
  familyCredit: 0,
  moves: [],
  deliveredAt: "2026-11-21T10:00:00Z",
};

test("units refunded before sending are neither sent nor returned", () => {
  const lines = [{ ...NO_LINE, sent: 1, refunded: 1, unsent: 1 }, NO_LINE];
  const order = sampleOrder({ status: "partially-shipped" });

  expect(unitsToSend(order, { lines })).toEqual([0, 1]);
  expect(unitsToReturn(order, { lines })).toEqual([1, 0]);
  expect(unitsToReturn({ ...order, status: "delivered" }, { lines })).toEqual([1, 1]);
  expect(unitsToReturn({ ...order, status: "paid" }, { lines })).toEqual([0, 0]);
});

const REFUND = {
  id: "refund_1",
  creditNote: "CN-000001",
  amount: money(5400, "GBP"),
  reason: "return R100001-1",
  by: "owner",
  status: "queued",
  isCredit: false,
  isPaidAnotherWay: false,
  lastError: null,
  createdAt: NOW.toISOString(),
  completedAt: null,
  failedAt: null,
  contents: [{ name: "Rainbow Stacker", quantity: 1 }],
  hasDelivery: true,
  delivery: money(395, "GBP"),
  goodwill: money(0, "GBP"),
  setOff: money(0, "GBP"),
  wear: money(0, "GBP"),
  wearReason: "",
  returnCost: money(0, "GBP"),
  words: "",
} as const;
const RETURN = {
  number: "R100001-1",
  status: "requested",
  legalBasis: null,
  recipientRemedy: null,
  note: "",
  requestedAt: NOW.toISOString(),
  arrivedAt: null,
  receivedAt: null,
  wayBack: null,
  contents: [{ name: "Rainbow Stacker", quantity: 1, reason: "faulty" }],
} as const;

test("the history lists status changes, refunds and returns in order of time", () => {
  const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`;
  const move = { reason: "", by: "owner" };
  const life: FulfilmentHistory = {
    ...LIFE,
    moves: [
      { ...move, from: null, to: "awaiting-payment", at: at(0) },
      { ...move, from: "packed", to: "paid", at: at(4) },
    ],
    refunds: [{ ...REFUND, status: "completed", createdAt: at(1), completedAt: at(3) }],
    returns: [{ ...RETURN, requestedAt: at(2) }],
  };

  expect(timelineOf(life, "en-GB").map(({ what }) => what)).toEqual([
    "Placed",
    "Refund of £54.00 started",
    "Return R100001-1 requested",
    "£54.00 refunded",
    "Back in preparation",
  ]);
});

test("an inquiry that ended was never a dispute in the history, to the shop or to the buyer", () => {
  const about = { reference: "dp_1", amount: { minor: 1000, currency: "GBP" } };
  const events = (["inquiry", "dispute-won"] as const).map((type, minute) => ({
    ...{ ...about, type, detail: null, receivedAt: `2026-11-21T10:0${minute}:00.000Z` },
  }));
  const life: FulfilmentHistory = { ...LIFE, disputes: disputesOf(events) };
  const whats = (isForShop: boolean) => timelineOf(life, "en-GB", { isForShop }).map(({ what }) => what);

  expect(whats(true)).toEqual(["Customer’s bank asks about £10.00", "Bank’s question about £10.00 closed"]);
  expect(whats(false)).toEqual([
    "Your bank asks about £10.00 of this payment",
    "Your bank’s question settled",
  ]);
});

const SHIPMENT = {
  id: 1,
  carrier: "DPD",
  number: "JD 14",
  url: "https://track.dpd.co.uk/search?reference=JD14",
  sentAt: NOW.toISOString(),
  contents: [{ name: "Rainbow Stacker", quantity: 2 }],
};

const LINK = `http://localhost:3000/orders/${ID}?k=${orderLinkKey(ID, NOW)}`;

const mailAbout = (news: OrderStatusNews, changes: Partial<Parameters<typeof orderStatusEmail>[0]> = {}) =>
  orderStatusEmail(
    {
      ...{ order: sampleOrder(), life: LIFE, store: demoStore, origin: "http://localhost:3000", link: LINK },
      ...changes,
    },
    news,
  );

const MONOGRAM = {
  ...{ name: "Monogram", text: "EB", price: money(0, "GBP"), workingDays: 2, isReturnable: true },
  plainLabel: null,
};

const NEWS: ReadonlyArray<readonly [OrderStatusNews, ReadonlyArray<string>]> = [
  [
    { about: "shipped", shipment: SHIPMENT },
    ["is on its way", "DPD", "JD 14", "2 × Rainbow Stacker", SHIPMENT.url],
  ],
  [{ about: "delivered" }, ["has been delivered", "until 21 December 2026", "within 14 days"]],
  [
    { about: "address-changed", isLater: true },
    ["Your delivery address has been changed", "Stroud", "It may take longer"],
  ],
  [
    { about: "words-changed", line: { ...sampleOrder().lines[0]!, personalisation: MONOGRAM } },
    [
      "You have changed your monogram",
      "changed the monogram on an item of order",
      "until we start the monogram",
    ],
  ],
  [{ about: "cancelled" }, ["has been cancelled", "We are refunding £54.00"]],
  [{ about: "refunded", refund: REFUND }, ["Refund of £54.00", "5 working days", "Express delivery"]],
  [
    {
      about: "refunded",
      refund: { ...REFUND, goodwill: REFUND.amount, contents: [], delivery: money(0, "GBP") },
    },
    ["Refund of £54.00", "a gesture of goodwill", "nothing to send back"],
  ],
  [
    { about: "refunded", refund: { ...REFUND, isPaidAnotherWay: true } },
    ["Refund of £54.00", "paid you back £54.00", "another way", "do not owe you this money any more"],
  ],
  [
    { about: "refunded", refund: { ...REFUND, setOff: money(1000, "GBP") } },
    ["Refund of £54.00", "We had already refunded £10.00", "Express delivery"],
  ],
  [
    { about: "return-requested", returned: RETURN },
    ["R100001-1", "faulty or has broken", "What happens next", "Cider Mill"],
  ],
  [
    { about: "return-received", returned: RETURN },
    ["We have received your return", "We are refunding £54.00"],
  ],
];

test.each(NEWS)(
  "the email about %o has the same content in text and HTML, with a link to the order",
  (news, words) => {
    const mail = mailAbout(news, { life: { ...LIFE, refunds: [REFUND] } });

    expect(mail.subject).toMatch(/100001/);
    for (const word of [...words, LINK, "Hollybough Ltd"]) {
      expect(mail.text + mail.subject).toContain(word);
      expect(mail.html + mail.subject).toContain(word);
    }
  },
);

test.each([["07700 900142"], [""]])(
  "the email about an address with the phone number %j has no empty line",
  (phone) => {
    const deliveryAddress = { ...sampleOrder().deliveryAddress, phone };
    const { text } = mailAbout(
      { about: "address-changed", isLater: false },
      { order: sampleOrder({ deliveryAddress }) },
    );

    expect(text).toMatch(phone === "" ? /United Kingdom\n\n/ : /United Kingdom\n +07700 900142\n\n/);
  },
);

test("a collected order's email says that it is ready, and an unpaid cancelled order's mentions no refund", () => {
  const order = sampleOrder({ delivery: { ...sampleOrder().delivery, method: "collection" } });

  expect(mailAbout({ about: "shipped", shipment: SHIPMENT }, { order }).subject).toContain(
    "ready to collect",
  );
  const unpaid = mailAbout({ about: "cancelled" }, { order: { ...order, paidAt: null } });
  expect(unpaid.text).toContain("You have not been charged");
});

test("a cancellation email names what was refunded before beside what is refunded now, each in its currency", () => {
  const at = new Date(NOW.getTime() + 60_000).toISOString();
  const moves = [{ from: "paid", to: "cancelled", reason: "", by: "owner", at }];
  const textOf = (...refunds: FulfilmentHistory["refunds"]) =>
    mailAbout({ about: "cancelled" }, { life: { ...LIFE, moves, refunds } }).text;

  expect(textOf(REFUND)).toContain("We had already refunded £54.00, so there is nothing more to refund.");
  expect(textOf({ ...REFUND, isCredit: true })).toContain("There is nothing more to refund.");
  const now = { ...REFUND, id: "refund_2", createdAt: at };
  const elsewhere = { ...REFUND, by: "payment", amount: money(500, "GBP"), status: "completed" } as const;
  expect(textOf(elsewhere, { ...now, setOff: money(500, "GBP") })).toContain(
    "We had already refunded £5.00.",
  );
  expect(textOf(REFUND, now)).toMatch(/We are refunding £54\.00 .* We had already refunded £54\.00\./);
  expect(textOf({ ...now, amount: money(6000, "EUR") })).toContain("We are refunding €60.00");
});

test("the cancellation of what was left of a partly sent order calls only that cancelled, with its own refund", () => {
  const at = new Date(NOW.getTime() + 60_000).toISOString();
  const moves = [{ from: "disputed", to: "shipped", reason: "", by: "owner", at }];
  const now = { ...REFUND, id: "refund_2", createdAt: at };
  const life = { ...LIFE, moves, refunds: [REFUND, now], lines: [{ ...NO_LINE, sent: 1 }, NO_LINE] };

  const mail = mailAbout({ about: "cancelled" }, { life });

  expect(mail.subject).toBe("The rest of your Hollybough order 100001 has been cancelled");
  expect(mail.text).toContain("What we had already sent is not cancelled.");
  expect(mail.text).toMatch(/We are refunding £54\.00 .* We had already refunded £54\.00\./);
  expect(mail.text + mail.html).not.toMatch(
    /Your order has been cancelled|^Order 100001 has been cancelled/m,
  );
  expect(mail.html).not.toContain("OrderCancelled");
});

test.each(["Pacific/Auckland", "America/New_York", "Pacific/Kiritimati"])(
  "a delivery email of a shop in %s names the last day of returns itself",
  (timeZone) => {
    const store = { ...demoStore, timeZone };
    const life = { ...LIFE, deliveredAt: "2026-06-10T12:00:00.000Z" };

    const until = returnUntil(life.deliveredAt, store) ?? "";
    expect(mailAbout({ about: "delivered" }, { life, store }).text).toContain(
      `return it until ${longDay(until, "en-GB")}.`,
    );
  },
);

test("a packing slip lists the parcel's contents, escapes input, and hides the prices of a gift", () => {
  const order = sampleOrder({ note: "<script>alert(1)</script>" });
  const slip = packingSlipHtml({ order, store: demoStore, units: [1, 0] });

  expect(slip).toContain("Rainbow Stacker");
  expect(slip).not.toContain("City Pushchair");
  expect(slip).toContain("£24.00");
  expect(slip).toContain("&lt;script&gt;");
  const gift = { ...order, hasGiftReceipt: true };
  expect(packingSlipHtml({ order: gift, store: demoStore, units: [1, 1] })).not.toContain("£");
});

test.each([
  [null, false],
  [0, true],
])("the email about a return says what goes back on the code of a credit: %s", (credit, isNamed) => {
  const order = sampleOrder();
  const { text } = mailAbout(
    { about: "return-received", returned: { ...RETURN, status: "received" } },
    { order: { ...order, totals: { ...order.totals, coupon: "GIFT-1" } }, life: { ...LIFE, credit } },
  );

  expect(text).toContain("No further refund to your original payment method is due");
  expect(text.includes("What code GIFT-1 paid of these items is back on the code.")).toBe(isNamed);
});
