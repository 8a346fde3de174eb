import { expect, test } from "vitest";

import { money } from "#app/models/shared/money.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { DeskLogRow } from "#app/models/staff/log.server.ts";
import { logLine } from "#app/routes/desk/log-line.server.ts";
import { orderPageData, packedText } from "#app/routes/desk/order-view.server.ts";
import { moneyNotices } from "#app/routes/desk/orders/money-notices.server.ts";
import { disputesOf } from "#app/models/order/payment/dispute.ts";
import { sampleOrder } from "#tests/support/people/order.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NO_LINE = {
  id: "a",
  sent: 0,
  refunded: 0,
  unsent: 0,
  requested: 0,
  refundedWithoutReturn: 0,
  workStartedAt: null,
  wordsChangedAt: null,
};
const LIFE = {
  lines: [NO_LINE, NO_LINE],
  shipments: [],
  refunds: [],
  returns: [],
  disputes: [],
  credit: null,
  familyCredit: 0,
  moves: [],
  deliveredAt: null,
};

async function promisesOf(neededBy: string | null): Promise<ReadonlyArray<string>> {
  const order = sampleOrder();
  const facts = {
    order: { ...order, delivery: { ...order.delivery, ...(neededBy ? { neededBy } : {}) } },
    life: LIFE,
    ...{ sendBy: null, planned: null, notes: [], ticks: new Map<number, string>(), log: [] },
  };
  const reader = { store: await findStore(), role: "owner", now: new Date("2026-11-24T10:00:00Z") } as const;
  return orderPageData(facts, reader).delivery.promises;
}

test("the page of an order at the desk says by when the customer needs it", async () => {
  expect(await promisesOf("2026-12-04")).toEqual([
    "Parcels: Tuesday 24 November",
    expect.stringMatching(/^Needed by 4 December\./),
  ]);
  expect(await promisesOf(null)).toEqual(["Parcels: Tuesday 24 November"]);
});

test("a role that sees no names reads neither the words on items nor what stands on cards", async () => {
  const [first, ...others] = sampleOrder().lines;
  if (!first) throw new Error("The sample has no lines");
  const line = {
    ...first,
    variantLabel: "Muted, engraved “Arlo Okafor”",
    personalisation: {
      ...{ name: "Engraving", text: "Arlo Okafor", price: money(500, "GBP"), workingDays: 3 },
      ...{ isReturnable: false, plainLabel: "Muted" },
    },
    gift: { paper: "Forest", message: "Love from Auntie Bea" },
  };
  const order = { ...sampleOrder({ giftMessage: "Happy birthday, Arlo" }), lines: [line, ...others] };
  const store = await findStore();
  const textOf = (role: "owner" | "editor" | "reader") =>
    JSON.stringify(
      orderPageData(
        { order, life: LIFE, sendBy: null, planned: null, notes: [], log: [], ticks: new Map() },
        { store, role, now: new Date("2026-11-24T10:00:00Z") },
      ),
    );

  for (const text of ["Arlo Okafor", "Auntie Bea", "Happy birthday"]) {
    expect(textOf("owner")).toContain(text);
    expect(textOf("editor")).toContain(text);
    expect(textOf("reader")).not.toContain(text);
  }
  expect(textOf("reader")).toContain("Wrap each of the 2 in Forest. With a card");
});

test("a packed order says since when and by whom, and a line what is sent, refunded and still to be sent", async () => {
  const reader = { store: await findStore(), role: "owner", now: new Date("2026-11-24T22:00:00Z") } as const;
  const at = "2026-11-24T21:14:00.000Z";
  const moves = [{ from: "paid", to: "packed", reason: "packed", by: "owner", at }];
  const lines = [{ ...NO_LINE, unsent: 1 }, NO_LINE];
  const life = { ...LIFE, lines, moves };
  const row = { action: "order-packed", staffName: "Mara", at } as never;

  expect(packedText({ life, log: [row] }, reader)).toBe("Packed today at 21:14 by Mara.");
  const nextDay = { ...reader, now: new Date("2026-11-25T08:00:00Z") };
  expect(packedText({ life, log: [] }, nextDay)).toBe("Packed on 24 November 2026 at 21:14.");
  const order = { ...sampleOrder(), status: "packed" as const };
  const rest = { sendBy: null, planned: null, notes: [], ticks: new Map<number, string>(), log: [] };
  const page = orderPageData({ order, life, ...rest }, reader);
  expect(page.lines.map(({ parts }) => parts)).toEqual(["1 to send, 1 refunded", ""]);
});

test.each([
  ["order-state-conflict", "Royal Mail AB 12: This order has changed. Check it and try again"],
  ["shipment-quantity", "Royal Mail AB 12: Fewer items are left to send"],
])("a parcel that could not be sent says why in words (%s)", async (code, words) => {
  const store = await findStore();
  const row: DeskLogRow = {
    ...{
      id: 1,
      at: "2026-11-24T21:14:00.000Z",
      staffId: null,
      staffName: "Mara",
      action: "order-send-refused",
    },
    ...{ subjectKind: "order", subjectId: "10048212", changes: {}, amount: null, factor: "", device: "" },
    reason: `Royal Mail AB 12 (${code})`,
  };
  const facts = { order: sampleOrder(), life: LIFE, sendBy: null, planned: null, notes: [], log: [row] };
  const reader = { store, role: "owner", now: new Date("2026-11-24T22:00:00Z") } as const;

  expect((await logLine(row, store)).reason).toBe(words);
  const { history } = orderPageData({ ...facts, ticks: new Map<number, string>() }, reader);
  expect(history).toContainEqual(expect.objectContaining({ what: "Could not be sent", detail: words }));
  const other = { ...row, action: "order-refunded", reason: "Broken (not-found)" };
  expect((await logLine(other, store)).reason).toBe("Broken (not-found)");
});

test.each(["inquiry", "disputed"] as const)(
  "once it has been answered, nobody is asked to answer: %s",
  async (type) => {
    const store = await findStore();
    const openedWith = (...dues: ReadonlyArray<string | null>) =>
      disputesOf(
        dues.map((dueAt, minute) => ({
          ...{ type, amount: { minor: 1000, currency: "GBP" }, detail: null, reference: "dp_1", dueAt },
          receivedAt: `2026-11-21T10:0${minute}:00.000Z`,
        })),
      );
    const noticeOf = (...dues: ReadonlyArray<string | null>) => {
      const found = { order: sampleOrder(), life: { ...LIFE, disputes: openedWith(...dues) } };
      const [notice] = moneyNotices(found, { store, role: "owner", now: new Date("2026-11-24T10:00:00Z") });
      return notice?.words.join(" ") ?? "";
    };

    expect(noticeOf("2026-12-01T23:59:00.000Z")).toContain("Answer at your payment provider by");
    const answered = noticeOf("2026-12-01T23:59:00.000Z", null);
    expect(answered).toContain("There is nothing to answer");
    expect(answered).not.toMatch(/Answer (the|at|by)|deadline|names no day/);
  },
);
