/** The demo's British shop, as one that sends to Ireland too: the Union's notice follows the order and not the shop. */
import { expect, test } from "vitest";

import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { action as pressCheckout } from "#app/routes/checkout/checkout.tsx";
import { lifeView } from "#app/routes/orders/order.server.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { cartWith } from "#tests/support/people/checkout.ts";
import { checkoutView, hiddenFields } from "#tests/support/people/checkout-form.ts";
import { NOW } from "#tests/support/now.ts";
import { changeFile, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { MARKETS, STACKER } from "#tests/support/shops/markets.ts";
import { rowOf } from "#tests/support/shops/rows.ts";

useTestDatabase({ catalogue: "none" });

const ENNIS = MARKETS.Ireland.typed;
const STROUD = {
  ...ENNIS,
  delivery_country_code: "GB",
  delivery_postal_code: "GL5 1QN",
  delivery_city: "Stroud",
  delivery_phone: "07700 900142",
};

type Zone = Readonly<{ key: string; is_default?: boolean }>;
type DeliverySettings = Readonly<{ delivery: Readonly<{ zones: ReadonlyArray<Zone> }> }>;

/** Ireland on the terms of the mainland. */
function withIreland(store: DeliverySettings): DeliverySettings {
  const { zones } = store.delivery;
  const ireland = { ...zones[0], key: "ireland", name: "Ireland", countries: ["IE"], is_default: false };
  return { ...store, delivery: { ...store.delivery, zones: [...zones, ireland] } };
}

async function openShop(): Promise<void> {
  const folder = copyDemoCatalogue();
  changeFile<DeliverySettings>(folder, "store.json", withIreland);
  expect(await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY })).toMatchObject({ ok: true });
}

test.each([
  ["Ireland", ENNIS, "en"],
  ["Great Britain", STROUD, undefined],
])(
  "an order of a British shop to %s has the notice before it is placed and on its page only if the Union has its rule there",
  async (_, typed, languages) => {
    await openShop();
    const { id: cartId } = await cartWith({ [STACKER]: 1 });
    const browser = await new Browser().takeCart(cartId);
    const before = await checkoutView(browser);
    const send = (intent: string, view: typeof before) =>
      browser.post(pressCheckout, "/checkout", { ...hiddenFields(view), ...typed, intent });

    const { view } = (await (await send("update", before)).json()) as { view: typeof before };
    const unseen = await send("pay", { ...view, legalGuarantee: undefined });
    const seen = unseen.status === 303 ? unseen : await send("pay", view);

    expect(before.legalGuarantee).toBeUndefined();
    expect(view.legalGuarantee?.languages).toBe(languages);
    expect([unseen.status, seen.status]).toEqual([languages ? 422 : 303, 303]);
    const order = await findOrder((await rowOf("orders")).id as OrderId);
    if (!order) throw new Error("There is no order");
    const [life, store] = await Promise.all([findFulfilmentHistory(order.id), findStore()]);
    expect(store.country).toBe("GB");
    const page = await lifeView({ order, life, store }, NOW);
    expect(page.legalGuarantee?.languages).toBe(languages);
    expect(JSON.stringify(page).includes("europa.eu")).toBe(languages !== undefined);
  },
);
