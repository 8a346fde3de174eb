import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addGift, listGifts } from "#app/models/gift-list/gifts.server.ts";
import { listGiverCarts, putGiftInCart } from "#app/models/gift-list/giver-cart.server.ts";
import { giftOn, openGiftList } from "#tests/support/people/gift-lists.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const ARK = 5031;
const RAINBOW = 5000;
const GIFT = { variantId: ARK, quantity: 1, note: null, isAnyColour: false };
const GIVER = { giverName: "Ray", email: "ray@example.org", message: null };

test("a gift keeps its words, shows them to givers, and is bought with them", async () => {
  const list = await openGiftList();
  const giftId = await giftOn(list, ARK, 1, "  Ida   2026");

  expect(await listGifts(list.id)).toMatchObject([
    { words: "Ida 2026", variantLabel: "Engraving: “Ida 2026”", sale: "on-sale" },
  ]);
  const [gift] = await listGifts(list.id);
  const chosen = { list, giftId, variantId: ARK, words: gift!.words, units: 1, giver: GIVER };
  expect((await putGiftInCart({ ...chosen, deviceHash: "ray", isExtra: false }, new Date())).ok).toBe(true);
  const [giving] = await listGiverCarts("ray", new Date());
  expect(giving?.cart.lines.map(({ personalisation }) => personalisation?.text)).toEqual(["Ida 2026"]);
});

test("the same words raise the number, and others are refused until the gift is taken off", async () => {
  const list = await openGiftList();
  await giftOn(list, ARK, 1, "Ida");
  const add = (words: string | null) => addGift(list.id, { ...GIFT, words }, new Date());

  expect(await add("Ida")).toMatchObject({ value: { isNew: false, quantity: 2 } });
  expect(await add("Tom")).toMatchObject({ code: "gift-other-words", detail: { name: "Noah's Ark" } });
  expect(await add(null)).toMatchObject({ code: "gift-other-words" });
  expect(await listGifts(list.id)).toMatchObject([{ words: "Ida", quantity: 2 }]);
});

test("words that cannot be written are refused, and a gift whose words are no longer offered cannot be chosen", async () => {
  const list = await openGiftList();
  expect(await addGift(list.id, { ...GIFT, words: "♥" }, new Date())).toMatchObject({
    code: "personalisation-character",
  });
  expect(await addGift(list.id, { ...GIFT, variantId: RAINBOW, words: "Ida" }, new Date())).toMatchObject({
    code: "personalisation-not-offered",
  });

  const giftId = await giftOn(list, RAINBOW);
  await db()
    .updateTable("gift_list_gifts")
    .set({ personalisation: "Ida", variant_label: "Engraving: “Ida”" })
    .where("id", "=", giftId)
    .execute();
  expect(await listGifts(list.id)).toMatchObject([
    { sale: "discontinued", variantLabel: "Engraving: “Ida”", price: null },
  ]);
});
