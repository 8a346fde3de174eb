import { expect, test, vi } from "vitest";

import { db } from "#app/db/db.server.ts";
import { claimGift } from "#app/models/gift-list/claims.server.ts";
import {
  closeGiftList,
  deleteGiftList,
  cleanUpClosedLists,
  reopenGiftList,
  runGiftListSchedule,
} from "#app/models/gift-list/closing.server.ts";
import * as emailQueue from "#app/models/gift-list/email-queue.server.ts";
import type { EditedList } from "#app/models/gift-list/gift-list.ts";
import { sendGiftNews } from "#app/models/gift-list/news.server.ts";
import { removeGiftListsOf } from "#app/models/gift-list/own-data.server.ts";
import { sendThanks } from "#app/models/gift-list/thanks.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { receiveReturn } from "#app/models/order/returns/return.server.ts";
import { noteReturnArrival } from "#app/models/order/returns/return-arrival.server.ts";
import { cleanUpExpiredData } from "#app/models/privacy/retention.server.ts";
import { addDays } from "#app/models/shared/local-date.ts";
import { tablesThatSay } from "#tests/support/checks/tables-that-say.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, parcelVariant } from "#tests/support/people/checkout.ts";
import { giftsGoingBack } from "#tests/support/people/gift-list-orders.ts";
import { giftListEmails, giftOn, noonIn, openGiftList } from "#tests/support/people/gift-lists.ts";
import { refundsAt } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const DAY_MS = 86_400_000;
const MORE_THAN_A_BATCH = 120;
const today = () => new Date().toISOString().slice(0, 10);
const THANKS = "Thank you for the marvellous quilt";
const GIVER = "Rayquaza";
const later = (days: number) => new Date(Date.now() + days * DAY_MS);

type GoingBack = Awaited<ReturnType<typeof giftsGoingBack>>;

const accept = ({ number }: GoingBack) =>
  receiveReturn(number, { isRestocked: true, hasDelivery: null, by: "owner", now: new Date() });

const credits = async () =>
  (await db().selectFrom("coupons").select("code").where("code", "like", "GIFT-%").execute()).length;

/** The giver has their money back, and nobody a code. */
async function refundsTheGiver(back: GoingBack) {
  expect(await accept(back)).toMatchObject({ value: { credit: null } });
  const [sum] = await refundsAt(back.paymentId);
  expect(sum).toBeGreaterThan(0);
  expect(await credits()).toBe(0);
}

test("a list is not deleted while a gift is on its way back for credit, and can be once its code is there", async () => {
  const back = await giftsGoingBack();

  expect(await deleteGiftList(back.list, new Date())).toMatchObject({
    code: "gift-list-returns",
    detail: { count: 1 },
  });

  expect(await accept(back)).toMatchObject({ value: { credit: { minor: expect.any(Number) } } });
  expect(await credits()).toBe(1);
  expect(await deleteGiftList(back.list, new Date())).toMatchObject({ ok: true });
});

test("a gift that goes back for a refund does not keep the list", async () => {
  const back = await giftsGoingBack("refund");
  expect(await deleteGiftList(back.list, new Date())).toMatchObject({ ok: true });
  await refundsTheGiver(back);
});

test("a return that has not come in time does not keep the list, and what comes later is refunded to the giver", async () => {
  const back = await giftsGoingBack();
  expect(await deleteGiftList(back.list, later(60))).toMatchObject({ ok: true });
  await refundsTheGiver(back);

  const arrived = await giftsGoingBack();
  await noteReturnArrival(arrived.number, { by: "owner", now: new Date() });
  expect(await deleteGiftList(arrived.list, later(60))).toMatchObject({ code: "gift-list-returns" });
});

test("with an account, and twelve months after closing, a list goes all the same, and the giver is refunded", async () => {
  const erased = await giftsGoingBack();
  await removeGiftListsOf({ emailKey: erased.list.email, since: "" });
  await refundsTheGiver(erased);

  const old = await giftsGoingBack();
  await db().updateTable("gift_lists").set({ closed_at: NOW.toISOString() }).execute();
  await cleanUpClosedLists(later(370));
  expect(await db().selectFrom("gift_lists").select("id").execute()).toEqual([]);
  await refundsTheGiver(old);
});

test("a credit that no list is known to be owed is not accepted", async () => {
  const back = await giftsGoingBack();
  await db().deleteFrom("gift_list_returns").execute();

  await expect(accept(back)).rejects.toThrow(back.number);

  const row = await db().selectFrom("order_returns").select(["status", "credit_minor"]).executeTakeFirst();
  expect(row).toEqual({ status: "requested", credit_minor: 0 });
});

test("of many lists that close on one day each is reminded once", async () => {
  const list = await openGiftList();
  const row = await db()
    .selectFrom("gift_lists")
    .selectAll()
    .where("id", "=", list.id)
    .executeTakeFirstOrThrow();
  const ids = Array.from({ length: MORE_THAN_A_BATCH }, (_, index) => `giftlist_${index}`);
  await db()
    .insertInto("gift_lists")
    .values(ids.map((id) => ({ ...row, id, code: null })))
    .execute();
  await db().deleteFrom("jobs").execute();
  const morning = new Date(`${addDays(list.closesOn, -14)}T08:00:00Z`);

  await runGiftListSchedule(morning);
  await runGiftListSchedule(morning);

  const jobs = await db()
    .selectFrom("jobs")
    .select("payload")
    .where("payload", "like", '%"closing"%')
    .execute();
  expect(new Set(jobs.map(({ payload }) => (JSON.parse(payload) as { id: string }).id))).toEqual(
    new Set([list.id, ...ids]),
  );
  expect(jobs).toHaveLength(MORE_THAN_A_BATCH + 1);
});

test("a list that is opened again while others are closed stays open, and closes for nobody", async () => {
  const lists = [await openGiftList(), await openGiftList()];
  await db().updateTable("gift_lists").set({ closes_on: "2020-01-01" }).execute();
  await db().deleteFrom("jobs").execute();
  const queue = emailQueue.queueGiftListEmail;
  const queued: Array<string> = [];
  const between = vi.spyOn(emailQueue, "queueGiftListEmail").mockImplementation(async (about) => {
    const other = lists.find(({ id }) => id !== about.id);
    if (queued.length === 0 && other)
      await reopenGiftList({ ...other, state: "closed", closesOn: addDays(today(), -1) }, new Date());
    queued.push(about.id);
    await queue(about);
  });

  try {
    await runGiftListSchedule(new Date());
  } finally {
    between.mockRestore();
  }

  const open = await db().selectFrom("gift_lists").select("id").where("closed_at", "is", null).execute();
  expect(open).toEqual([{ id: lists.find(({ id }) => id !== queued[0])?.id }]);
  expect(queued).toHaveLength(1);
});

test("a list that is closed twice at once is emailed about once", async () => {
  const list = await openGiftList();
  await db().deleteFrom("jobs").execute();

  await closeGiftList(list, false, new Date());
  await closeGiftList(list, false, new Date());

  expect(await db().selectFrom("jobs").select("kind").execute()).toEqual([{ kind: "gift-list-email" }]);
});

/** Words to a giver, of whom the family is told: one email is queued and one sent. */
async function thankedList(): Promise<EditedList> {
  const list = await openGiftList({ surprise: "shown" });
  const giver = { giverName: GIVER, email: "ray@example.org", message: null, deviceHash: "r" };
  const about = { way: "elsewhere", units: 1, ...giver, isEmailConfirmed: true } as const;
  for (const skip of [0, 1]) {
    const giftId = await giftOn(list, await parcelVariant(5, skip));
    const claimed = await claimGift(list, { giftId, ...about }, new Date());
    if (!claimed.ok) throw new Error(claimed.code);
    expect(await sendThanks(list, { claimId: claimed.value, words: THANKS }, new Date())).toMatchObject({
      ok: true,
    });
    if (skip > 0) continue;
    const emails = await giftListEmails();
    expect(emails.map(({ text }) => text).join()).toContain(THANKS);
    const sent = await db().selectFrom("jobs").select("payload").execute();
    expect(JSON.stringify(sent)).not.toContain(THANKS);
  }
  await sendGiftNews(noonIn(1));
  expect(await tablesThatSay([THANKS])).toEqual(["jobs"]);
  expect(await tablesThatSay([GIVER])).toContain("jobs");
  return list;
}

test.each([
  ["by its family", (list: EditedList) => deleteGiftList(list, new Date())],
  ["with its account", (list: EditedList) => removeGiftListsOf({ emailKey: list.email, since: "" })],
])("what a family wrote and who gave is in no table once the list is deleted %s", async (_by, remove) => {
  const list = await thankedList();

  await remove(list);

  expect(await tablesThatSay([THANKS, GIVER])).toEqual([]);
});

test("words of emails that were sent before are dropped by the daily clean-up", async () => {
  const payload = { about: "thanks", id: "claim_gone", words: THANKS };
  await enqueue({ key: "old", kind: "gift-list-email", payload });
  await db().updateTable("jobs").set({ status: "done" }).execute();

  await cleanUpExpiredData(new Date());

  expect(await tablesThatSay([THANKS])).toEqual([]);
});

test("twelve months after closing all lists of the day are deleted, however many", async () => {
  const list = await openGiftList();
  const row = await db()
    .selectFrom("gift_lists")
    .selectAll()
    .where("id", "=", list.id)
    .executeTakeFirstOrThrow();
  const ids = Array.from({ length: MORE_THAN_A_BATCH * 2 }, (_, index) => `giftlist_${index}`);
  await db()
    .insertInto("gift_lists")
    .values(ids.map((id) => ({ ...row, id, code: null, closed_at: NOW.toISOString() })))
    .execute();

  await cleanUpClosedLists(later(370));

  expect(await db().selectFrom("gift_lists").select("id").execute()).toEqual([{ id: list.id }]);
});

test.each([
  ["Ida.Okafor@Example.org", "ida.okafor@example.org"],
  ["ÉLODIE@Example.org", "élodie@example.org"],
])("erasing an account removes what a giver typed for a gift, however they wrote %s", async (typed, key) => {
  const list = await openGiftList();
  for (const email of [typed, "other@example.org"]) {
    const cart = await cartWith({ [await parcelVariant(5)]: 1 });
    const giver = { giver_name: "Ida", email, message: "With love", device_hash: "i" };
    const row = { cart_id: cart.id, list_id: list.id, ...giver, updated_at: NOW.toISOString() };
    await db().insertInto("gift_list_carts").values(row).execute();
  }

  await removeGiftListsOf({ emailKey: key, since: "" });

  expect(await db().selectFrom("gift_list_carts").select("email").execute()).toEqual([
    { email: "other@example.org" },
  ]);
});
