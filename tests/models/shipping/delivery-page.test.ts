import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { type DeliveryLine, deliveryOptions } from "#app/models/shipping/shipping.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { contentTable } from "#tests/support/checks/content-table.ts";
import { demoDeliveryRules, pounds } from "#tests/support/shops/delivery-rules.ts";

/** What the page for shoppers says about delivery, held to what the checkout charges. */

const MONDAY_MORNING = new Date("2026-11-23T10:00:00Z");

/** One of these and nothing else, below the value that makes standard delivery free. */
function options(deliveryClass: DeliveryClass, postcode: string | null, items = 20) {
  const line: DeliveryLine = {
    ...{ variantId: 1, deliveryClass, isFreeShipping: false, preorderReleaseAt: null },
  };
  const request = { lines: [line], items: pounds(items), destination: { postcode }, now: MONDAY_MORNING };
  return deliveryOptions(request, demoDeliveryRules);
}

/** The price of `method` in pence, or null where it cannot be had. */
function priceOf(deliveryClass: DeliveryClass, method: string, postcode: string | null, items?: number) {
  const option = options(deliveryClass, postcode, items).find((each) => each.method === method);
  return option && option.unavailableReason === null ? option.price.minor : null;
}

const CLASS_OF: Readonly<Record<string, DeliveryClass>> = {
  Parcels: "small",
  "Large parcels": "large",
  "Furniture and assembled prams": "two_person",
};
const METHOD_OF: Readonly<Record<string, string>> = {
  "Standard, Tracked 48": "standard",
  "Express, Tracked 24": "express",
  "Two-person delivery": "two_person",
};
/** A postcode of each area that the page names, in its order. */
const POSTCODES_OF: Readonly<Record<string, ReadonlyArray<string>>> = {
  "Highlands and Islands": [
    "HS1 2AA",
    "IV1 1AA",
    "KA27 8AA",
    "KA28 0AA",
    "KW1 4AA",
    "PA20 0AA",
    "PA49 6AA",
    "PA60 7AA",
    "PA78 6AA",
    "PH17 2AA",
    "PH50 4AA",
    "ZE1 0AA",
  ],
  "Northern Ireland": ["BT1 1AA"],
  "Isle of Man": ["IM1 1AA"],
  "Isles of Scilly": ["TR21 0AA", "TR25 0AA"],
  "Isle of Wight": ["PO30 1AA", "PO41 0AA"],
  "Channel Islands": ["JE2 3AA", "GY1 1AA"],
};

const penceIn = (text: string) => Math.round(Number(/£(\d+(?:\.\d\d)?)/.exec(text)?.[1] ?? "NaN") * 100);

const prices = contentTable("delivery-and-return", "What it costs");

test.each(prices)("the delivery page's price of %s for %s is the one charged", (service, what, price) => {
  if (service === "Collect from Ledbury") {
    const charged = Object.values(CLASS_OF).map((each) => priceOf(each, "collection", null));
    expect([charged, price]).toEqual([[0, 0, 0], "Free"]);
    return;
  }
  const [deliveryClass, method] = [CLASS_OF[what], METHOD_OF[service]];
  if (!deliveryClass || !method) throw new Error(`The page has an unknown row: ${service}, ${what}`);

  expect(priceOf(deliveryClass, method, null)).toBe(penceIn(price));
  const isFreeFrom50 = priceOf(deliveryClass, method, null, 50) === 0;
  expect(isFreeFrom50).toBe(price.includes("free from £50"));
  if (isFreeFrom50) expect(priceOf(deliveryClass, method, null, 49.99)).not.toBe(0);
});

/** What a cell of the second table promises: a surcharge in pence, or that the service is not available. */
function promisedSurcharge(cell: string): number | "not available" {
  if (cell.startsWith("Not available")) return "not available";
  return cell.startsWith("No surcharge") ? 0 : penceIn(cell);
}

function chargedSurcharge(deliveryClass: DeliveryClass, method: string, postcode: string) {
  const [there, ordinary] = [priceOf(deliveryClass, method, postcode), priceOf(deliveryClass, method, null)];
  return there === null ? "not available" : there - (ordinary ?? Number.NaN);
}

test.each(contentTable("delivery-and-return", "The islands, the Highlands and Northern Ireland"))(
  "the delivery page's surcharges for %s are the ones charged",
  (where, _, small, large, twoPerson) => {
    const promised = [small, large, twoPerson].map(promisedSurcharge);

    expect(POSTCODES_OF[where]).toBeDefined();
    for (const postcode of POSTCODES_OF[where] ?? []) {
      const charged = [
        chargedSurcharge("small", "standard", postcode),
        chargedSurcharge("large", "standard", postcode),
        chargedSurcharge("two_person", "two_person", postcode),
      ];
      expect([postcode, charged]).toEqual([postcode, promised]);
      expect(priceOf("small", "express", postcode)).toBeNull();
    }
  },
);

test("only small parcels go to BFPO addresses, as the delivery page says", () => {
  const page = readFileSync("content/information/delivery-and-return.md", "utf8");
  expect(page).toContain("except for small parcels to BFPO addresses");

  expect(priceOf("small", "standard", "BF1 2AA")).not.toBeNull();
  expect(priceOf("large", "standard", "BF1 2AA")).toBeNull();
  expect(priceOf("two_person", "two_person", "BF1 2AA")).toBeNull();
});
