import { expect, test } from "vitest";

import { loader } from "#app/routes/desk/slips.tsx";
import { details } from "#tests/support/people/checkout.ts";
import { deskCookieOf } from "#tests/support/people/desk/desk-cookie.ts";
import { paidArkForList } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

test("the slip of a gift for a list has the address of the family, which its buyer does not learn", async () => {
  const order = await paidArkForList("For Wilfred");
  const headers = { Cookie: await deskCookieOf("packer"), Host: "localhost" };
  const request = new Request(`http://localhost/desk/orders/slips?n${order.number}=on`, { headers });
  const { slips } = await (await loader({ request, params: {}, context: {} })).json();

  expect(order.deliveryAddress.address1).toBe("");
  expect(slips[0]?.to).toContain(details().deliveryAddress.address1);
});
