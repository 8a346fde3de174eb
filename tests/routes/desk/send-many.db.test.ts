/** More orders than one form takes: the rest follows, and nothing typed is lost. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { type SendManyAnswer, SendManyPage } from "#app/components/desk/orders/send-many-page.tsx";
import { db } from "#app/db/db.server.ts";
import { action, loader } from "#app/routes/desk/orders/send-many.tsx";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { deskCookieOf } from "#tests/support/people/desk/desk-cookie.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const ROWS = 50;
const MORE = 3;

/** One that was bought, and copies of it with their lines. */
async function orders(count: number): Promise<ReadonlyArray<number>> {
  const { orderId } = await paidOrder();
  const row = await db().selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const lines = await db().selectFrom("order_lines").selectAll().where("order_id", "=", orderId).execute();
  for (let index = 1; index < count; index += 1) {
    const id = `order_${String(index).padStart(22, "0")}`;
    await db()
      .insertInto("orders")
      .values({
        ...{ ...row, id, number: 20_000_000 + index, invoice_number: null },
        ...{ attempt_id: id, purchase: row.purchase + index },
      })
      .execute();
    await db()
      .insertInto("order_lines")
      .values(lines.map((line) => ({ ...line, id: `${line.id}${index}`, order_id: id })))
      .execute();
  }
  const first = await numberOf(orderId);
  return [first, ...Array.from({ length: count - 1 }, (_, index) => 20_000_001 + index)];
}

async function packersPage(numbers: ReadonlyArray<number>) {
  const url = `http://localhost/desk/orders/send?${numbers.map((number) => `n${number}=on`).join("&")}`;
  const headers = { Cookie: await deskCookieOf("packer"), Host: "localhost" };
  const opened = await (
    await loader({ request: new Request(url, { headers }), params: {}, context: {} })
  ).json();
  const post = async (fields: Readonly<Record<string, string>>): Promise<SendManyAnswer> => {
    const request = new Request(url, { method: "POST", headers, body: new URLSearchParams(fields) });
    return await (await action({ request, params: {}, context: {} })).json();
  };
  return { opened, post };
}

type Page = SendManyAnswer["page"];

/** As the page has its form; `typed` is a tracking number for each row, by its place. */
function formOf({ rows, formKey }: Page, answer: SendManyAnswer | null, typed: (place: number) => string) {
  return {
    ...{ key: formKey, carrier: "royal-mail", carried: answer?.carried ?? "" },
    shown: rows.map(({ number, status }) => `${number}:${status}`).join(","),
    ...(answer && answer.sent.length > 0 ? { sent: answer.sent.join(","), sentKey: answer.key } : {}),
    ...Object.fromEntries(
      rows.flatMap(({ number }, place) => [
        [`t${number}`, typed(place)],
        [`c${number}`, ""],
      ]),
    ),
  };
}

const numbersIn = (page: Page) => page.rows.map(({ number }) => number);

test("the orders beyond one form wait through every scan, and follow when the first are sent", async () => {
  const numbers = await orders(ROWS + MORE);
  const { opened, post } = await packersPage(numbers);
  expect([opened.rows.length, opened.more]).toEqual([ROWS, MORE]);

  const scanned = await post({
    ...formOf(opened, null, (place) => (place === 0 ? "AB 0" : "")),
    intent: "next",
  });
  expect([scanned.page.rows.length, scanned.page.more]).toEqual([ROWS, MORE]);
  const typed = formOf(scanned.page, scanned, (place) => (place === 1 ? "" : `AB ${place}`));
  const sent = await post({ ...typed, intent: "send" });

  expect(sent.sent).toHaveLength(ROWS - 1);
  expect(sent.refused).toEqual([
    { number: numbers[1], words: expect.stringContaining("No tracking number") },
  ]);
  expect(numbersIn(sent.page)).toEqual([numbers[1], ...numbers.slice(ROWS)]);
  expect(sent.page.more).toBe(0);

  const html = renderToStaticMarkup(createElement(SendManyPage, { ...sent.page, answer: sent }));
  const buttons = [...html.matchAll(/<button[^>]*>/g)].map(([button]) => / value="(\w+)"/.exec(button)?.[1]);
  // Enter presses the first one.
  expect(buttons).toEqual(["next", "undo", "next", "send"]);

  // The next number is scanned: what was sent can still be taken back.
  const next = await post({ ...formOf(sent.page, sent, () => "CD 1"), intent: "next" });
  expect(next.sent).toEqual(sent.sent);
  const back = await post({ ...formOf(next.page, next, (place) => `CD ${place}`), intent: "undo" });

  expect(back.back).toEqual(sent.sent);
  expect([back.page.rows.length, back.page.more]).toEqual([ROWS, MORE]);
  expect(back.values[`t${numbers[0]}`]).toBe("AB 0");
  expect(back.values[`t${numbers[ROWS - 1]}`]).toBe(`AB ${ROWS - 1}`);
  expect(back.values[`t${numbers[ROWS]}`]).toBe("CD 1");

  // Sent again as it came back: the last ones have what was typed for them.
  const again = await post({
    ...formOf(back.page, back, (place) => back.values[`t${back.page.rows[place]?.number}`] ?? ""),
    intent: "send",
  });
  expect(again.sent).toHaveLength(ROWS);
  expect(numbersIn(again.page)).toEqual(numbers.slice(ROWS));
  expect(again.values[`t${numbers[ROWS]}`]).toBe("CD 1");
  expect(await db().selectFrom("jobs").select("id").where("kind", "=", "desk-send").execute()).toHaveLength(
    ROWS,
  );
});

test("taken back without any row left, the form has what was typed", async () => {
  const [number = 0] = await orders(1);
  const { opened, post } = await packersPage([number]);
  const sent = await post({ ...formOf(opened, null, () => "AB 1"), [`c${number}`]: "dpd", intent: "send" });
  expect([sent.sent, sent.page.rows]).toEqual([[number], []]);

  const html = renderToStaticMarkup(createElement(SendManyPage, { ...sent.page, answer: sent }));
  expect(html).toContain('name="carrier" value="royal-mail"');
  const { formKey: key } = sent.page;
  const undo = { ...{ key, carried: sent.carried, sent: String(number), sentKey: sent.key }, intent: "undo" };
  const back = await post(undo);
  expect(back.back).toEqual([number]);
  expect(back.values).toMatchObject({ [`t${number}`]: "AB 1", [`c${number}`]: "dpd" });
  expect((await post({ ...undo, carried: "{broken" })).back).toEqual([]);
});
