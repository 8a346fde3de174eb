import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findOwnGiftList } from "#app/models/gift-list/access.server.ts";
import {
  changeClaimWords,
  confirmClaim,
  findOwnClaim,
  freeClaim,
  markBoughtElsewhere,
  prolongClaim,
  releaseClaim,
} from "#app/models/gift-list/claim-changes.server.ts";
import type { EditedList, GiftList } from "#app/models/gift-list/gift-list.ts";
import {
  changeGift,
  moveGift,
  removeGift,
  setGiftQuantity,
} from "#app/models/gift-list/gift-changes.server.ts";
import { addGift, listGifts } from "#app/models/gift-list/gifts.server.ts";
import {
  claimGiftsForPayment,
  listGiverCarts,
  putGiftInCart,
} from "#app/models/gift-list/giver-cart.server.ts";
import { viewAsGiver } from "#app/models/gift-list/giver-view.server.ts";
import { findListByCode, replaceListCode } from "#app/models/gift-list/lists.server.ts";
import { runGiftClaimSchedule } from "#app/models/gift-list/scheduled.server.ts";
import type { GiftId } from "#app/models/shared/ids.ts";
import { addDays, dayText } from "#app/models/shared/local-date.ts";
import { parcelVariant } from "#tests/support/people/checkout.ts";
import {
  addressees,
  claimed,
  claimOne,
  draftGiftList,
  FAMILY_DEVICE,
  giftListEmails,
  giftOn,
  giver,
  linkTo,
  listWithGift,
  openGiftList,
} from "#tests/support/people/gift-lists.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const DAY_MS = 86_400_000;
const ROUNDS = 100;
const after = (days: number) => new Date(Date.now() + days * DAY_MS);

/** A list with one gift, which Ray pays for: what his checkout holds, and how. */
async function payingGiver() {
  const { list, gift, variantId } = await listWithGift({ stock: 500 });
  const { deviceHash, ...person } = giver("Ray");
  const chosen = { list, giftId: gift, variantId, words: null, units: 1, deviceHash, isExtra: false };
  await putGiftInCart({ ...chosen, giver: { ...person, message: null } }, new Date());
  const [giving] = await listGiverCarts(deviceHash, new Date());
  return { list, gift, hold: () => claimGiftsForPayment({ ...giving!, deviceHash }, new Date()) };
}

const availability = async (list: GiftList, now = new Date()) =>
  (await viewAsGiver(list, null, now)).map(({ availability: { kind } }) => kind);

test("of two givers of the last unit at the same moment exactly one holds it, round after round", async () => {
  const { list, gift } = await listWithGift();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await db().deleteFrom("gift_list_claims").execute();
    const isEmailConfirmed = round % 2 === 0;
    const both = await Promise.all(
      ["Ray", "Margaret"].map((name) => claimOne(list, gift, { ...giver(name), isEmailConfirmed })),
    );
    expect(both.map((each) => (each.ok ? "held" : each.code)).sort(), `round ${round}`).toEqual([
      "gift-taken",
      "held",
    ]);
    expect((await rowsOf("gift_list_claims")).map(({ units }) => units)).toEqual([1]);
  }
});

test("of a giver who pays and one who reserves the last unit exactly one holds it", async () => {
  const { list, gift, hold } = await payingGiver();
  for (let round = 1; round <= ROUNDS / 4; round += 1) {
    await db().deleteFrom("gift_list_claims").execute();
    const both = await Promise.all([hold(), claimOne(list, gift)]);
    const held = both.filter(({ ok }) => ok);
    expect(held, `round ${round}`).toHaveLength(1);
  }
});

test("two tabs of one checkout at the same moment hold the gift once, round after round", async () => {
  const { hold } = await payingGiver();
  for (let round = 1; round <= ROUNDS / 4; round += 1) {
    await db().deleteFrom("gift_list_claims").execute();
    await Promise.all([hold(), hold()]);
    const rows = await rowsOf("gift_list_claims");
    expect(
      rows.map(({ units }) => units),
      `round ${round}`,
    ).toEqual([1]);
  }
});

test("a second tab of a checkout that has been paid holds the gift no second time", async () => {
  const { hold } = await payingGiver();
  expect(await hold()).toMatchObject({ ok: true });
  expect(await hold()).toMatchObject({ ok: true });
  await changeRows("gift_list_claims", {}, { state: "taken", held_until: null });

  expect(await hold()).toMatchObject({ code: "gift-taken" });
});

test("units are claimed, not lines, and a unit that lapses is free for all by the server's clock", async () => {
  const { list, gift } = await listWithGift({ units: 4 });
  await claimed(list, gift, { units: 2 });
  expect(await claimOne(list, gift, { units: 3 })).toMatchObject({ code: "gift-units", detail: { left: 2 } });
  await claimed(list, gift, { units: 2 });
  expect(await availability(list)).toEqual(["reserved"]);
  expect(await claimOne(list, gift)).toMatchObject({ code: "gift-taken" });
  // The rows are as they were: only the time has passed.
  expect(await availability(list, after(1.01))).toEqual(["wanted"]);
  expect((await claimOne(list, gift, { units: 4 }, after(1.01))).ok).toBe(true);
});

test("a giver confirms by the link in the email, prolongs once, changes the words and lets go", async () => {
  const { list, gift } = await listWithGift();
  await giftListEmails();
  const id = await claimed(list, gift);
  const [mail] = await giftListEmails();
  const token = linkTo(mail, "/list/gift").split("=")[1] ?? "";
  expect((await findOwnClaim(null, { token, deviceHash: null }))?.id).toBe(id);
  expect(await findOwnClaim(id, { token: null, deviceHash: "somebody-else" })).toBeNull();

  expect(await prolongClaim(id, new Date())).toMatchObject({ ok: true, value: { isProlonged: false } });
  const confirmed = await confirmClaim(id, new Date());
  if (!confirmed.ok) throw new Error(confirmed.code);
  expect(Date.parse(confirmed.value.heldUntil ?? "")).toBeGreaterThan(after(6.9).getTime());
  const longer = await prolongClaim(id, new Date());
  if (!longer.ok) throw new Error(longer.code);
  expect(Date.parse(longer.value.heldUntil ?? "")).toBeGreaterThan(after(13.9).getTime());
  expect(await prolongClaim(id, new Date())).toEqual(longer);

  expect(await changeClaimWords(id, { giverName: "Mum", message: "x" }, new Date())).toMatchObject({
    ok: true,
  });
  expect(await releaseClaim(id, new Date())).toMatchObject({ ok: true });
  expect(await availability(list)).toEqual(["wanted"]);
  expect(await confirmClaim(id, new Date())).toMatchObject({ code: "claim-not-found" });
});

test("the shop frees a claim, and emails only who had confirmed a reservation", async () => {
  const { list, gift } = await listWithGift();
  for (const [way, isConfirmed] of [
    ["reservation", true],
    ["reservation", false],
    ["elsewhere", true],
  ] as const) {
    const id = await claimed(list, gift, { way });
    if (isConfirmed) await confirmClaim(id, new Date());
    await giftListEmails();

    expect(await freeClaim(id, new Date())).toMatchObject({ ok: true, value: { state: "ended" } });

    expect(await availability(list)).toEqual(["wanted"]);
    const subjects = (await giftListEmails()).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject?.includes("has ended"))).toBe(
      way === "reservation" && isConfirmed,
    );
    expect(await freeClaim(id, new Date())).toMatchObject({ code: "claim-not-found" });
  }
});

test("what was bought elsewhere is taken for good once it is confirmed", async () => {
  const { list, gift } = await listWithGift();
  const id = await claimed(list, gift, { way: "elsewhere" });
  expect(await availability(list)).toEqual(["reserved"]);
  await confirmClaim(id, new Date());
  expect(await availability(list, after(30))).toEqual(["taken"]);

  const other = await giftOn(list, await parcelVariant(5, 1));
  const reserved = await claimed(list, other, { isEmailConfirmed: true });
  await markBoughtElsewhere(reserved, new Date());
  expect(await availability(list, after(30))).toEqual(["taken", "taken"]);
});

test("one address reserves at most five gifts of a list", async () => {
  const list = await openGiftList();
  for (let skip = 0; skip < 5; skip += 1)
    await claimed(list, await giftOn(list, await parcelVariant(5, skip)));
  const sixth = await giftOn(list, await parcelVariant(5, 5));
  expect(await claimOne(list, sixth)).toMatchObject({ code: "gift-claims-limit" });
  expect((await claimOne(list, sixth, { way: "elsewhere" })).ok).toBe(true);
});

test("a confirmed giver is reminded once and emailed when the reservation ends, an unconfirmed one is not", async () => {
  const { list, gift } = await listWithGift({ units: 2 });
  await claimed(list, gift, { isEmailConfirmed: true });
  await claimed(list, gift, giver("Ray"));
  await giftListEmails();
  await runGiftClaimSchedule(after(1.5));
  expect(await giftListEmails()).toEqual([]);
  await runGiftClaimSchedule(after(5.5));
  await runGiftClaimSchedule(after(5.6));
  expect(addressees(await giftListEmails())).toEqual(["margaret@example.org"]);
  await runGiftClaimSchedule(after(7.5));
  const [ended, ...others] = await giftListEmails();
  expect(ended?.subject).toContain("has ended");
  expect(others).toEqual([]);
});

/** On a day in the shop's summer time, next year. */
async function summerList(): Promise<EditedList> {
  const list = await openGiftList();
  const eventDay = `${new Date().getUTCFullYear() + 1}-07-18`;
  await changeRows("gift_lists", {}, { event_day: eventDay });
  return { ...list, eventDay };
}

test("a reservation that ends with a day in summer time is announced for that day", async () => {
  const list = await summerList();
  const gift = await giftOn(list, await parcelVariant(5));
  const start = new Date(`${addDays(list.eventDay, -3)}T10:00:00Z`);

  await claimOne(list, gift, { isEmailConfirmed: true }, start);

  const [mail] = await giftListEmails();
  expect(mail?.text).toContain(`is reserved for you until ${dayText(list.eventDay, start)}.`);
});

test("a reservation that begins or is prolonged within two days of its end gets no reminder", async () => {
  const list = await summerList();
  const [gift, other] = [
    await giftOn(list, await parcelVariant(5)),
    await giftOn(list, await parcelVariant(5, 1)),
  ];
  const at = (days: number) => new Date(Date.parse(`${list.eventDay}T10:00:00Z`) + days * DAY_MS);
  await claimOne(list, gift, { isEmailConfirmed: true }, at(-1));
  const early = await claimed(list, other, { isEmailConfirmed: true }, at(-6));
  await giftListEmails();

  await runGiftClaimSchedule(at(-1.2));
  const [reminder, ...others] = await giftListEmails();
  expect(reminder?.text).toContain(`ends on ${dayText(list.eventDay, at(-1.2))}. After that`);
  expect(others).toEqual([]);
  expect(await prolongClaim(early, at(-1.1))).toMatchObject({ ok: true });
  await runGiftClaimSchedule(at(-0.5));
  expect(await giftListEmails()).toEqual([]);
});

test("a gift can always be changed and taken off, and only its givers hear of it", async () => {
  const { list, gift } = await listWithGift({ units: 2 });
  await claimed(list, gift, { units: 2, isEmailConfirmed: true });
  await giftListEmails();
  const at = { listId: list.id, giftId: gift };
  expect(await setGiftQuantity(at, 1, new Date())).toMatchObject({ ok: true });
  expect(await removeGift(at, new Date())).toMatchObject({ ok: true });
  const emails = await giftListEmails();
  expect(addressees(emails)).toEqual(["margaret@example.org"]);
  expect(emails[0]?.text).toContain("Your reservation is gone");
  expect(await removeGift(at, new Date())).toMatchObject({ code: "gift-not-found" });
});

test("gifts are added last, raised, ordered, and marked up to five times", async () => {
  const list = await openGiftList();
  const variants = await Promise.all([0, 1, 2, 3, 4, 5].map((skip) => parcelVariant(5, skip)));
  const ids: Array<GiftId> = [];
  for (const variant of variants) ids.push(await giftOn(list, variant));
  const again = { variantId: variants[0]!, words: null, quantity: 2, note: null, isAnyColour: false };
  expect(await addGift(list.id, again, new Date())).toMatchObject({ value: { isNew: false, quantity: 3 } });
  await moveGift({ listId: list.id, giftId: ids[2]! }, -1, new Date());
  await moveGift({ listId: list.id, giftId: ids[0]! }, -1, new Date());
  const order = (await listGifts(list.id)).map(({ id }) => id);
  expect(order).toEqual([ids[0], ids[2], ids[1], ids[3], ids[4], ids[5]]);

  const mark = (giftId: GiftId) =>
    changeGift(
      { listId: list.id, giftId },
      { quantity: 1, note: null, isAnyColour: false, isMostNeeded: true },
      new Date(),
    );
  for (const id of ids.slice(0, 5)) expect((await mark(id)).ok).toBe(true);
  expect(await mark(ids[5]!)).toMatchObject({ code: "gift-most-needed" });
});

test("a draft opens for its own browser only, and gets a link when its address is confirmed", async () => {
  const draft = await draftGiftList();
  expect(draft).toMatchObject({ state: "draft", code: null });
  const openedBy = (deviceHash: string) =>
    findOwnGiftList(draft.id, { deviceHash, customer: null }, new Date());
  expect(await openedBy(FAMILY_DEVICE)).not.toBeNull();
  expect(await openedBy("other")).toBeNull();
  const [mail] = await giftListEmails();
  expect(linkTo(mail, "/gift-lists/link")).toContain("token=");
});

test("a replaced link opens nothing, and claims stay", async () => {
  const { list, gift } = await listWithGift();
  await claimed(list, gift);
  await replaceListCode(list.id, new Date());
  expect(await findListByCode(list.code!, new Date())).toBe("former");
  expect(await availability(list)).toEqual(["reserved"]);
});
