import { expect, test, vi } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
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
import { ORDER_STATUSES, type OrderStatus } from "#app/models/order/status.ts";
import { cleanUpExpiredData } from "#app/models/privacy/retention.server.ts";
import { addDays } from "#app/models/shared/local-date.ts";
import { refused } from "#app/models/shared/result.ts";
import { tablesThatSay } from "#tests/support/checks/tables-that-say.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, jobKinds, parcelVariant } from "#tests/support/people/checkout.ts";
import { giftsGoingBack, paidGifts } from "#tests/support/people/gift-list-orders.ts";
import {
  claimed,
  giftListEmails,
  giftOn,
  giver,
  noonIn,
  openGiftList,
} from "#tests/support/people/gift-lists.ts";
import { refundsAt } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, insertRows, payloadsOf, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

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

/** As many copies of the list, with these differences; answers with their ids. */
async function copiesOf({ id }: EditedList, count: number, changes = {}): Promise<ReadonlyArray<string>> {
  const row = await rowOf("gift_lists", { id });
  const ids = Array.from({ length: count }, (_, index) => `giftlist_${index}`);
  await insertRows("gift_lists", ...ids.map((copy) => ({ ...row, id: copy, code: null, ...changes })));
  return ids;
}

test("a list is not deleted while an order for it is open, whatever holds it up", async () => {
  const { list, orderId } = await paidGifts();
  const refusing: Array<OrderStatus> = [];
  for (const status of ORDER_STATUSES) {
    await changeRows("orders", { id: orderId }, { status });
    const deleted = await transact(async () => {
      const answer = await deleteGiftList(list, NOW);
      return answer.ok ? refused("order-state-conflict") : answer;
    });
    if (deleted.code === "gift-list-parcels") refusing.push(status);
  }

  const over: ReadonlyArray<OrderStatus> = ["declined", "delivered", "cancelled", "refunded"];
  expect(refusing).toEqual(ORDER_STATUSES.filter((status) => !over.includes(status)));
});

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
  await changeRows("gift_lists", {}, { closed_at: NOW.toISOString() });
  await cleanUpClosedLists(later(370));
  expect(await rowsOf("gift_lists")).toEqual([]);
  await refundsTheGiver(old);
});

test("a credit that no list is known to be owed is not accepted", async () => {
  const back = await giftsGoingBack();
  await db().deleteFrom("gift_list_returns").execute();

  await expect(accept(back)).rejects.toThrow(back.number);

  expect(await rowOf("order_returns")).toMatchObject({ status: "requested", credit_minor: 0 });
});

test("of many lists that close on one day each is reminded once", async () => {
  const list = await openGiftList();
  const ids = await copiesOf(list, MORE_THAN_A_BATCH);
  await db().deleteFrom("jobs").execute();
  const morning = new Date(`${addDays(list.closesOn, -14)}T08:00:00Z`);

  await runGiftListSchedule(morning);
  await runGiftListSchedule(morning);

  const emails = await payloadsOf<{ about: string; id: string }>("gift-list-email");
  const closing = emails.filter(({ about }) => about === "closing").map(({ id }) => id);
  expect(closing.sort()).toEqual([list.id, ...ids].sort());
});

test("a list that is opened again while others are closed stays open, and closes for nobody", async () => {
  const lists = [await openGiftList(), await openGiftList()];
  await changeRows("gift_lists", {}, { closes_on: "2020-01-01" });
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

  const open = (await rowsOf("gift_lists")).filter(({ closed_at: closedAt }) => closedAt === null);
  expect(open.map(({ id }) => id)).toEqual([lists.find(({ id }) => id !== queued[0])?.id]);
  expect(queued).toHaveLength(1);
});

test("a list that is closed twice at once is emailed about once", async () => {
  const list = await openGiftList();
  await db().deleteFrom("jobs").execute();

  await closeGiftList(list, false, new Date());
  await closeGiftList(list, false, new Date());

  expect(await jobKinds()).toEqual(["gift-list-email"]);
});

/** Words to a giver, of whom the family is told: one email is queued and one sent. */
async function thankedList(): Promise<EditedList> {
  const list = await openGiftList({ surprise: "shown" });
  const about = { way: "elsewhere", ...giver(GIVER), isEmailConfirmed: true } as const;
  for (const skip of [0, 1]) {
    const claimId = await claimed(list, await giftOn(list, await parcelVariant(5, skip)), about);
    expect(await sendThanks(list, { claimId, words: THANKS }, new Date())).toMatchObject({ ok: true });
    if (skip > 0) continue;
    const emails = await giftListEmails();
    expect(emails.map(({ text }) => text).join()).toContain(THANKS);
    expect(JSON.stringify(await rowsOf("jobs"))).not.toContain(THANKS);
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
  await changeRows("jobs", {}, { status: "done" });

  await cleanUpExpiredData(new Date());

  expect(await tablesThatSay([THANKS])).toEqual([]);
});

test("twelve months after closing all lists of the day are deleted, however many", async () => {
  const list = await openGiftList();
  await copiesOf(list, MORE_THAN_A_BATCH * 2, { closed_at: NOW.toISOString() });

  await cleanUpClosedLists(later(370));

  expect((await rowsOf("gift_lists")).map(({ id }) => id)).toEqual([list.id]);
});

test.each([
  ["Ida.Okafor@Example.org", "ida.okafor@example.org"],
  ["ÉLODIE@Example.org", "élodie@example.org"],
])("erasing an account removes what a giver typed for a gift, however they wrote %s", async (typed, key) => {
  const list = await openGiftList();
  for (const email of [typed, "other@example.org"]) {
    const cart = await cartWith({ [await parcelVariant(5)]: 1 });
    const ida = { giver_name: "Ida", email, message: "With love", device_hash: "i" };
    const row = { cart_id: cart.id, list_id: list.id, ...ida, updated_at: NOW.toISOString() };
    await insertRows("gift_list_carts", row);
  }

  await removeGiftListsOf({ emailKey: key, since: "" });

  expect((await rowsOf("gift_list_carts")).map(({ email }) => email)).toEqual(["other@example.org"]);
});
