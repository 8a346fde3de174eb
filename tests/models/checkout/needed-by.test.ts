import { expect, test } from "vitest";

import { isBillingSame } from "#app/models/checkout/billing.ts";
import { readCheckout } from "#app/models/checkout/checkout.ts";
import { NEEDED_BY_MESSAGE, optionsByNeed } from "#app/models/checkout/needed-by.ts";
import { money } from "#app/models/shared/money.ts";
import type { DeliveryOption } from "#app/models/shipping/shipping.ts";
import { TYPED } from "#tests/support/people/checkout.ts";
import { demoStore } from "#tests/support/shops/store.ts";

function option(method: string, to: string | null, changes: Partial<DeliveryOption> = {}): DeliveryOption {
  const consignment = {
    what: "Parcel",
    when: "",
    from: to ?? "2026-12-02",
    to,
    day: null,
    class: "small",
    variantIds: [1],
  } as const;
  return {
    method,
    name: method,
    description: "",
    price: money(395, "GBP"),
    isFree: false,
    charges: [],
    surcharge: null,
    bookedMethod: null,
    consignments: [consignment],
    unavailableReason: null,
    ...changes,
  };
}

const OPTIONS = [
  option("none", "2026-12-01", { unavailableReason: "Not here" }),
  option("standard", "2026-12-05"),
  option("express", "2026-12-04"),
  option("two_person", null),
  option("collection", "2026-12-07"),
];

test("options that arrive after the day come last, and each says so", () => {
  expect(
    optionsByNeed(OPTIONS, "2026-12-04", "en-GB").map(({ method, need }) => [method, need?.text]),
  ).toEqual([
    ["express", "In time for 4 December"],
    ["two_person", "In time for 4 December"],
    ["standard", "Arrives after 4 December"],
    ["collection", "Ready after 4 December"],
    ["none", undefined],
  ]);
});

test("without a day the options keep their order and say nothing of one", () => {
  const shown = optionsByNeed(OPTIONS, null, "en-GB");

  expect(shown.map(({ method }) => method)).toEqual(OPTIONS.map(({ method }) => method));
  expect(shown.every(({ need }) => need === null)).toBe(true);
});

test("an order arrives with its last parcel", () => {
  const [first] = option("standard", "2026-12-03").consignments;
  const two = option("standard", "2026-12-05", {
    consignments: [first!, { ...first!, to: "2026-12-08" }],
  });

  expect(optionsByNeed([two], "2026-12-07", "en-GB")[0]?.need?.isLate).toBe(true);
});

test.each([
  ["", { ok: true, value: { neededBy: null } }],
  ["2026-12-04", { ok: true, value: { neededBy: "2026-12-04" } }],
  ["soon", { ok: false, errors: { needed_by: NEEDED_BY_MESSAGE } }],
  ["2026-02-30", { ok: false, errors: { needed_by: NEEDED_BY_MESSAGE } }],
])("the day %j is read, or refused with a message", (needed_by, expected) => {
  expect(readCheckout({ ...TYPED, needed_by }, demoStore.places)).toMatchObject(expected);
});

test.each([
  [{}, true],
  [{ billing: "same", billing_address1: "" }, true],
  [{ billing_address1: "" }, false],
  [{ billing: "different" }, false],
])("the box for the billing address in %j means that it is the same: %s", (values, expected) => {
  expect(isBillingSame(values as Record<string, string>)).toBe(expected);
});
