import { expect, test } from "vitest";

import { payerName } from "#app/models/order/order.ts";
import { sampleOrder } from "#tests/support/people/order.ts";

const address = sampleOrder().deliveryAddress;
const ALFIE = { ...address, first_name: "Alfie", last_name: "Reed" };

test.each([
  ["the bill", { first_name: "Margaret", last_name: "Hale" }, "Margaret Hale"],
  [
    "the whole delivery address if the bill lacks a name",
    { first_name: "", last_name: "Hale" },
    "Alfie Reed",
  ],
])("the payer is named by %s", (_, names, expected) => {
  const payer = payerName({ deliveryAddress: ALFIE, billingAddress: { ...address, ...names } });

  expect(`${payer.firstName} ${payer.lastName}`).toBe(expected);
});
