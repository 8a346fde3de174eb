import { expect, test } from "vitest";
import { z } from "zod";

import { sampleOrder as demoOrder } from "#app/models/email-previews/fixtures.ts";
import type { EmailWords } from "#app/models/email/document.ts";
import type { EmailTemplate } from "#app/models/email/templates.ts";
import { orderConfirmationEmail } from "#app/models/order/email.ts";
import { documentOf, TEMPLATE_NAMES, emailOf } from "#tests/support/checks/email-fixtures.ts";
import { demoStore } from "#tests/support/shops/store.ts";

/** As in developers.google.com/gmail/markup/reference; strict, so that nothing unknown is said. */
const thing = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ "@type": z.literal(type), ...shape }).strict();
const url = z.string().url();
const price = z.string().regex(/^\d+\.\d\d$/);
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const named = (type: string) => thing(type, { name: z.string().min(1) });
const address = thing("PostalAddress", {
  ...{ name: z.string().min(1), streetAddress: z.string().min(1), addressLocality: z.string().min(1) },
  ...{ postalCode: z.string().min(1), addressCountry: z.string().length(2) },
});
const head = {
  merchant: named("Organization"),
  orderNumber: z.string().regex(/^\d+$/),
  orderStatus: z
    .string()
    .regex(/^https:\/\/schema\.org\/Order(?:Processing|InTransit|PickupAvailable|Delivered|Cancelled)$/),
  url,
};
const offer = thing("Offer", {
  itemOffered: thing("Product", {
    name: z.string().min(1),
    sku: z.string().min(1),
    url,
    image: url.optional(),
  }),
  price,
  priceCurrency: z.literal("GBP"),
  eligibleQuantity: thing("QuantitativeValue", { value: z.number().int().positive() }),
});
const order = thing("Order", {
  ...head,
  ...{ price, priceCurrency: z.literal("GBP"), orderDate: z.string().datetime() },
  ...{ acceptedOffer: z.array(offer).min(1), customer: named("Person"), billingAddress: address },
});
const shipment = thing("ParcelDelivery", {
  deliveryAddress: address,
  carrier: named("Organization"),
  ...{ expectedArrivalFrom: day.optional(), expectedArrivalUntil: day },
  ...{ trackingNumber: z.string().optional(), trackingUrl: url.optional() },
  itemShipped: z.array(named("Product")).min(1),
  partOfOrder: thing("Order", head),
});

function thingsIn(email: EmailWords): ReadonlyArray<Record<string, unknown>> {
  const text = documentOf(email).querySelector("script[type='application/ld+json']")?.textContent;
  if (!text) return [];
  const { "@context": context, ...rest } = JSON.parse(text) as Record<string, unknown>;
  expect(context).toBe("https://schema.org");
  return (rest["@graph"] ?? [rest]) as ReadonlyArray<Record<string, unknown>>;
}

const EXPECTED: Partial<Record<EmailTemplate, ReadonlyArray<string>>> = {
  "order-confirmation": ["Order OrderProcessing"],
  "order-apology": ["Order OrderCancelled"],
  "order-paid-twice": ["Order OrderCancelled"],
  "order-shipped": ["ParcelDelivery OrderInTransit", "Order OrderInTransit"],
  "order-ready-to-collect": ["Order OrderPickupAvailable"],
  "order-delivered": ["Order OrderDelivered"],
  "order-not-delivered": ["Order OrderInTransit"],
  "order-cancelled": ["Order OrderCancelled"],
};

test.each(TEMPLATE_NAMES)(
  "the email %s contains its order's schema.org data, and no other email does",
  (kind) => {
    const output = thingsIn(emailOf(kind)).map((one) => {
      if (one["@type"] === "ParcelDelivery")
        return `ParcelDelivery ${statusOf(shipment.parse(one).partOfOrder)}`;
      return `Order ${statusOf(order.parse(one))}`;
    });

    expect(output).toEqual(EXPECTED[kind] ?? []);
  },
);

function statusOf({ orderStatus }: Readonly<{ orderStatus: string }>): string {
  return orderStatus.replace("https://schema.org/", "");
}

test("the order's data has exact prices, and the parcel's its day and tracking link", () => {
  const [confirmed] = thingsIn(emailOf("order-confirmation")).map((one) => order.parse(one));
  const [sent] = thingsIn(emailOf("order-shipped"));

  expect(confirmed?.price).toBe((demoOrder().totals.total.minor / 100).toFixed(2));
  expect(
    confirmed?.acceptedOffer.map(({ price: each, eligibleQuantity: { value } }) => [each, value]),
  ).toEqual([
    ["54.00", 2],
    ["549.00", 1],
  ]);
  // A number leads to no product that only its address shows.
  const named = confirmed?.acceptedOffer.map(({ itemOffered }) => new URL(itemOffered.url).pathname);
  expect(named).toEqual(demoOrder().lines.map(({ path }) => path));
  expect(sent).toMatchObject({ expectedArrivalUntil: "2026-11-24", trackingNumber: "AB123456789GB" });
});

test("names and addresses are escaped in the data", () => {
  const evil = "</script><script>alert(1)</script>";
  const sample = demoOrder();
  const billingAddress = { ...sample.billingAddress, first_name: evil, city: evil };
  const email = orderConfirmationEmail({
    order: demoOrder({ billingAddress, lines: sample.lines.map((line) => ({ ...line, name: evil })) }),
    store: demoStore,
    origin: "https://shop.example",
  });

  expect(documentOf(email).querySelectorAll("script")).toHaveLength(1);
  expect(thingsIn(email)[0]).toMatchObject({ billingAddress: { addressLocality: evil } });
});
