/** The first step of a refund at the desk, before a code is asked for. */
import { expect, test } from "vitest";

import type { RefundCheck } from "#app/components/desk/refund-page.tsx";
import { deliverOrder } from "#app/models/order/shipments.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { action } from "#app/routes/desk/refund.tsx";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { paidFreeItems } from "#tests/support/people/free-items.ts";
import { deskCookieOf } from "#tests/support/people/desk/desk-cookie.ts";
import { paidExpress, sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Checked = Pick<RefundCheck, "rows" | "unsent" | "sum">;

async function check(
  orderId: OrderId,
  cookie: string,
  units: ReadonlyArray<number>,
  typed: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const number = String(await numberOf(orderId));
  const form = { intent: "check", what: "some", reason: "damaged", key: "k" };
  const chosen = Object.fromEntries(units.map((count, index) => [`u${index}`, String(count)]));
  const body = new URLSearchParams({ ...form, ...chosen, ...typed });
  const headers = { Cookie: cookie, Host: "localhost" };
  const request = new Request("http://localhost/desk", { method: "POST", headers, body });
  return action({ request, params: { number }, context: {} });
}

test("a part of a line that cost nothing is refused at the first step, and the whole line is not", async () => {
  const { orderId } = await paidFreeItems();
  const cookie = await deskCookieOf("owner");

  const part = await check(orderId, cookie, [1, 0]);
  const nothing = await check(orderId, cookie, [0, 0]);
  const whole = await check(orderId, cookie, [3, 0]);

  expect([part.status, await part.json()]).toMatchObject([
    422,
    { errors: { form: expect.stringContaining("each line as a whole") as string } },
  ]);
  expect(await nothing.json()).toMatchObject({ errors: { items: "Choose what to refund" } });
  expect([whole.status, await whole.json()]).toMatchObject([200, { errors: {}, check: { sum: "0" } }]);
});

test.each([
  ["in time", 0, "changed-mind", "If all items go back", 395],
  ["late and faulty", 60, "faulty", "If all items go back", 695],
  ["late", 60, "changed-mind", null, 0],
  ["not sent", null, "changed-mind", "Nothing of this order was delivered", 695],
] as const)(
  "the last items offer the delivery where it is due, and take it by themselves: %s",
  async (_, daysAgo, reason, words, due) => {
    const { orderId } = await paidExpress();
    if (daysAgo !== null) {
      await sendShipment(orderId);
      await deliverOrder(orderId, { by: "owner", now: new Date(Date.now() - daysAgo * 86_400_000) });
    }
    const cookie = await deskCookieOf("owner");
    const read = async (units: ReadonlyArray<number>, delivery: string): Promise<Checked> => {
      const answer = await check(orderId, cookie, units, { reason, delivery });
      return ((await answer.json()) as Readonly<{ check: Checked }>).check;
    };
    const deliveryOf = ({ rows }: Checked) => rows.find(({ label }) => label === "Delivery")?.amount;
    const offers = ({ unsent }: Checked) => unsent.filter((text) => text.includes("by law"));
    const sum = `£${(due / 100).toFixed(2)}`;

    const without = await read([2], "off");
    expect(deliveryOf(without)).toBe("Not refunded");
    expect(offers(without)).toEqual(
      words ? [expect.stringMatching(`^${words}.*${sum}.*Go back to add it.$`)] : [],
    );

    const last = await read([2], "last");
    expect([deliveryOf(last), offers(last)]).toEqual([words ? sum : "Not refunded", []]);
    expect(Number(last.sum)).toBe(Number(without.sum) + due);
    expect(deliveryOf(await read([1], "last")), "a part").toBe("Not refunded");
  },
);
