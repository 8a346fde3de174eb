/** Forms of gift lists that are refused: what was typed is still there. */
import { expect, test } from "vitest";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { db } from "#app/db/db.server.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import { GIFTS_MAX } from "#app/models/gift-list/gift-list.ts";
import { action as basketAction, loader as basket } from "#app/routes/cart/cart.tsx";
import { action as addGift, loader as addGiftPage } from "#app/routes/gift-lists/add-gift.tsx";
import { action as editGift } from "#app/routes/gift-lists/edit-gift.tsx";
import { action as give } from "#app/routes/gift-lists/give.tsx";
import { action as changeOwnGift } from "#app/routes/gift-lists/own-gift.tsx";
import { action as showNow } from "#app/routes/gift-lists/show-now.tsx";
import { action as changeThanks } from "#app/routes/gift-lists/thanks.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { parcelVariant, setStock } from "#tests/support/people/checkout.ts";
import { familyOf } from "#tests/support/people/gift-list-family.ts";
import { giftOn, openGiftList } from "#tests/support/people/gift-lists.ts";
import { claimAsRay } from "#tests/support/people/gift-claims.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const ENGRAVED = "5031";
const TYPED = { variant: ENGRAVED, quantity: "2", note: "With love", any_colour: "on" };

async function answerOf(answer: Response) {
  return { status: answer.status, ...((await answer.json()) as AuthAnswer) };
}

/** The line of an engraved item in the basket of the family. */
async function engravedLine(family: Browser): Promise<string> {
  const item = {
    intent: "add",
    productId: "123",
    variantId: ENGRAVED,
    personalisation: "words",
    words: "Ida",
  };
  await family.post(basketAction, "/cart", item);
  const { cart } = (await (await family.get(basket, "/cart")).json()) as {
    cart: { lines: Array<{ id: string }> };
  };
  return cart.lines[0]?.id ?? "";
}

test("a refused engraved gift keeps its line, so that it goes to the list with its words once corrected", async () => {
  const one = await openGiftList();
  const family = await familyOf(one);
  const line = await engravedLine(family);
  const sent = { ...TYPED, list: one.id, line };

  const tooMany = await answerOf(await family.post(addGift, "/gift-lists/add", { ...sent, quantity: "30" }));

  expect(tooMany).toMatchObject({ status: 422, errors: { quantity: expect.any(String) } });
  expect(tooMany.values).toMatchObject({ note: "With love", any_colour: "on", line });
  const page = await family.get(addGiftPage, `/gift-lists/add?variant=${ENGRAVED}&line=${line}`);
  expect(await page.json()).toMatchObject({ hidden: { variant: ENGRAVED, line } });
});

test("a gift that is edited to more than can be bought keeps its note and its ticks", async () => {
  const one = await openGiftList();
  const giftId = await giftOn(one, await parcelVariant(5));
  const params = { listId: one.id, giftId };
  const typed = { quantity: "99", note: "With love", any_colour: "on", most_needed: "on" };

  const refused = await answerOf(
    await (await familyOf(one)).post(editGift, `/gift-lists/mine/${one.id}/gifts/${giftId}`, typed, params),
  );

  expect(refused).toMatchObject({ status: 422, errors: { quantity: expect.any(String) }, values: typed });
});

test("a list that is full, or has the gift with other words, answers with the list, the number, the note and the tick", async () => {
  const one = await openGiftList();
  const family = await familyOf(one);
  await giftOn(one, Number(ENGRAVED), 1, "Tom");
  const line = await engravedLine(family);
  const sent = { ...TYPED, list: one.id, line };
  const values = { list: one.id, quantity: "2", note: "With love", any_colour: "on" };

  const otherWords = await answerOf(await family.post(addGift, "/gift-lists/add", sent));
  expect(otherWords).toMatchObject({ status: 409, values });

  const unticked = { variant: ENGRAVED, quantity: "2", note: "With love", list: one.id, line };
  const refused = await answerOf(await family.post(addGift, "/gift-lists/add", unticked));
  expect(refused.values).toMatchObject({ any_colour: "" });

  const row = await db().selectFrom("gift_list_gifts").selectAll().executeTakeFirstOrThrow();
  const others = Array.from({ length: GIFTS_MAX }, (_, index) => ({
    ...row,
    id: `${row.id.slice(0, -3)}${String(index).padStart(3, "0")}`,
    variant_id: 900_000 + index,
    personalisation: "",
  }));
  await db().deleteFrom("gift_list_gifts").execute();
  await db().insertInto("gift_list_gifts").values(others).execute();
  const full = await answerOf(await family.post(addGift, "/gift-lists/add", sent));
  expect(full).toMatchObject({ status: 409, values });
});

test("a refused thank-you comes back with its words", async () => {
  const one = await openGiftList();
  const family = await familyOf(one);
  const claim = await claimAsRay(one, await giftOn(one, await parcelVariant(5)));
  const place = `/gift-lists/mine/${one.id}`;
  const params = { listId: one.id };
  await family.post(showNow, `${place}/show`, {}, params);
  const write = (words: string) =>
    family.post(changeThanks, `${place}/thanks`, { intent: "write", claim, words }, params);
  expect((await write("It hangs over the cot.")).status).toBe(303);

  const refused = await answerOf(await write("It hangs over the cot, and Ida laughs at it."));

  expect(refused).toMatchObject({
    status: 404,
    values: { words: "It hangs over the cot, and Ida laughs at it." },
  });
});

test("a giver's words for a gift that is no longer theirs come back with the refusal", async () => {
  const one = await openGiftList();
  const claim = await claimAsRay(one, await giftOn(one, await parcelVariant(5)));
  const words = { giver_name: "Ray", message: "For the first nights" };
  const sent = { intent: "change-words", claim, ...words };

  const refused = await answerOf(await new Browser().post(changeOwnGift, "/gift-lists/gift", sent));

  expect(refused).toMatchObject({ status: 404, values: words });
});

test("the answer about a gift that was just taken has the colour that the giver chose", async () => {
  const one = await openGiftList();
  const [theirs, chosen] = [5001, 5002];
  for (const variant of [theirs, chosen]) await setStock(variant, 9);
  const gift = await giftOn(one, theirs);
  await db().updateTable("gift_list_gifts").set({ is_any_colour: 1 }).where("id", "=", gift).execute();
  await claimAsRay(one, gift);
  const code = formatListCode(one.code ?? "");
  const typed = { giver_name: "Margaret", email: "margaret@example.org", message: "For the first nights" };
  const sent = { ...typed, way: "order", units: "1", intent: "give", variant: String(chosen) };

  const taken = await new Browser().post(give, `/list/${code}/give/${gift}`, sent, { code, giftId: gift });

  expect(taken.status).toBe(409);
  const { answer } = (await taken.json()) as { answer: AuthAnswer };
  expect(answer.values).toMatchObject({ ...typed, variant: String(chosen) });
});
