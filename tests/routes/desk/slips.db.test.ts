import { expect, test } from "vitest";

import { addressLines } from "#app/models/customer/address-book.ts";
import { loader as orderPage } from "#app/routes/desk/order.tsx";
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

test("the page of a gift for a list has that address for those who may see addresses, under the name its buyer knows", async () => {
  const { number } = await paidArkForList("For Wilfred");
  const addressFor = async (role: "packer" | "editor") => {
    const headers = { Cookie: await deskCookieOf(role), Host: "localhost" };
    const request = new Request(`http://localhost/desk/orders/${number}`, { headers });
    const page = await (await orderPage({ request, params: { number: String(number) }, context: {} })).json();
    return page.order.address;
  };

  const { deliveryAddress } = details();
  expect(await addressFor("packer")).toEqual(["Hannah’s list address", ...addressLines(deliveryAddress)]);
  expect(await addressFor("editor")).toEqual([]);
});
