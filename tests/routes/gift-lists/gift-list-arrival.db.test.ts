import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { viewAsGiver } from "#app/models/gift-list/giver-view.server.ts";
import { addDays, localTime } from "#app/models/shared/local-date.ts";
import { action as changeThanks, loader as thanks } from "#app/routes/gift-lists/thanks.tsx";
import { loader as thanksFile } from "#app/routes/gift-lists/thanks-file.ts";
import type { Browser } from "#tests/support/people/browser.ts";
import { parcelVariant } from "#tests/support/people/checkout.ts";
import { familyOf } from "#tests/support/people/gift-list-family.ts";
import { giftListEmails, giftOn, openGiftList } from "#tests/support/people/gift-lists.ts";
import { claimAsRay } from "#tests/support/people/gift-claims.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { demoStore } from "#tests/support/shops/store.ts";

useTestDatabase();

const today = () => localTime(new Date(), demoStore.timeZone).day;

/** A family's list with a gift that Uncle Ray has bought elsewhere. */
async function listWithClaim() {
  const one = await openGiftList();
  const claim = await claimAsRay(one, await giftOn(one, await parcelVariant(5)));
  return { one, claim, family: await familyOf(one) };
}

function pages(family: Browser, { id }: GiftList) {
  const place = `/gift-lists/mine/${id}/thanks`;
  return {
    press: (intent: string, claim: string) =>
      family.post(changeThanks, place, { intent, claim }, { listId: id }),
    gifts: async () =>
      ((await (await family.get(thanks, place, { listId: id })).json()) as { gifts: Array<object> }).gifts,
    file: async () => (await family.get(thanksFile, `${place}.csv`, { listId: id })).text(),
  };
}

async function moveDay(one: GiftList, days: number): Promise<void> {
  const day = addDays(today(), days);
  await db()
    .updateTable("gift_lists")
    .set({ event_day: day, reveal_on: day })
    .where("id", "=", one.id)
    .execute();
}

test("after the day the family says that a gift from elsewhere has arrived, and the question is gone", async () => {
  const { one, family, claim } = await listWithClaim();
  await moveDay(one, -1);
  const { press, gifts } = pages(family, one);
  expect(await gifts()).toMatchObject([{ givers: "Uncle Ray", arrival: "open" }]);
  await giftListEmails();

  expect((await press("arrived", claim)).status).toBe(303);

  expect(await gifts()).toMatchObject([{ givers: "Uncle Ray", arrival: null }]);
  expect((await press("not-arrived", claim)).status).toBe(404);
  expect(await giftListEmails()).toEqual([]);
});

test("an answer with a note leads to the top of the list, and a mark of thanks to the gift", async () => {
  const { one, family, claim } = await listWithClaim();
  await moveDay(one, -1);
  const { press } = pages(family, one);
  const leadsTo = async (intent: string) => (await press(intent, claim)).headers.get("Location");

  const top = `/gift-lists/mine/${one.id}/thanks`;
  expect([await leadsTo("not-arrived"), await leadsTo("arrived"), await leadsTo("thanked")]).toEqual([
    top,
    top,
    `${top}#${claim}`,
  ]);
  await giftListEmails();
});

test("a gift that has not arrived is free again, its giver is emailed once, and it may still arrive", async () => {
  const { one, family, claim } = await listWithClaim();
  await moveDay(one, -1);
  await giftListEmails();
  const { press, gifts, file } = pages(family, one);
  const kinds = async () =>
    (await viewAsGiver(one, null, new Date())).map(({ availability: { kind } }) => kind);
  expect(await kinds()).toEqual(["taken"]);

  await Promise.all([press("not-arrived", claim), press("not-arrived", claim)]);

  expect(await kinds()).toEqual(["wanted"]);
  const emails = await giftListEmails();
  expect(emails.map(({ to }) => to?.[0]?.address)).toEqual(["ray@example.org"]);
  expect(emails[0]?.text).toContain("If you still mean to give it, there is nothing to do");
  expect(emails[0]?.text).not.toContain("/list/gift?token");
  expect(await gifts()).toMatchObject([{ givers: "Uncle Ray", arrival: "missing" }]);
  expect(await file()).not.toContain("Uncle Ray");
  expect((await press("thanked", claim)).status).toBe(404);

  expect((await press("arrived", claim)).status).toBe(303);
  expect(await gifts()).toMatchObject([{ givers: "Uncle Ray", arrival: null }]);
  expect(await kinds()).toEqual(["taken"]);
  expect(await giftListEmails()).toEqual([]);
});

test("on the day itself there is no question yet, and while the list is a surprise both answers are refused", async () => {
  const { one, family, claim } = await listWithClaim();
  const { press, gifts } = pages(family, one);
  await moveDay(one, 0);
  expect(await gifts()).toMatchObject([{ arrival: null }]);
  expect((await press("not-arrived", claim)).status).toBe(404);

  await moveDay(one, -1);
  await db()
    .updateTable("gift_lists")
    .set({ reveal_on: addDays(today(), 3) })
    .execute();
  const refused = await press("not-arrived", claim);
  expect(refused.headers.get("Location")).toBe(`/gift-lists/mine/${one.id}`);
  expect(await db().selectFrom("gift_list_claims").select("state").execute()).toEqual([{ state: "taken" }]);
});

test("of another family's gift the answer is refused", async () => {
  const one = await openGiftList();
  const other = await openGiftList({ email: "zoe@example.org" });
  const family = await familyOf(other);
  const claim = await claimAsRay(one, await giftOn(one, await parcelVariant(5)));
  await moveDay(one, -1);
  await moveDay(other, -1);

  expect((await pages(family, other).press("not-arrived", claim)).status).toBe(404);
});
