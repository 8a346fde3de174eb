import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { runGiftListSchedule } from "#app/models/gift-list/closing.server.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import { findSiblings } from "#app/models/gift-list/gift-colours.server.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { addGift, listGifts } from "#app/models/gift-list/gifts.server.ts";
import { listSwappableGifts } from "#app/models/gift-list/swap.server.ts";
import { listGivenGifts } from "#app/models/gift-list/thanks.server.ts";
import type { GiftId } from "#app/models/shared/ids.ts";
import { action as edit, loader as editPage } from "#app/routes/gift-lists/edit-gift.tsx";
import { action as give, loader as givePage } from "#app/routes/gift-lists/give.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { setStock } from "#tests/support/people/checkout.ts";
import { familyOf, onlyOrder, payFor, payTheMoney } from "#tests/support/people/gift-list-family.ts";
import {
  addressees,
  claimed,
  giftListEmails,
  giftOn,
  giver,
  noonIn,
  openGiftList,
} from "#tests/support/people/gift-lists.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();
registerListeners();

const MARGARET = { giver_name: "Margaret Okafor", email: "margaret@example.org", message: "" };

/** Variants of one product that differ only in their colour, all in stock. */
async function colours() {
  const products = await db()
    .selectFrom("products")
    .innerJoin("product_options", "product_options.product_id", "products.id")
    .select("products.id")
    .where("product_options.type", "=", "swatch")
    .where("products.is_visible", "=", 1)
    .where("products.delivery_class", "=", "small")
    .orderBy("products.id")
    .execute();
  for (const { id } of products) {
    const all = await findSiblings([id]);
    const [first] = all;
    const same = all.filter(({ apartFromColour }) => apartFromColour === first?.apartFromColour);
    const [family, other, third] = same;
    if (!family || !other || !third) continue;
    for (const { variantId } of same) await setStock(variantId, 5);
    return { family, other, third };
  }
  throw new Error("The demo catalogue has no product in three colours");
}

async function anyColour(list: GiftList, variantId: number): Promise<GiftId> {
  const gift = { variantId, words: null, quantity: 1, note: null, isAnyColour: true };
  const added = await addGift(list.id, gift, new Date());
  if (!added.ok) throw new Error(added.code);
  return added.value.id;
}

const at = (list: GiftList, giftId: GiftId) => ({ code: formatListCode(list.code ?? ""), giftId });
const giveAt = (list: GiftList, gift: GiftId) => `/list/${at(list, gift).code}/give/${gift}`;

async function buy(giver: Browser, list: GiftList, gift: GiftId, changes: Record<string, string> = {}) {
  const fields = { ...MARGARET, way: "order", units: "1", intent: "give", ...changes };
  return giver.post(give, giveAt(list, gift), fields, at(list, gift));
}

const linesInCarts = () =>
  db().selectFrom("cart_lines").select(["variant_id", "quantity"]).orderBy("variant_id").execute();

test("where any colour will do, its giver chooses one, and the family reads which one came", async () => {
  const { family, other } = await colours();
  const list = await openGiftList({ surprise: "shown" });
  const gift = await anyColour(list, family.variantId);
  const margaret = new Browser();
  const page = await margaret.get(givePage, giveAt(list, gift), at(list, gift));
  const shown = (await page.json()) as { colours: unknown; values: unknown };
  expect(shown.colours).toContainEqual({ value: String(other.variantId), label: other.label });
  expect(shown.values).toMatchObject({ variant: String(family.variantId) });

  await buy(margaret, list, gift);
  expect(await linesInCarts()).toEqual([{ variant_id: family.variantId, quantity: 1 }]);
  await buy(margaret, list, gift, { variant: String(other.variantId) });
  expect(await linesInCarts()).toEqual([{ variant_id: other.variantId, quantity: 1 }]);
  await payFor(margaret, list);
  await payTheMoney(await onlyOrder());

  const now = new Date();
  const [given] = (await listGivenGifts(list, now)) ?? [];
  expect(given?.giftName).toContain(other.label);
  expect((await listSwappableGifts(list, now)).map(({ giftName }) => giftName)).toEqual([given?.giftName]);
  await giftListEmails();
  await runGiftListSchedule(noonIn(2));
  const news = (await giftListEmails()).find(({ subject }) => subject?.startsWith("New gifts"));
  expect(news?.text).toContain(other.label);
});

test("a colour that is sold out is given in another, and what is a gift of its own is not offered", async () => {
  const { family, other, third } = await colours();
  const list = await openGiftList();
  const gift = await anyColour(list, family.variantId);
  await giftOn(list, third.variantId);
  await setStock(family.variantId, 0);
  const [listed] = await listGifts(list.id);
  expect(listed?.sale).toBe("on-sale");
  const offered = listed?.colours.map(({ variantId }) => variantId) ?? [];
  expect(offered).toContain(other.variantId);
  expect(offered).not.toContain(family.variantId);
  expect(offered).not.toContain(third.variantId);

  for (const typed of [String(family.variantId), String(third.variantId), "5031", "x"]) {
    await buy(new Browser(), list, gift, { variant: typed });
    expect((await linesInCarts()).every(({ variant_id: id }) => offered.includes(id))).toBe(true);
  }
});

test("a gift of one colour is given in no other", async () => {
  const { family, other } = await colours();
  const list = await openGiftList();
  const gift = await giftOn(list, family.variantId);
  await buy(new Browser(), list, gift, { variant: String(other.variantId) });
  expect(await linesInCarts()).toEqual([{ variant_id: family.variantId, quantity: 1 }]);
  await setStock(family.variantId, 0);
  expect(await listGifts(list.id)).toMatchObject([{ sale: "sold-out", colours: [] }]);
});

test("the family changes the colour: the gift keeps its place and note, and who had reserved it is emailed", async () => {
  const { family, other, third } = await colours();
  const list = await openGiftList();
  const gift = await giftOn(list, family.variantId);
  await giftOn(list, third.variantId);
  await claimed(list, gift, { ...giver("Ray"), isEmailConfirmed: true });
  await giftListEmails();
  const hannah = await familyOf(list);
  const path = `/gift-lists/mine/${list.id}/gifts/${gift}`;
  const params = { listId: list.id, giftId: gift };
  const page = await hannah.get(editPage, path, params);
  expect(((await page.json()) as { variants: unknown }).variants).toContainEqual({
    value: String(other.variantId),
    label: other.label,
  });

  const form = { quantity: "2", note: "Soft ones", most_needed: "on" };
  const taken = await hannah.post(edit, path, { ...form, variant: String(third.variantId) }, params);
  expect(taken.status).toBe(409);
  expect(await taken.json()).toMatchObject({
    errors: { variant: expect.stringContaining("on the list already") },
    values: { variant: String(third.variantId), note: "Soft ones" },
  });
  const foreign = await hannah.post(edit, path, { ...form, variant: "5031" }, params);
  expect(foreign.status).toBeGreaterThanOrEqual(400);
  const done = await hannah.post(edit, path, { ...form, variant: String(other.variantId) }, params);

  const gifts = await listGifts(list.id);
  expect(done.headers.get("Location")).toBe(`/gift-lists/mine/${list.id}#${gifts[0]?.id}`);
  expect(gifts).toMatchObject([
    {
      variantId: other.variantId,
      variantLabel: other.label,
      quantity: 2,
      note: "Soft ones",
      isMostNeeded: true,
    },
    { variantId: third.variantId },
  ]);
  const emails = await giftListEmails();
  expect(addressees(emails)).toEqual(["ray@example.org"]);
  expect(emails[0]?.text).toContain("Your reservation is gone.");
});
