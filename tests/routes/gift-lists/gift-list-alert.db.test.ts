import { expect, test } from "vitest";

import { formatListCode } from "#app/models/gift-list/code.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import type { GiftId } from "#app/models/shared/ids.ts";
import { action as askForAlert, loader as alertPage } from "#app/routes/gift-lists/alert.tsx";
import { action as useAlert, loader as alertLink } from "#app/routes/gift-lists/alert-link.tsx";
import { loader as list } from "#app/routes/gift-lists/list.tsx";
import { loader as ownList } from "#app/routes/gift-lists/own-list.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { parcelVariant } from "#tests/support/people/checkout.ts";
import { familyOf } from "#tests/support/people/gift-list-family.ts";
import { giftListEmails, giftOn, linkTo, openGiftList } from "#tests/support/people/gift-lists.ts";
import { claimAsRay } from "#tests/support/people/gift-claims.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const codeOf = ({ code }: GiftList) => formatListCode(code ?? "");
const pathOf = (one: GiftList, gift: GiftId) => `/list/${codeOf(one)}/alert/${gift}`;

test("a giver who meets a reserved gift leaves an address, confirms it and stops the emails again", async () => {
  const one = await openGiftList();
  const gift = await giftOn(one, await parcelVariant(5));
  await claimAsRay(one, gift, { way: "reservation" });
  await giftListEmails();
  const browser = new Browser();
  const params = { code: codeOf(one), giftId: gift };
  const page = await browser.get(alertPage, pathOf(one, gift), params);
  expect(await page.json()).toMatchObject({ until: expect.any(String), gift: { id: gift } });
  const ask = (email: string) => browser.post(askForAlert, pathOf(one, gift), { email }, params);
  expect((await ask("nonsense")).status).toBe(422);

  const answers = [await ask("ida@example.org"), await ask("ida@example.org")];

  expect(answers.map(({ headers }) => headers.get("Location"))).toEqual([
    `/list/${codeOf(one)}`,
    `/list/${codeOf(one)}`,
  ]);
  const [mail] = await giftListEmails();
  const reader = new Browser();
  expect(await (await reader.get(alertLink, linkTo(mail, "/list/alert"))).json()).toMatchObject({
    about: { isConfirmed: false },
  });
  expect((await reader.post(useAlert, "/list/alert", { intent: "confirm" })).status).toBe(303);
  await reader.get(alertLink, linkTo(mail, "/list/alert"));
  expect((await reader.post(useAlert, "/list/alert", { intent: "leave" })).status).toBe(303);
  expect(await (await reader.get(alertLink, linkTo(mail, "/list/alert"))).json()).toMatchObject({
    about: null,
  });
});

test("a gift that is free leads to giving it, and one of another list or none is not found", async () => {
  const one = await openGiftList();
  const other = await openGiftList({ email: "zoe@example.org" });
  const gift = await giftOn(one, await parcelVariant(5));
  const params = { code: codeOf(one), giftId: gift };
  const answer = await new Browser().get(alertPage, pathOf(one, gift), params);
  expect(answer.headers.get("Location")).toBe(`/list/${codeOf(one)}/give/${gift}`);
  const foreign = { code: codeOf(other), giftId: gift };
  expect(
    (await new Browser().post(askForAlert, pathOf(other, gift), { email: "a@b.example" }, foreign)).status,
  ).toBe(404);
});

test("the family's pages are byte for byte the same with and without somebody who waits", async () => {
  const one = await openGiftList();
  const gift = await giftOn(one, await parcelVariant(5));
  const family = await familyOf(one);
  const pages = async () => [
    await (await family.get(ownList, `/gift-lists/mine/${one.id}`, { listId: one.id })).text(),
    await (await family.get(list, `/list/${codeOf(one)}`, { code: codeOf(one) })).text(),
  ];
  // The first page says that the lists are open now.
  await pages();
  const before = await pages();
  await claimAsRay(one, gift, { way: "reservation" });
  await new Browser().post(
    askForAlert,
    pathOf(one, gift),
    { email: "ida@example.org" },
    { code: codeOf(one), giftId: gift },
  );

  expect(await pages()).toEqual(before);
});
