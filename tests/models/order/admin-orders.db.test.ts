import { expect, test } from "vitest";

import { listAdminOrders } from "#app/models/order/admin-orders.server.ts";
import { newCustomer, orderOf } from "#tests/support/people/customer.ts";
import { parcelVariant } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

test("the admin's list has the latest orders first, with their units, up to a limit and by status", async () => {
  const { id } = await newCustomer();
  const variant = await parcelVariant(50);
  await orderOf(id, { placedAt: new Date("2026-01-02T10:00:00Z") });
  await orderOf(id, { placedAt: new Date("2026-03-04T10:00:00Z"), items: { [variant]: 3 } });

  const all = await listAdminOrders({ status: null, limit: 5 });

  expect(all.map(({ placedAt }) => placedAt.slice(0, 10))).toEqual(["2026-03-04", "2026-01-02"]);
  expect(all[0]).toMatchObject({ units: 3, status: "paid" });
  expect(await listAdminOrders({ status: "paid", limit: 1 })).toEqual(all.slice(0, 1));
  expect(await listAdminOrders({ status: "cancelled", limit: 5 })).toEqual([]);
});
