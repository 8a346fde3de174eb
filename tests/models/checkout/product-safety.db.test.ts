import { expect, test } from "vitest";

import { listVisibleWithoutContacts } from "#app/models/catalogue/product-safety.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { action, loader } from "#app/routes/checkout/checkout.tsx";
import { NOW } from "#tests/support/now.ts";
import { Browser } from "#tests/support/people/browser.ts";
import {
  cartWith,
  commandFor,
  countRows,
  details,
  parcelVariant,
  TYPED,
} from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeProductOf, productOf } from "#tests/support/shops/product-changes.ts";

useTestDatabase();

const BELFAST = { delivery_postal_code: "BT1 5GS" };
const REFUSAL =
  /^We cannot send these to Northern Ireland, because we do not have all the safety contacts that the law asks for there: /;

/** A cart with a product that does not name its responsible person. */
async function cartWithoutContacts() {
  const variantId = await parcelVariant(9);
  const { name, details: text } = await productOf(variantId);
  const manufacturer = {
    ...{ name: "Maker", address: "1 Street, London", electronic_address: null, country_code: "GB" },
  };
  const rest = JSON.parse(text) as object;
  const without = { ...rest, manufacturer, responsible_person: null };
  await changeProductOf(variantId, { details: JSON.stringify(without) });
  return { cart: await cartWith({ [variantId]: 1 }), name };
}

type Form = Readonly<{
  view: {
    attemptId: string;
    cartVersion: number;
    totals: { total: { minor: number } };
    confirmedDelivery: string;
  };
  errors: Readonly<Record<string, string>>;
}>;

async function pay(cartId: Parameters<Browser["takeCart"]>[0], typed: Readonly<Record<string, string>>) {
  const browser = await new Browser().takeCart(cartId);
  const page = (await (await browser.get(loader, "/checkout")).json()) as Form;
  const hidden = ({ view }: Form) => ({
    attempt: view.attemptId,
    cartVersion: String(view.cartVersion),
    agreedTotal: String(view.totals.total.minor),
    confirmedDelivery: view.confirmedDelivery,
  });
  const fields = { ...TYPED, ...typed };
  const update = { ...hidden(page), ...fields, intent: "update" };
  const priced = (await (await browser.post(action, "/checkout", update)).json()) as Form;
  const paid = await browser.post(action, "/checkout", { ...hidden(priced), ...fields, intent: "pay" });
  return { priced, paid };
}

test("a product without safety contacts is not sold to Northern Ireland, and the address says why", async () => {
  const { cart, name } = await cartWithoutContacts();

  const { priced, paid } = await pay(cart.id, BELFAST);
  const answer = (await paid.json()) as Form & { view: { values: Record<string, string> } };

  expect(priced.errors["delivery_postal_code"]).toMatch(REFUSAL);
  expect(paid.status).toBe(409);
  expect(answer.errors["delivery_postal_code"]).toContain(name);
  expect(answer.view.values).toMatchObject({ delivery_city: TYPED["delivery_city"], ...BELFAST });
  expect(await countRows("orders")).toBe(0);
});

test("the checkout itself refuses what a page did not ask about, and sells it to Great Britain", async () => {
  const { cart, name } = await cartWithoutContacts();

  expect(await checkOut(await commandFor(cart.id, details(BELFAST)), NOW)).toMatchObject({
    ok: false,
    code: "product-safety",
    detail: { names: name, place: "Northern Ireland" },
  });
  expect(await checkOut(await commandFor(cart.id), NOW)).toMatchObject({ ok: true });
});

test("every product of the demo is sold to Northern Ireland", async () => {
  const cart = await cartWith({ [await parcelVariant(9)]: 1 });

  expect(await listVisibleWithoutContacts(1_000)).toEqual([]);
  expect(await checkOut(await commandFor(cart.id, details(BELFAST)), NOW)).toMatchObject({ ok: true });
});

test("products without safety contacts are listed with what they lack", async () => {
  const { name } = await cartWithoutContacts();

  expect(await listVisibleWithoutContacts(1_000)).toMatchObject([
    {
      name,
      missing: ["the maker's electronic address", "a responsible person in the EU or Northern Ireland"],
    },
  ]);
});
