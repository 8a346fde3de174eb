import { expect, test } from "vitest";

import { giftQuantityFieldId } from "#app/components/gift-list/own-list-page.tsx";
import { db } from "#app/db/db.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { cleanUpClosedLists, runGiftListSchedule } from "#app/models/gift-list/closing.server.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { changeGiftList } from "#app/models/gift-list/lists.server.ts";
import { viewAsGiver } from "#app/models/gift-list/giver-view.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOrderConfirmationEmail, sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { findAdminOrder } from "#app/models/order/admin-orders.server.ts";
import { orderStatusEmail } from "#app/models/order/status-email.ts";
import { packingSlipHtml } from "#app/models/order/packing-slip.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { orderLinkKey } from "#app/models/order/link.server.ts";
import { findOrderByReference } from "#app/models/order/lookup.server.ts";
import { exportCustomer } from "#app/models/privacy/customer-export.server.ts";
import { addDays } from "#app/models/shared/local-date.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { GiftId, OrderId } from "#app/models/shared/ids.ts";
import { action as basketAction, loader as basket } from "#app/routes/cart/cart.tsx";
import { loader as processing } from "#app/routes/checkout/order-processing.tsx";
import { action as pay, loader as checkout } from "#app/routes/checkout/list-checkout.tsx";
import { loader as thankYou } from "#app/routes/checkout/thank-you.tsx";
import { action as addGift, loader as addGiftPage } from "#app/routes/gift-lists/add-gift.tsx";
import { action as giftLists } from "#app/routes/gift-lists/gift-lists.tsx";
import { action as give, loader as givePage } from "#app/routes/gift-lists/give.tsx";
import { action as useLink } from "#app/routes/gift-lists/link.tsx";
import { loader as linkPage } from "#app/routes/gift-lists/link.tsx";
import { loader as list } from "#app/routes/gift-lists/list.tsx";
import { action as newList } from "#app/routes/gift-lists/new-list.tsx";
import { action as changeList, loader as ownList } from "#app/routes/gift-lists/own-list.tsx";
import { action as changeOwnGift, loader as ownGift } from "#app/routes/gift-lists/own-gift.tsx";
import { action as changeClosing, loader as closing } from "#app/routes/gift-lists/close.tsx";
import { action as showNow } from "#app/routes/gift-lists/show-now.tsx";
import { action as changeThanks, loader as thanks } from "#app/routes/gift-lists/thanks.tsx";
import { loader as thanksFile } from "#app/routes/gift-lists/thanks-file.ts";
import { loader as invoice } from "#app/routes/orders/invoice.tsx";
import { loader as orderPage } from "#app/routes/orders/order.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { parcelVariant, setStock, stockOf } from "#tests/support/people/checkout.ts";
import { makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import {
  GIFT_HANDLERS,
  giftListEmails,
  noonIn,
  giftOn,
  HIDDEN,
  linkTo,
  LIST_FORM,
  openGiftList,
  orderOfSpareGift,
  ownerOf,
  readEmails,
} from "#tests/support/people/gift-lists.ts";
import {
  BILLING,
  checkoutFields,
  familyOf,
  onlyOrder,
  payFor,
  payTheMoney,
} from "#tests/support/people/gift-list-family.ts";
import { claimAsRay } from "#tests/support/people/gift-claims.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { demoStore } from "#tests/support/shops/store.ts";

useTestDatabase();
registerListeners();

const ORIGIN = "http://localhost:3000";
const MARGARET = {
  giver_name: "Margaret Okafor",
  email: "margaret@example.org",
  message: "For the first nights",
};
const at = ({ code }: GiftList) => ({ code: formatListCode(code ?? "") });
const path = (one: GiftList, rest = "") => `/list/${formatListCode(one.code ?? "")}${rest}`;
const giveAt = (one: GiftList, gift: GiftId) => path(one, `/give/${gift}`);

/** An open list with one gift, of which the shop has five. */
async function listWithGift(changes: Readonly<Record<string, string>> = {}) {
  const one = await openGiftList(changes);
  const variant = await parcelVariant(5);
  return { one, variant, gift: await giftOn(one, variant) };
}

const kinds = async (one: GiftList) =>
  (await viewAsGiver(one, null, new Date())).map(({ availability }) => availability.kind);

async function chooseToBuy(browser: Browser, one: GiftList, gift: GiftId) {
  const params = { ...at(one), giftId: gift };
  return browser.post(
    give,
    giveAt(one, gift),
    { ...MARGARET, way: "order", units: "1", intent: "give" },
    params,
  );
}

test("a family makes a list without an account, fills it, confirms by the link and shares it", async () => {
  const browser = new Browser();
  const variant = await parcelVariant(5);
  const made = await browser.post(newList, "/gift-lists/new", {
    ...LIST_FORM,
    gift_variant: String(variant),
    gift_quantity: "2",
  });
  expect(made.status).toBe(303);
  const own = made.headers.get("Location") ?? "";
  const listId = own.split("/").at(-1) ?? "";
  const draft = (await (await browser.get(ownList, own, { listId })).json()) as {
    gifts: Array<{ quantity: number }>;
    share: unknown;
  };
  expect(draft).toMatchObject({ gifts: [{ quantity: 2 }], share: null });
  expect((await new Browser().get(ownList, own, { listId })).status).toBe(404);

  const [mail] = await giftListEmails();
  const link = linkTo(mail, "/gift-lists/link");
  await browser.get(linkPage, link);
  expect((await browser.post(useLink, "/gift-lists/link", {})).headers.get("Location")).toBe(own);
  const open = (await (await browser.get(ownList, own, { listId })).json()) as {
    share: { link: string; path: string };
  };
  expect(open.share.link).toMatch(/\/list\/[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
  const code = open.share.path.split("/").at(-1) ?? "";
  expect(
    (await new Browser().get(list, open.share.path.toLowerCase(), { code: code.toLowerCase() })).status,
  ).toBe(200);
  // The link works once.
  const again = new Browser();
  await again.get(linkPage, link);
  expect((await again.post(useLink, "/gift-lists/link", {})).status).toBe(410);
});

test("a link that opens lists goes to their address alone, and the answer does not say whether there are any", async () => {
  const one = await openGiftList();
  await giftListEmails();
  const browser = new Browser();
  const answers = await Promise.all(
    [one.email, "nobody@example.org"].map((email) =>
      browser.post(giftLists, "/gift-lists", { intent: "send-link", email }),
    ),
  );
  expect(answers.map((answer) => [answer.status, answer.headers.get("Location")])).toEqual([
    [303, "/gift-lists/check-your-e-mail"],
    [303, "/gift-lists/check-your-e-mail"],
  ]);
  const emails = await giftListEmails();
  expect(emails.map(({ to }) => to?.[0]?.address)).toEqual([one.email]);
  await browser.get(linkPage, linkTo(emails[0], "/gift-lists/link"));
  await browser.post(useLink, "/gift-lists/link", {});
  expect((await browser.get(ownList, `/gift-lists/mine/${one.id}`, { listId: one.id })).status).toBe(200);
});

test("a refused form shows what was typed, with a message at each wrong field", async () => {
  const answer = await new Browser().post(newList, "/gift-lists/new", {
    ...LIST_FORM,
    name: "",
    email: "x",
    gift_variant: "5000",
  });
  expect(answer.status).toBe(422);
  const { errors, values } = (await answer.json()) as { errors: object; values: Record<string, string> };
  expect(Object.keys(errors)).toEqual(["name", "email"]);
  expect(values["gift_variant"]).toBe("5000");
  expect(values["words"]).toBe(LIST_FORM.words);
});

test("while the surprise lasts the family's pages are byte for byte the same with and without claims", async () => {
  const one = await openGiftList();
  const gift = await giftOn(one, await parcelVariant(5), 2);
  const family = await familyOf(one);
  const pages = async () => {
    const answers = [
      await family.get(ownList, `/gift-lists/mine/${one.id}`, { listId: one.id }),
      await family.get(ownList, `/gift-lists/mine/${one.id}`, { listId: one.id }),
      await family.get(list, path(one), at(one)),
    ];
    // The first one took the note of the form before.
    return Promise.all(answers.slice(1).map(async (answer) => [answer.status, await answer.text()]));
  };
  const before = await pages();
  await claimAsRay(one, gift, { way: "reservation", units: 2 });
  expect(await kinds(one)).toEqual(["reserved"]);
  expect(await pages()).toEqual(before);
  // A change is answered as ever, even below what is claimed.
  const changed = await family.post(
    changeList,
    `/gift-lists/mine/${one.id}`,
    { intent: "set-quantity", gift, quantity: "1" },
    { listId: one.id },
  );
  expect(changed.status).toBe(303);
});

test("a wrong number of wanted gifts is answered at the field of that gift", async () => {
  const { one, gift } = await listWithGift();
  const family = await familyOf(one);
  const set = async (fields: Readonly<Record<string, string>>) => {
    const path = `/gift-lists/mine/${one.id}`;
    const answer = await family.post(changeList, path, { gift, ...fields }, { listId: one.id });
    return [answer.status, await answer.json()] as const;
  };

  const [invalid, notNumber] = await set({ intent: "set-quantity", quantity: "many" });
  expect([invalid, notNumber]).toMatchObject([
    422,
    {
      errors: { [giftQuantityFieldId(gift)]: expect.stringMatching(/^Choose a number from 1 to /) },
      problem: null,
    },
  ]);
  expect(notNumber).toMatchObject({ values: { quantity: "many" } });
  const fewer = await set({ intent: "fewer" });
  expect(fewer).toMatchObject([
    409,
    { errors: { [giftQuantityFieldId(gift)]: "The minimum quantity is 1" } },
  ]);
});

test("a giver reserves, confirms by the link, prolongs and lets go; somebody else cannot", async () => {
  const { one, gift } = await listWithGift();
  await giftListEmails();
  const browser = new Browser();
  const params = { ...at(one), giftId: gift };
  const fields = { ...MARGARET, way: "reservation", units: "1", intent: "give" };
  const chosen = await browser.post(give, giveAt(one, gift), fields, params);
  const own = chosen.headers.get("Location") ?? "";
  expect(own).toMatch(/^\/list\/gift\?claim=claim_/);
  const claim = own.split("=")[1] ?? "";
  expect(await (await new Browser().get(ownGift, own)).json()).toMatchObject({ kind: "over" });
  expect(await (await browser.get(ownGift, own)).json()).toMatchObject({ kind: "live", mayConfirm: false });
  // Only the link shows that the address is theirs.
  expect((await browser.post(changeOwnGift, "/list/gift", { intent: "confirm", claim })).status).toBe(404);

  const raced = await new Browser().post(
    give,
    giveAt(one, gift),
    { ...fields, email: "ray@example.org" },
    params,
  );
  expect(raced.status).toBe(409);
  expect(await raced.json()).toMatchObject({
    race: { left: 0 },
    answer: { values: { message: MARGARET.message } },
  });

  const [mail] = await giftListEmails();
  const reader = new Browser();
  expect(await (await reader.get(ownGift, linkTo(mail, "/list/gift"))).json()).toMatchObject({
    mayConfirm: true,
  });
  for (const intent of ["confirm", "prolong", "bought-elsewhere", "release"])
    expect((await reader.post(changeOwnGift, "/list/gift", { intent, claim })).status, intent).toBe(303);
  expect(await kinds(one)).toEqual(["wanted"]);
});

test("a basket claims nothing, Pay now holds the gift, the way back leads to its own checkout, and a paid order takes it", async () => {
  const { one, variant, gift } = await listWithGift();
  const browser = new Browser();
  expect((await chooseToBuy(browser, one, gift)).headers.get("Location")).toBe(
    `/checkout/gift-list/${one.id}`,
  );
  expect(await kinds(one)).toEqual(["wanted"]);
  const shown = (await (await browser.get(basket, "/cart")).json()) as {
    giftBaskets: Array<object>;
    cart: unknown;
  };
  expect(shown).toMatchObject({
    cart: null,
    giftBaskets: [{ owners: "Hannah and Tom’s", lines: [{ quantity: 1 }] }],
  });

  expect((await payFor(browser, one)).headers.get("Location")).toMatch(/^\/test-payment\//);
  expect(await kinds(one)).toEqual(["reserved"]);
  expect((await stockOf(variant)).reserved).toBe(1);
  const orderId = await onlyOrder();
  const left = await browser.get(processing, `/checkout/order-processing?order=${orderId}&left=1`);
  expect(left.headers.get("Location")).toBe(`/checkout/gift-list/${one.id}?payment=back`);
  await payTheMoney(orderId);
  expect(await kinds(one)).toEqual(["taken"]);
  expect(await (await browser.get(basket, "/cart")).json()).toMatchObject({ giftBaskets: [] });
  const order = await findOrder(orderId);
  expect(order).toMatchObject({
    hasGiftReceipt: true,
    giftMessage: "For the first nights\nMargaret Okafor",
    delivery: { giftList: { listId: one.id, sentTo: "Hannah and Tom’s list address" } },
  });
});

type Shown = Readonly<{ gifts: ReadonlyArray<Readonly<{ arrival: string | null }>> }>;

test("a giver sees when a gift would arrive, and the family of a list that is no surprise when a large parcel comes", async () => {
  const one = await openGiftList({ surprise: "shown" });
  const variant = await parcelVariant(5, 0, "large");
  const gift = await giftOn(one, variant);
  const browser = new Browser();
  const arrivals = async (who: Browser) => {
    const page = (await (await who.get(list, path(one), at(one))).json()) as Shown;
    return page.gifts.map(({ arrival }) => arrival);
  };
  expect(await arrivals(browser)).toEqual([expect.stringMatching(/^With them by \w+day \d/)]);
  const chosen = await browser.get(givePage, giveAt(one, gift), { ...at(one), giftId: gift });
  expect(await chosen.json()).toMatchObject({ arrival: (await arrivals(browser))[0] });
  await setStock(variant, 0);
  expect(await arrivals(browser)).toEqual([null]);
  await setStock(variant, 5);

  await chooseToBuy(browser, one, gift);
  await payFor(browser, one);
  await payTheMoney(await onlyOrder());
  expect(await arrivals(browser)).toEqual([null]);
  await giftListEmails();
  await runGiftListSchedule(noonIn(2));
  const news = (await giftListEmails()).find(({ subject }) => subject?.startsWith("New gifts"));
  expect(news?.text).toMatch(/from Margaret Okafor\. It is large, and comes by \w+day \d/);
});

test("the second giver to press Pay now reads that someone has chosen it, and may give it all the same", async () => {
  const { one, gift } = await listWithGift();
  const [first, second] = [new Browser(), new Browser()];
  await chooseToBuy(first, one, gift);
  await chooseToBuy(second, one, gift);
  expect((await payFor(first, one)).status).toBe(303);
  const refused = await payFor(second, one);
  expect(refused.status).toBe(409);
  const { page } = (await refused.json()) as { page: { conflict: { name: string; isGone: boolean } } };
  expect(page.conflict.isGone).toBe(true);
  expect(await db().selectFrom("orders").select("id").execute()).toHaveLength(1);
  const choice = { intent: "give-all-the-same", gift_name: page.conflict.name };
  await second.post(pay, `/checkout/gift-list/${one.id}`, choice, { listId: one.id });
  expect((await payFor(second, one)).status).toBe(303);
});

test("the giver of a spare gift reads after paying and on the order that its money goes back, and where to give another", async () => {
  const { orderId, order, list: of } = await orderOfSpareGift();
  const giver = new Browser();
  const params = { orderId };
  const linked = await giver.get(
    orderPage,
    `/orders/${orderId}?k=${orderLinkKey(orderId, new Date())}`,
    params,
  );
  expect(linked.status).toBe(200);
  const paid = await giver.get(processing, `/checkout/order-processing?order=${orderId}`);
  expect(paid.headers.get("Location")).toBe(`/checkout/thank-you/${orderId}`);

  const spareGifts = [
    {
      giftName: fullName(order.lines[0]?.name ?? "", order.lines[0]?.variantLabel ?? null),
      listCode: path(of).split("/").at(-1),
    },
  ];
  expect(await (await giver.get(orderPage, `/orders/${orderId}`, params)).json()).toMatchObject({
    spareGifts,
    refunds: [{ isCredit: false, amount: order.totals.total }],
  });
  expect(await (await giver.get(thankYou, `/checkout/thank-you/${orderId}`, params)).json()).toMatchObject({
    spareGifts,
  });
});

test("nothing that a giver is answered holds the street, the town or the postcode of the list (requirement gift-list-5)", async () => {
  const { one, gift } = await listWithGift();
  const other = await giftOn(one, await parcelVariant(5, 1));
  const browser = new Browser();
  const texts: Array<readonly [where: string, text: string]> = [];
  const hear = async (where: string, answer: Response) => {
    const headers = JSON.stringify([...answer.headers]);
    texts.push([where, headers + (await answer.text())]);
  };
  await giftListEmails();
  await hear("list", await browser.get(list, path(one), at(one)));
  await hear("give", await browser.get(givePage, giveAt(one, gift), { ...at(one), giftId: gift }));
  const reserve = { ...MARGARET, way: "reservation", units: "1", intent: "give" };
  const claimed = await browser.post(give, giveAt(one, other), reserve, { ...at(one), giftId: other });
  await hear("own gift", await browser.get(ownGift, claimed.headers.get("Location") ?? ""));
  await hear(
    "give, wrong",
    await browser.post(give, giveAt(one, gift), { way: "order" }, { ...at(one), giftId: gift }),
  );
  await chooseToBuy(browser, one, gift);
  await hear("basket", await browser.get(basket, "/cart"));
  const place = `/checkout/gift-list/${one.id}`;
  const params = { listId: one.id };
  await hear("checkout", await browser.get(checkout, place, params));
  const fields = await checkoutFields(browser, one);
  await hear("checkout again", await browser.post(pay, place, { ...fields, intent: "update" }, params));
  await hear(
    "checkout, wrong",
    await browser.post(pay, place, { ...fields, billing_city: "", email: "x" }, params),
  );
  await hear(
    "checkout, other total",
    await browser.post(pay, place, { ...fields, agreedTotal: "1" }, params),
  );
  const typed = { delivery_postal_code: "BT1 1AA", delivery_address1: "x", method: "collection" };
  await hear("checkout, forged", await browser.post(pay, place, { ...fields, ...typed }, params));
  await hear("paying", await payFor(browser, one));
  const orderId = await onlyOrder();
  await hear("processing", await browser.get(processing, `/checkout/order-processing?order=${orderId}`));
  await payTheMoney(orderId);
  await ship(orderId);
  const own = { orderId };
  await hear("thank you", await browser.get(thankYou, `/checkout/thank-you/${orderId}`, own));
  await hear("order", await browser.get(orderPage, `/orders/${orderId}`, own));
  await hear("invoice", await browser.get(invoice, `/orders/${orderId}/invoice`, own));
  const order = await findOrder(orderId);
  const life = await findFulfilmentHistory(orderId);
  texts.push(["order as it is read", JSON.stringify([order, life])]);
  const about = { order: order!, life, store: demoStore, origin: ORIGIN, link: `${ORIGIN}/orders/x` };
  texts.push([
    "shipped",
    JSON.stringify(orderStatusEmail(about, { about: "shipped", shipment: life.shipments[0]! })),
  ]);
  await runDueJobs(
    {
      ...GIFT_HANDLERS,
      "order-confirmation": sendOrderConfirmationEmail(ORIGIN),
      "order-email": sendOrderStatusEmail(ORIGIN),
    },
    { now: () => new Date(Date.now() + 60_000) },
  );
  for (const mail of await readEmails()) texts.push([`email ${mail.subject ?? ""}`, JSON.stringify(mail)]);
  const { customer } = await makeCustomer();
  await db().updateTable("orders").set({ customer_id: customer.id }).execute();
  texts.push(["export", JSON.stringify(await exportCustomer(customer.id))]);

  expect(texts.length).toBeGreaterThan(16);
  expect(texts.filter(([where]) => where.startsWith("email")).length).toBeGreaterThan(0);
  const plain = (text: string) => text.toLowerCase().replace(/[\s+]|%20/g, "");
  for (const [where, text] of texts)
    for (const secret of [HIDDEN.street, HIDDEN.town, HIDDEN.postcode, "Quillfeather", "TRACK-ZENNOR"])
      expect(plain(text).includes(plain(secret)), `${where} holds ${secret}`).toBe(false);

  // The postcode of the list does not open the order either, and its giver's own does.
  const clue = { number: String(order!.number), email: MARGARET.email };
  expect((await findOrderByReference({ ...clue, postcode: HIDDEN.postcode })).ok).toBe(false);
  expect((await findOrderByReference({ ...clue, postcode: BILLING.billing_postal_code })).ok).toBe(true);

  // The owner of the shop packs it for the family, with the tracking.
  const known = await findAdminOrder(order!.number);
  const slip = packingSlipHtml({ order: known!.order, store: demoStore, units: [1] });
  expect(slip).toContain(HIDDEN.street);
  expect(slip).not.toContain("Price each");
  expect(known!.life.shipments[0]).toMatchObject({ number: "TRACK-ZENNOR" });
});

async function ship(orderId: OrderId): Promise<void> {
  await db()
    .insertInto("shipments")
    .values({
      order_id: orderId,
      request_key: newId("ship"),
      carrier: "Courier",
      tracking_number: "TRACK-ZENNOR",
      tracking_url: "https://courier.example/TRACK-ZENNOR",
      shipped_at: new Date().toISOString(),
    })
    .execute();
}

test("a product goes to the only list at once, and with several lists or none the page asks for which", async () => {
  const variant = String(await parcelVariant(5));
  const nobody = new Browser();
  const sent = await nobody.post(addGift, `/gift-lists/add?variant=${variant}`, {
    variant,
    quantity: "2",
    note: "x",
  });
  expect(sent.headers.get("Location")).toBe(`/gift-lists/add?variant=${variant}&quantity=2&note=x`);
  const page = await nobody.get(addGiftPage, sent.headers.get("Location") ?? "");
  expect(await page.json()).toMatchObject({
    lists: [{ value: "new" }],
    values: { quantity: "2", note: "x" },
  });
  const chosen = await nobody.post(addGift, "/gift-lists/add", { variant, list: "new" });
  expect(chosen.headers.get("Location")).toBe(`/gift-lists/new?variant=${variant}&quantity=1`);

  const family = new Browser();
  await family.post(newList, "/gift-lists/new", LIST_FORM);
  const added = await family.post(addGift, "/gift-lists/add", { variant });
  expect(added.headers.get("Location")).toMatch(/^\/gift-lists\/mine\/giftlist_/);
});

test("a basket's line moves to a list", async () => {
  const variant = String(await parcelVariant(5));
  const family = new Browser();
  await family.post(newList, "/gift-lists/new", LIST_FORM);
  await family.post(basketAction, "/cart", { intent: "add", variantId: variant });
  const { cart } = (await (await family.get(basket, "/cart")).json()) as {
    cart: { lines: Array<{ id: string }> };
  };
  await family.post(addGift, "/gift-lists/add", { variant, line: cart.lines[0]!.id });
  expect(await (await family.get(basket, "/cart")).json()).toMatchObject({ cart: null });
});

test("an engraved line moves to a list with its words, also to a list that is made for it", async () => {
  const family = new Browser();
  const engraved = { intent: "add", productId: "123", variantId: "5031", personalisation: "words" };
  const lineOf = async () => {
    const { cart } = (await (await family.get(basket, "/cart")).json()) as {
      cart: { lines: Array<{ id: string }> };
    };
    return cart.lines[0]!.id;
  };
  await family.post(basketAction, "/cart", { ...engraved, words: "Ida" });
  const line = await lineOf();
  const toNew = await family.post(addGift, "/gift-lists/add", { variant: "5031", line, list: "new" });
  expect(toNew.headers.get("Location")).toBe(`/gift-lists/new?variant=5031&quantity=1&line=${line}`);

  const form = { ...LIST_FORM, gift_variant: "5031", gift_line: line };
  const made = await family.post(newList, "/gift-lists/new", form);
  const own = made.headers.get("Location") ?? "";
  const listId = own.split("/").at(-1) ?? "";
  const shown = await (await family.get(ownList, own, { listId })).json();
  expect(shown).toMatchObject({ gifts: [{ optionText: "Engraving: “Ida”" }] });

  const page = await family.get(addGiftPage, `/gift-lists/add?variant=5031&line=${line}`);
  expect(await page.json()).toMatchObject({ gift: { name: "Noah's Ark, Engraving: “Ida”" } });
  expect((await family.post(addGift, "/gift-lists/add", { variant: "5031", line })).status).toBe(303);
  expect(await (await family.get(basket, "/cart")).json()).toMatchObject({ cart: null });
});

test("wrong codes are limited, and a draft opens for nobody", async () => {
  const browser = new Browser();
  const wrong = () => browser.get(list, "/list/2222-2222", { code: "2222-2222" });
  for (let tries = 1; tries <= 20; tries += 1) expect((await wrong()).status).toBe(404);
  expect((await wrong()).status).toBe(429);
});

test("once it is no surprise the family sees who gave what, writes to them once, and takes it along as a file", async () => {
  const { one, gift } = await listWithGift();
  const family = await familyOf(one);
  const claim = await claimAsRay(one, gift, { giverName: "=Ray", message: "x" });
  const params = { listId: one.id };
  const place = `/gift-lists/mine/${one.id}`;
  for (const [door, rest] of [
    [thanks, "/thanks"],
    [thanksFile, "/thanks.csv"],
  ] as const)
    expect((await family.get(door, place + rest, params)).headers.get("Location")).toBe(place);

  await family.post(showNow, `${place}/show`, {}, params);
  const page = await (await family.get(thanks, `${place}/thanks`, params)).json();
  expect(page).toMatchObject({ gifts: [{ givers: "=Ray", thankedOn: null, canWrite: true }] });
  const file = await (await family.get(thanksFile, `${place}/thanks.csv`, params)).text();
  expect(file).toContain("'=Ray,x,");
  expect(file).not.toContain("ray@example.org");
  await giftListEmails();
  const write = (words: string) =>
    family.post(changeThanks, `${place}/thanks`, { intent: "write", claim, words }, params);
  expect((await write("")).status).toBe(422);
  expect((await write("see https://evil.example/x")).status).toBe(422);
  const sent = await write("It hangs over the cot.\n\nThank you.");
  // Without the fragment of its gift, because the note is above the list.
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `${place}/thanks`]);
  expect((await write("Again")).status).toBe(404);
  const [mail, ...others] = await giftListEmails();
  expect(others).toEqual([]);
  expect(mail?.to?.[0]?.address).toBe("ray@example.org");
  expect(mail?.text).toContain("It hangs over the cot.\n\nThank you.");
  expect(JSON.stringify(mail)).not.toContain(one.email);
});

test("a closed list answers 410, ends reservations, and opens again; a quiet one says nothing and emails nobody", async () => {
  const { one, gift } = await listWithGift();
  const family = await familyOf(one);
  const params = { listId: one.id };
  const reserve = () => claimAsRay(one, gift, { way: "reservation" });
  await reserve();
  await giftListEmails();
  const press = (intent: string) =>
    family.post(changeClosing, `/gift-lists/mine/${one.id}/close`, { intent }, params);
  expect((await press("close")).status).toBe(303);
  const closed = await new Browser().get(list, path(one), at(one));
  expect(closed.status).toBe(410);
  expect(await closed.json()).toMatchObject({ text: expect.stringContaining("Hannah and Tom closed it on") });
  expect((await giftListEmails()).map(({ to }) => to?.[0]?.address).sort()).toEqual([
    one.email,
    "ray@example.org",
  ]);

  expect((await press("reopen")).status).toBe(303);
  expect(await kinds(one)).toEqual(["wanted"]);
  await reserve();
  await giftListEmails();
  await press("close-quietly");
  expect(await (await new Browser().get(list, path(one), at(one))).json()).toMatchObject({ text: null });
  expect(await giftListEmails()).toEqual([]);
});

test("a list that is opened again after its address was deleted says so, until its owner has saved it", async () => {
  const one = await openGiftList();
  const family = await familyOf(one);
  const params = { listId: one.id };
  const place = `/gift-lists/mine/${one.id}/close`;
  const press = (intent: string) => family.post(changeClosing, place, { intent }, params);
  const page = async () => (await family.get(closing, place, params)).json() as Promise<unknown>;
  await press("close");
  expect(await page()).toMatchObject({ list: { isClosed: true, isAddressDeleted: false } });
  await cleanUpClosedLists(new Date(Date.now() + 31 * 86_400_000));
  expect(await page()).toMatchObject({ list: { isClosed: true, isAddressDeleted: true } });

  const opened = await press("reopen");

  const cookies = opened.headers.get("Set-Cookie")?.split(/,\s*(?=[\w-]+=)/) ?? [];
  const headers = new Headers({ Cookie: cookies.map((line) => line.split(";")[0]).join("; ") });
  expect((await readSession({ headers })).takeFlash()?.text).toContain("enter it again");
  const again = await ownerOf(one.id);
  expect(again).toMatchObject({ state: "open", address: null, isAddressDeleted: true });
  await changeGiftList(again, again, new Date());
  expect((await ownerOf(one.id)).isAddressDeleted).toBe(false);
});

test("families are reminded before their list closes, and emailed when it has and when the surprise is over", async () => {
  const one = await openGiftList();
  await giftListEmails();
  const subjects = async (day: string) => {
    await runGiftListSchedule(new Date(`${day}T12:00:00Z`));
    await runGiftListSchedule(new Date(`${day}T12:30:00Z`));
    return (await giftListEmails()).map(({ subject }) => subject);
  };
  expect(await subjects(addDays(one.eventDay, -1))).toEqual([]);
  expect(await subjects(one.eventDay)).toEqual([expect.stringContaining("See who gave what")]);
  expect(await subjects(addDays(one.closesOn, -14))).toEqual([expect.stringContaining("closes on")]);
  expect(await subjects(addDays(one.closesOn, -2))).toEqual([expect.stringContaining("closes on")]);
  expect(await subjects(addDays(one.closesOn, 1))).toEqual([expect.stringContaining("is closed")]);
});

test("a list is found by exact names and month if its family allows it, and a miss says nothing", async () => {
  const one = await openGiftList({ findable: "on", first_name: "Zoë-Ann" });
  const hidden = await openGiftList({ first_name: "Zoë-Ann", email: "other@example.org" });
  const [year = "", month = ""] = one.eventDay.split("-");
  const names = { intent: "find", first_name: "zoe ann", last_name: "QUILLFEATHER", month, year };
  const ask = async (changes: Record<string, string> = {}) => {
    const answer = await new Browser().post(giftLists, "/gift-lists", { ...names, ...changes });
    return ((await answer.json()) as { found: Array<object> }).found;
  };
  expect(await ask()).toEqual([{ name: one.name, when: expect.stringContaining(year), path: path(one) }]);
  const misses = [await ask({ last_name: "Quill" }), await ask({ year: String(Number(year) + 1) })];
  expect(misses).toEqual([[], []]);
  expect(JSON.stringify(await ask())).not.toContain(hidden.id);
});

test("a list is deleted by its family, but not while a gift is on its way", async () => {
  const { one, gift } = await listWithGift();
  const family = await familyOf(one);
  const browser = new Browser();
  await chooseToBuy(browser, one, gift);
  await payFor(browser, one);
  const orderId = await onlyOrder();
  await payTheMoney(orderId);
  const remove = () =>
    family.post(changeClosing, `/gift-lists/mine/${one.id}/close`, { intent: "delete" }, { listId: one.id });
  expect((await remove()).status).toBe(409);
  await db().updateTable("orders").set({ status: "delivered" }).execute();
  expect((await remove()).headers.get("Location")).toBe("/gift-lists");
  expect(await db().selectFrom("gift_list_claims").select("id").execute()).toEqual([]);
  expect((await findOrder(orderId))?.delivery.giftList?.listId).toBe(one.id);
});
