/** "All orders of this list": up to 500 are stepped with the form, more lead to a page that asks first. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { BULK_MAX } from "#app/models/desk/orders/order-list.server.ts";
import { action } from "#app/routes/desk/orders.tsx";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { deskCookieOf } from "#tests/support/people/desk/desk-cookie.ts";
import { answerOf } from "#tests/support/people/loader-requests.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const SEEN = "2100-01-01T00:00:00.000Z";
const ROWS_A_STATEMENT = 50;

/** `count` paid orders: one that was bought, and copies of its row, which the list knows already. */
async function orders(count: number): Promise<void> {
  const { orderId } = await paidOrder();
  const row = await db().selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const copies = Array.from({ length: count - 1 }, (_, index) => ({
    ...{
      ...row,
      id: `order_${String(index).padStart(22, "0")}`,
      number: 20_000_000 + index,
      invoice_number: null,
    },
    ...{ attempt_id: `attempt ${index}`, purchase: row.purchase + index + 1 },
  }));
  for (let start = 0; start < copies.length; start += ROWS_A_STATEMENT) {
    const some = copies.slice(start, start + ROWS_A_STATEMENT);
    await db().insertInto("orders").values(some).execute();
    await db()
      .insertInto("order_search")
      .values(
        some.map(({ id, updated_at }) => ({ order_id: id, order_updated_at: updated_at, send_by: null })),
      )
      .execute();
  }
}

async function sent(fields: Readonly<Record<string, string>>): Promise<Response> {
  const request = new Request("http://localhost/desk/orders", {
    method: "POST",
    headers: { Cookie: await deskCookieOf("packer"), Host: "localhost" },
    body: new URLSearchParams(fields),
  });
  return answerOf(() => action({ request, params: {}, context: {} }));
}

const all = (view: string) => ({ intent: "pack", all: "on", view, seen: SEEN });

test("packing all of a list of 501 orders leads to the page that asks first, with the list and when it was seen", async () => {
  await orders(BULK_MAX + 1);

  const { status, headers } = await sent({ ...all("to-pack"), gift: "" });

  expect(status).toBe(303);
  expect(headers.get("Location")).toBe(`/desk/orders/many?view=to-pack&seen=${encodeURIComponent(SEEN)}`);
  const { packed } = await db()
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll<number | string>().as("packed"))
    .where("status", "=", "packed")
    .executeTakeFirstOrThrow();
  expect(Number(packed)).toBe(0);
});

test("a list of 500 orders is answered on its page", async () => {
  await orders(BULK_MAX);
  await db().updateTable("orders").set({ status: "packed" }).execute();

  const response = await sent(all("packed"));

  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ step: "pack", done: 0, length: BULK_MAX });
});
