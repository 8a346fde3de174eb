import { expect, test } from "vitest";

import { payerName } from "#app/models/order/order.ts";
import { sampleOrder } from "#tests/support/people/order.ts";

const address = sampleOrder().deliveryAddress;
const ALFIE = { ...address, first_name: "Alfie", last_name: "Reed" };

test("the payer is named by the bill", () => {
  const billingAddress = { ...address, first_name: "Margaret", last_name: "Hale" };

  expect(payerName({ deliveryAddress: ALFIE, billingAddress })).toEqual({
    firstName: "Margaret",
    lastName: "Hale",
  });
});

test("a bill without a name leaves the whole name of the delivery address", () => {
  const billingAddress = { ...address, first_name: "", last_name: "Hale" };

  expect(payerName({ deliveryAddress: ALFIE, billingAddress })).toEqual({
    firstName: "Alfie",
    lastName: "Reed",
  });
});
