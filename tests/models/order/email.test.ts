import { JSDOM } from "jsdom";
import { expect, test } from "vitest";

import { orderConfirmationEmail, orderPaidTwiceEmail, orderRefundedEmail } from "#app/models/order/email.ts";
import { money } from "#app/models/shared/money.ts";
import { sampleOrder } from "#tests/support/people/order.ts";
import { demoStore } from "#tests/support/shops/store.ts";

const origin = "https://shop.example";
const write = (changes = {}) =>
  orderConfirmationEmail({
    order: sampleOrder(changes),
    store: demoStore,
    origin,
    warnings: [
      { name: "Rainbow Stacker", warnings: ["Warning: for use under the direct supervision of an adult."] },
    ],
  });

/** What is not run is data. */
const RUNS = "script:not([type='application/ld+json'])";

/** What the law wants in the message itself, and what a shopper looks for. */
const REQUIRED = [
  "Thank you, Hannah",
  "100001",
  "21 November 2026",
  "Rainbow Stacker",
  "Muted",
  "Quantity 2 at £24.00 each",
  "£48.00",
  "City Pushchair",
  "£649.00",
  "£697.00",
  "Express delivery",
  "£6.95",
  "£703.95",
  "Including £117.33 VAT",
  "Parcels: Tuesday 24 November",
  "Hannah Okafor",
  "14 Slad Road",
  "Flat 2",
  "Stroud GL5 1QN",
  "Hollybough Ltd",
  "4 Cider Mill Yard",
  "Ledbury",
  "HR8 9ZZ",
  "company number 00000000",
  "GB 000 0000 00",
  "01632 960 184",
  "hello@hollybough.example",
  "within 14 days without giving a reason",
  "Model cancellation form",
  "hereby give notice",
  "Signature of consumer(s)",
  "Complaints and questions",
  "safety@hollybough.example",
  "Age guidance: 12 months +",
  "Warning: for use under the direct supervision of an adult.",
  `${origin}/checkout/thank-you/order_AAAAAAAAAAAAAAAAAAAAAA`,
];

test("the text part alone contains all legally required and useful information", () => {
  const { text } = write();

  for (const words of REQUIRED) expect(text).toContain(words);
  expect(text).not.toMatch(/<[a-z]|&[a-z]+;|undefined|null|\[object/);
});

test("the HTML part contains the same, in one outline and in the shop's language", () => {
  const { html } = write();
  const { document } = new JSDOM(html).window;

  const shown = `${document.body.textContent} ${[...document.querySelectorAll("a")].map(({ href }) => href).join(" ")}`;
  for (const words of REQUIRED) expect(shown).toContain(words);
  expect(document.documentElement.lang).toBe("en-GB");
  expect(document.querySelectorAll("h1")).toHaveLength(1);
  expect(document.querySelectorAll("h2").length).toBeGreaterThanOrEqual(5);
  expect(document.title).toBe("We have received your Hollybough order 100001");
});

test("the HTML contains no script, and shows an image beside each item's name", () => {
  const { document } = new JSDOM(write().html).window;

  expect(document.querySelectorAll(`${RUNS}, link, iframe, object, form`)).toHaveLength(0);
  expect([...document.querySelectorAll("img")].map(({ src, alt }) => [src, alt])).toEqual([
    [`${origin}/icon-192.png`, ""],
    [`${origin}/image/products/rainbow-stacker-1.jpg?w=240&f=jpeg`, "Rainbow Stacker, Muted"],
    [`${origin}/image/products/city-pushchair-1.jpg?w=240&f=jpeg`, "City Pushchair, Sage"],
  ]);
  for (const link of document.querySelectorAll("a")) expect(link.href).toMatch(/^https:\/\/shop\.example\//);
});

test("a shopper's input stays text", () => {
  const evil = `"><img src=x onerror=alert(1)><script>alert(1)</script>`;
  const order = sampleOrder();
  const { html, text } = write({
    deliveryAddress: { ...order.deliveryAddress, first_name: evil, address1: evil, city: evil },
    billingAddress: { ...order.billingAddress, first_name: evil },
    giftMessage: evil,
    note: evil,
    lines: order.lines.map((line) => ({
      ...line,
      name: evil,
      variantLabel: evil,
      gift: { paper: evil, message: evil },
    })),
  });
  const { document } = new JSDOM(html).window;

  expect(document.querySelectorAll(RUNS)).toHaveLength(0);
  expect(document.querySelectorAll("img[src=x], [onerror]")).toHaveLength(0);
  expect(document.body.textContent).toContain(evil);
  expect(text).toContain(evil);
});

const MADE = {
  ...{ name: "Engraving", text: "Ida", price: money(0, "GBP"), workingDays: 2 },
  ...{ isReturnable: false, plainLabel: null },
};
const UNTIL = "cancel until we start engraving, pack or send it.";

test.each([
  ["GB", "The right to cancel does not cover this order, because all of it is made to your instructions."],
  ["IE", "The right of withdrawal does not cover this order"],
])("an order of engraved items only, to %s, gives no days to cancel", (country_code, right) => {
  const order = sampleOrder();
  const lines = order.lines.map((line) => ({ ...line, personalisation: MADE }));
  const text = write({ lines, deliveryAddress: { ...order.deliveryAddress, country_code } }).text;

  expect(text).toContain(right);
  expect(text.split(UNTIL)).toHaveLength(lines.length + 2);
  expect(text).toContain("Returning a faulty item costs you nothing");
  expect(text).not.toMatch(
    /within 14 days|30 days from delivery|Model cancellation form|without giving a reason/,
  );
});

test("with one item that is not engraved the right to cancel stands, and its exception", () => {
  const [first, ...others] = sampleOrder().lines;
  const { text } = write({ lines: [{ ...first, personalisation: MADE }, ...others] });

  expect(text.split(UNTIL)).toHaveLength(2);
  expect(text).toContain("within 14 days without giving a reason");
  expect(text).toContain(
    "The right to cancel does not cover: engraved and personalised items, unless faulty",
  );
});

test("a discount and free delivery are listed", () => {
  const order = sampleOrder();
  const { text } = write({
    delivery: { ...order.delivery, price: money(0, "GBP") },
    totals: {
      ...order.totals,
      discount: money(1000, "GBP"),
      delivery: money(0, "GBP"),
      total: money(68700, "GBP"),
    },
  });

  expect(text).toContain("Discount: −£10.00");
  expect(text).toContain("Express delivery: Free");
  expect(text).toContain("Paid: £687.00");
});

test("the buyer sees wrapping, cards and the parcel without prices, with all prices", () => {
  const order = sampleOrder();
  const [stacker] = order.lines;
  const wrap = { price: money(900, "GBP"), vat: money(150, "GBP"), taxRateBasisPoints: 2000 };
  const gift = { paper: "Holly-leaf print", message: "Happy birthday!\nLove, Grandma" };
  const { text } = write({
    hasGiftReceipt: true,
    lines: [{ ...stacker, gift, wrap }],
    totals: { ...order.totals, wrap: money(900, "GBP") },
  });

  for (const words of [
    "Wrapped in holly-leaf print: £9.00",
    "  Card: Happy birthday!\n  Love, Grandma",
    "Gift wrapping: £9.00",
    "There are no prices in the parcel.",
    "£48.00",
  ])
    expect(text).toContain(words);
});

test.each([
  [
    "the apology names the order and the refunded sum",
    orderRefundedEmail({ order: sampleOrder(), store: demoStore, origin }),
    "Sorry, we cannot send your Hollybough order 100001",
    ["£703.95", "Sorry, we cannot send your order", "Rainbow Stacker"],
  ],
  [
    "the email about money after a cancellation says so, and nothing of stock",
    orderRefundedEmail({ order: sampleOrder(), store: demoStore, origin }, true),
    "We are refunding your payment for Hollybough order 100001",
    ["had been cancelled before your payment for it arrived", "We are refunding the full £703.95"],
  ],
  [
    "the email about a second payment names both orders and the sum that is refunded",
    orderPaidTwiceEmail({ order: sampleOrder(), store: demoStore, origin }, 100002),
    "We are refunding your payment for order 100001",
    ["You paid twice for the same basket", "We have accepted your payment for order 100002", "£703.95"],
  ],
])("%s", (_, { subject, text, html }, about, words) => {
  expect(subject).toBe(about);
  for (const part of [text, html]) {
    for (const word of words) expect(part).toContain(word);
    expect(part.includes("sold")).toBe(about.startsWith("Sorry"));
  }
});

test.each([
  [
    "IE",
    ["Minimum two-year", "https://europa.eu/youreurope/guarantees", "GARAN, 5 years: The Workshop, RS-7"],
  ],
  ["DE", ["Mindestens zwei Jahre", "https://europa.eu/youreurope/garantien", "GARAN, 5 years"]],
  ["GB", []],
])("a confirmation to %s has the guarantees of the Union: %j", (country_code, expected) => {
  const order = sampleOrder();
  const { text, html } = orderConfirmationEmail({
    order: { ...order, deliveryAddress: { ...order.deliveryAddress, country_code } },
    store: demoStore,
    origin,
    warnings: [
      { name: "Stacker", warnings: [], durability: { brand: "The Workshop", model: "RS-7", years: 5 } },
    ],
  });

  for (const part of [text, html]) {
    expect(expected.filter((words) => !part.includes(words))).toEqual([]);
    expect(/youreurope|GARAN/.test(part)).toBe(expected.length > 0);
  }
});
