import { expect, test } from "vitest";

import { closeGiftList, runGiftListSchedule } from "#app/models/gift-list/closing.server.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { endSurprise } from "#app/models/gift-list/thanks.server.ts";
import type { GiftId } from "#app/models/shared/ids.ts";
import { addDays } from "#app/models/shared/local-date.ts";
import { parcelVariant } from "#tests/support/people/checkout.ts";
import {
  addressees,
  claimed,
  giftListEmails,
  giftOn,
  giver,
  listWithGift,
  openGiftList,
} from "#tests/support/people/gift-lists.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const today = new Date().toISOString().slice(0, 10);

const give = (list: GiftList, giftId: GiftId, name: string) =>
  claimed(list, giftId, { way: "elsewhere", ...giver(name), isEmailConfirmed: true });

/** What the family is emailed at a time of a day, counted from tomorrow. */
async function emailsAt(days: number, time: string) {
  await giftListEmails();
  const now = new Date(`${addDays(today, days)}T${time}:00Z`);
  await Promise.all([runGiftListSchedule(now), runGiftListSchedule(now)]);
  return (await giftListEmails()).filter(({ subject }) => subject?.startsWith("New gifts"));
}

test("of a list that is no surprise the family is emailed once a day at most, with names and gifts", async () => {
  const { list, gift } = await listWithGift({ units: 5 }, { surprise: "shown" });
  expect(await emailsAt(1, "12:00")).toEqual([]);
  await give(list, gift, "Margaret");
  await give(list, gift, "Ray");
  expect(await emailsAt(2, "07:30")).toEqual([]);

  const [mail, ...others] = await emailsAt(2, "12:00");

  expect(others).toEqual([]);
  expect(addressees([mail!])).toEqual([list.email]);
  expect(mail?.text).toContain("from Margaret");
  expect(mail?.text).toContain("from Ray");
  expect(mail?.text).not.toContain("ray@example.org");
  await give(list, gift, "Ida");
  expect(await emailsAt(2, "18:00")).toEqual([]);
  const [next] = await emailsAt(3, "12:00");
  expect(next?.text).toContain("from Ida");
  expect(next?.text).not.toContain("from Ray");
  expect(await emailsAt(4, "12:00")).toEqual([]);
});

test("of a surprise nothing is emailed, and what its thank-you list shows then is no news", async () => {
  const { list, gift } = await listWithGift({ units: 5 });
  await give(list, gift, "Margaret");
  expect(await emailsAt(2, "12:00")).toEqual([]);
  await endSurprise(list, new Date());
  expect(await emailsAt(3, "12:00")).toEqual([]);
  await give(list, gift, "Ray");
  expect(await emailsAt(4, "12:00")).toHaveLength(1);

  const other = await openGiftList({ email: "zoe@example.org" });
  await give(other, await giftOn(other, await parcelVariant(5, 1)), "Ida");
  expect(await emailsAt(60, "12:00")).toEqual([]);
  expect(await emailsAt(61, "12:00")).toEqual([]);
});

test("a list that was closed quietly sends nothing", async () => {
  const { list, gift } = await listWithGift({}, { surprise: "shown" });
  await give(list, gift, "Margaret");
  await closeGiftList(list, true, new Date());

  expect(await emailsAt(2, "12:00")).toEqual([]);
  expect(await rowOf("gift_list_claims")).toMatchObject({ news_at: null });
});
