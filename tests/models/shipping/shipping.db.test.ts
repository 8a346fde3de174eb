import { expect, test } from "vitest";

import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";

useTestDatabase();

test("the rules in the database equal those of the settings file", async () => {
  expect(await findDeliveryRules()).toEqual(demoDeliveryRules);
});
