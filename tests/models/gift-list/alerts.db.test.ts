import { expect, test } from "vitest";

import {
  confirmGiftAlert,
  leaveGiftAlert,
  peekGiftAlert,
  requestGiftAlert,
} from "#app/models/gift-list/alert.server.ts";
import { cleanUpGiftLists } from "#app/models/gift-list/access.server.ts";
import { releaseClaim } from "#app/models/gift-list/claim-changes.server.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { runGiftClaimSchedule } from "#app/models/gift-list/scheduled.server.ts";
import type { GiftId } from "#app/models/shared/ids.ts";
import { setStock } from "#tests/support/people/checkout.ts";
import {
  addressees,
  claimed,
  giftListEmails,
  linkTo,
  listWithGift,
} from "#tests/support/people/gift-lists.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const HOUR_MS = 3_600_000;
const start = new Date();
const after = (hours: number) => new Date(start.getTime() + hours * HOUR_MS);

/** A list with one gift, which Margaret has reserved. */
async function reservedGift() {
  const made = await listWithGift();
  const claim = await claimed(made.list, made.gift, { isEmailConfirmed: true }, start);
  await giftListEmails();
  return { ...made, claim };
}

const wait = (list: GiftList, giftId: GiftId, name: string, at: Date, isEmailConfirmed = true) =>
  requestGiftAlert({ listId: list.id, giftId, email: `${name}@example.org`, isEmailConfirmed }, at);

/** Runs what is due at `now`, and answers with who was emailed. */
async function emailedAt(now: Date): Promise<ReadonlyArray<string>> {
  await runGiftClaimSchedule(now);
  return addressees(await giftListEmails()).map((address) => address.replace("@example.org", ""));
}

test("a gift that is free again is offered to one giver after the other, with 12 hours each", async () => {
  const { list, gift, claim } = await reservedGift();
  await wait(list, gift, "ida", after(0.1));
  await wait(list, gift, "zoe", after(0.2));
  await wait(list, gift, "typed", after(0.05), false);
  await giftListEmails();
  expect(await emailedAt(after(1))).toEqual([]);

  await releaseClaim(claim, after(2));

  expect(await emailedAt(after(2))).toEqual(["ida"]);
  expect(await emailedAt(after(13.9))).toEqual([]);
  expect(await emailedAt(after(14))).toEqual(["zoe"]);
  expect(await emailedAt(after(40))).toEqual([]);
});

test("while others have reserved or given it nobody who waits is emailed, and at the end of a reservation the first is", async () => {
  const { list, gift } = await reservedGift();
  await wait(list, gift, "ida", start);
  await giftListEmails();
  expect(await emailedAt(after(7 * 24 - 1))).toEqual(["margaret"]);
  expect(await emailedAt(after(7 * 24 + 1))).toEqual(["ida", "margaret"]);

  await changeRows("gift_list_claims", {}, { state: "taken", held_until: null });
  await wait(list, gift, "zoe", after(200));
  expect(await emailedAt(after(201))).toEqual([]);
});

test("two runs at the same moment email one giver, once", async () => {
  const { list, gift, claim } = await reservedGift();
  await wait(list, gift, "ida", start);
  await wait(list, gift, "zoe", after(0.1));
  await giftListEmails();
  await releaseClaim(claim, after(1));

  await Promise.all([runGiftClaimSchedule(after(1)), runGiftClaimSchedule(after(1))]);

  expect(addressees(await giftListEmails())).toEqual(["ida@example.org"]);
});

test("a typed address counts once its link was used, and the same link stops the emails", async () => {
  const { list, gift, claim } = await reservedGift();
  await wait(list, gift, "ida", start, false);
  const [mail] = await giftListEmails();
  expect(mail?.text).not.toContain("Hannah");
  const token = linkTo(mail, "/list/alert").split("token=")[1] ?? "";
  expect(await peekGiftAlert(token)).toMatchObject({ confirmedAt: null });
  expect(await peekGiftAlert("x".repeat(43))).toBeNull();
  expect(await confirmGiftAlert(token, start)).toMatchObject({ ok: true });
  await releaseClaim(claim, after(1));
  await runGiftClaimSchedule(after(1));
  const [free] = await giftListEmails();
  expect(free?.text).toContain(`/give/${gift}`);
  expect(linkTo(free, "/list/alert")).toContain(token);

  expect(await leaveGiftAlert(token)).toMatchObject({ ok: true });
  expect(await rowsOf("gift_list_alerts")).toEqual([]);
  expect(await leaveGiftAlert(token)).toMatchObject({ code: "link-invalid" });
});

test("an address that nobody confirmed is deleted after 7 days, and all of them when the list is closed", async () => {
  const { list, gift } = await reservedGift();
  await wait(list, gift, "typed", start, false);
  await wait(list, gift, "ida", start);
  const count = async () => (await rowsOf("gift_list_alerts")).length;
  await cleanUpGiftLists(after(7 * 24 - 1));
  expect(await count()).toBe(2);
  await cleanUpGiftLists(after(7 * 24 + 1));
  expect(await count()).toBe(1);
  await changeRows("gift_lists", {}, { closed_at: start.toISOString() });
  await cleanUpGiftLists(after(7 * 24 + 1));
  expect(await count()).toBe(0);
});

test("a gift that was reserved out of stock is reported once, when it can be bought", async () => {
  const { list, gift, variantId } = await listWithGift({ stock: 0 });
  await claimed(list, gift, { isEmailConfirmed: true, isOutOfStock: true }, start);
  await giftListEmails();
  expect(await emailedAt(after(1))).toEqual([]);
  await setStock(variantId, 3);

  await runGiftClaimSchedule(after(2));

  const [mail, ...others] = await giftListEmails();
  expect(others).toEqual([]);
  expect(mail?.subject).toContain("back in stock");
  expect(await emailedAt(after(3))).toEqual([]);
});
