import { expect, test } from "vitest";

import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { deliveryOptions } from "#app/models/shipping/shipping.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { demoDeliveryRules, pounds } from "#tests/support/shops/delivery-rules.ts";

useTestDatabase();

test("the rules in the database equal those of the settings file", async () => {
  expect(await findDeliveryRules()).toEqual(demoDeliveryRules);
});

test("the delivery of one product is described in the words of the basket", async () => {
  const question = {
    lines: [
      { variantId: 5000, deliveryClass: "small", isFreeShipping: false, preorderReleaseAt: null },
    ] as const,
    items: pounds(54),
    destination: { postcode: null },
    now: new Date("2026-11-23T10:00:00Z"),
  };

  const options = deliveryOptions(question, await findDeliveryRules());

  expect(options.map(({ method, isFree, consignments }) => [method, isFree, consignments[0]?.when])).toEqual([
    ["standard", true, "Wednesday 25 to Friday 27 November"],
    ["express", false, "Tuesday 24 November"],
    ["collection", true, "ready from Tuesday 24 November"],
  ]);
});
