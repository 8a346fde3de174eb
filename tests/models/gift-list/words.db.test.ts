import { expect, test } from "vitest";

import { changeGift } from "#app/models/gift-list/gift-changes.server.ts";
import { addGift, listGifts } from "#app/models/gift-list/gifts.server.ts";
import { listGiverCarts, putGiftInCart } from "#app/models/gift-list/giver-cart.server.ts";
import { orderGifts } from "#app/models/gift-list/list-checkout.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { stepOnWork } from "#app/models/order/words.server.ts";
import { NOW } from "#tests/support/now.ts";
import { commandFor } from "#tests/support/people/checkout.ts";
import { giftOn, openGiftList } from "#tests/support/people/gift-lists.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows } from "#tests/support/shops/rows.ts";

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
  const worded = { personalisation: "Ida", variant_label: "Engraving: “Ida”" };
  await changeRows("gift_list_gifts", { id: giftId }, worded);
  expect(await listGifts(list.id)).toMatchObject([
    { sale: "discontinued", variantLabel: "Engraving: “Ida”", price: null },
  ]);
});

test("the family changes the words until the work begins, in the basket and the order of a giver too", async () => {
  const list = await openGiftList();
  const giftId = await giftOn(list, ARK, 1, "Ida");
  const chosen = { list, giftId, variantId: ARK, words: "Ida", units: 1, giver: GIVER };
  await putGiftInCart({ ...chosen, deviceHash: "ray", isExtra: false }, NOW);
  const change = (words: string) =>
    changeGift({ listId: list.id, giftId }, { ...GIFT, words, isMostNeeded: false }, NOW);
  const inBasket = async () => (await listGiverCarts("ray", NOW))[0]?.cart;
  const wordsIn = (lines: ReadonlyArray<{ personalisation: { text: string } | null }> = []) =>
    lines.map(({ personalisation }) => personalisation?.text);

  expect(await change("♥")).toMatchObject({ code: "personalisation-character" });
  expect(await change("Ida 2026")).toMatchObject({ ok: true });
  const cart = await inBasket();
  if (!cart) throw new Error("no basket");
  expect(wordsIn(cart.lines)).toEqual(["Ida 2026"]);

  const { email, giverName, message } = GIVER;
  const giver = { email, giverName, message };
  const ordered = await orderGifts({ list, cart, giver, deviceHash: "ray" }, await commandFor(cart.id), NOW);
  if (!ordered.ok) throw new Error(ordered.code);
  const { orderId, url } = ordered.value;
  const inOrder = async () => wordsIn((await findOrder(orderId))?.lines);
  await change("Wilfred");
  expect(await inOrder(), "not paid for yet").toEqual(["Wilfred"]);
  await decideTestPayment(url.split("/").at(-1) ?? "", { decision: "pay" }, NOW);
  await settle(orderId, NOW);
  await change("Winifred");
  expect(await inOrder()).toEqual(["Winifred"]);

  await stepOnWork(orderId, { step: "start-work", shown: null, by: "owner", now: NOW });
  expect(await change("Tom")).toMatchObject({ code: "words-in-work" });
  expect(await inOrder()).toEqual(["Winifred"]);
  expect(await listGifts(list.id)).toMatchObject([{ words: "Winifred" }]);
});
