import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { answering } from "#app/db/replica.server.ts";
import { addParts, findCart } from "#app/models/cart/cart.server.ts";
import { refusalExplanation } from "#app/models/cart/quantity.ts";
import { findCompatibility } from "#app/models/catalogue/compatibility.server.ts";
import { compatibleParts } from "#app/models/catalogue/compatible-parts.ts";
import {
  canBeAdded,
  type Compatibility,
  pairingText,
  partsNeeded,
} from "#app/models/catalogue/compatibility.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { countQueries } from "#tests/support/checks/count-queries.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NOW = new Date("2026-11-23T10:00:00Z");
/** City Pushchair in Sage. */
const SAGE = 5052;

const idOf = async (slug: string) =>
  (await db().selectFrom("products").select("id").where("slug", "=", slug).executeTakeFirstOrThrow()).id;
const NOTHING: Compatibility = { role: "chassis", id: "", pairings: [] };
const worksWith = async (slug: string) => findCompatibility(await idOf(slug));
const inCarts = async () =>
  db()
    .selectFrom("cart_lines")
    .innerJoin("variants", "variants.id", "cart_lines.variant_id")
    .select(["variants.sku", "quantity"])
    .orderBy("variants.sku")
    .execute();

test("a pushchair lists for every carrycot and car seat whether it fits, and with which adapter", async () => {
  const city = await worksWith("city-pushchair");

  expect(city?.role).toBe("chassis");
  expect(city?.pairings.map((pairing) => [pairing.part.name, pairingText(pairing)])).toEqual([
    ["Fennimoor Cocoon carrycot", "Fits"],
    ["Brackenfold Lowland carrycot", "Does not fit"],
    ["Thistlewain Nest carrycot", "Does not fit"],
    ["Pellory Shell i-Size", "Fits with Fennimoor adapter A, pair"],
    ["Pellory Shell Swivel i-Size", "Fits with Fennimoor adapter A, pair"],
    ["Quarrion Cub i-Size", "Fits with Fennimoor adapter A, pair"],
    ["Marrick Haven i-Size", "Does not fit"],
    ["Marrick Haven Plus i-Size", "Does not fit"],
  ]);
  expect(city?.pairings[3]?.part.facts).toBe("UN R129, 40 to 83 cm, up to 13 kg");
});

test("the parts to buy follow from the table: none for what does not fit or is included", async () => {
  const [city, travel] = await Promise.all([worksWith("city-pushchair"), worksWith("travel-system")]);
  const needs = (pairing: Parameters<typeof partsNeeded>[0]) =>
    partsNeeded(pairing)?.map(({ name }) => name) ?? null;

  expect(city?.pairings.map(needs)).toEqual([
    ["Cocoon Carrycot"],
    null,
    null,
    ["Adapter A for the City Pushchair"],
    ["Adapter A for the City Pushchair"],
    ["Adapter A for the City Pushchair"],
    null,
    null,
  ]);
  expect(travel?.pairings.filter(canBeAdded)).toEqual([]);
  expect(travel?.pairings.map(pairingText)).toContain("Fits, and is included");
  expect(travel?.pairings.map(pairingText)).toContain(
    "Fits with Thistlewain adapter 1, pair, which is included",
  );
});

test("a part's own page lists what it fits, and an adapter's page the seats", async () => {
  const [cot, adapter, toy] = await Promise.all([
    worksWith("lowland-carrycot"),
    worksWith("adapter-bf-2"),
    worksWith("rainbow-stacker"),
  ]);
  const fitting = cot?.pairings.filter(({ result }) => result !== "no");

  expect(cot?.role).toBe("part");
  expect(fitting?.map(({ chassis }) => chassis.name)).toEqual([
    "All-Terrain Three-Wheeler",
    "Side-by-Side Double Pushchair",
  ]);
  expect(adapter?.role).toBe("adapter");
  expect(adapter?.pairings.map(({ chassis, part }) => [chassis.name, part.name])).toEqual([
    ["Side-by-Side Double Pushchair", "Pellory Shell i-Size"],
  ]);
  expect(toy).toBeNull();
});

test("the page of a pushchair says of each part what is needed, what that costs, and what does not fit", async () => {
  const city = await worksWith("city-pushchair");
  const { chassisId, parts, things } = compatibleParts(city ?? NOTHING, "en-GB");

  expect(chassisId).toBe(city?.id);
  expect(parts.map(({ name }) => name)).toEqual([
    "Fennimoor Cocoon carrycot",
    "Pellory Shell i-Size",
    "Pellory Shell Swivel i-Size",
    "Quarrion Cub i-Size",
  ]);
  expect(parts[1]).toMatchObject({
    text: expect.stringMatching(/^Fits with Fennimoor adapter A, pair\./) as string,
    canBeAdded: true,
    needed: { things: [{ name: "Adapter A for the City Pushchair" }], price: "£35.00", gone: null },
  });
  expect(things.map(({ name }) => name)).toContain("Marrick Haven i-Size");
});

test("the page of an adapter says with which seat it fits a pushchair", async () => {
  const adapter = await worksWith("adapter-bf-2");
  const { chassisId, parts, things } = compatibleParts(adapter ?? NOTHING, "en-GB");

  expect([chassisId, parts]).toEqual([null, []]);
  expect(things.map(({ name, condition }) => name + condition)).toEqual([
    "Side-by-Side Double Pushchair with the Pellory Shell i-Size",
  ]);
});

test("a part whose first variant is sold out is offered as the next one that can be bought, and else as the first", async () => {
  const cityId = await idOf("city-pushchair");
  const variants = await db()
    .selectFrom("variants")
    .select("id")
    .where("product_id", "=", cityId)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const sold = async () => {
    const adapter = await worksWith("adapter-fn-a");
    return adapter?.pairings.find(({ chassis }) => chassis.id === "city-pushchair")?.chassis.sold;
  };
  const sellOut = (ids: ReadonlyArray<number>) =>
    db()
      .updateTable("variants")
      .set((row) => ({ reserved: row.ref("on_hand") }))
      .where("id", "in", ids)
      .execute();
  const [first, second] = variants.map(({ id }) => id);

  expect((await sold())?.variantId).toBe(first);
  await sellOut([first!]);
  expect((await sold())?.variantId).toBe(second);
  expect((await sold())?.available).toBeGreaterThan(0);
  await sellOut(variants.map(({ id }) => id));
  expect(await sold()).toMatchObject({ variantId: first, available: 0 });
});

test("compatibility takes three queries for any number of pairs, and two from then on: prices and the version", async () => {
  const city = await idOf("city-pushchair");
  await findStore();
  const queriesOf = (id: number) =>
    countQueries(() => answering({ readsOwnWrites: false }, () => findCompatibility(id)));

  expect([await queriesOf(city), await queriesOf(101)]).toEqual([3, 2]);
  expect([await queriesOf(city), await queriesOf(101)]).toEqual([2, 1]);
});

const add = (chassisId: string, partId: string, variantId: number | null) =>
  addParts(null, { chassisId, partId, variantId }, NOW);

test("adapter and pushchair are added together", async () => {
  const added = await add("city-pushchair", "pellory-shell", SAGE);

  expect(added.ok).toBe(true);
  expect(await inCarts()).toEqual([
    { sku: "ADP-FN-A", quantity: 1 },
    { sku: "HB-0137-SAGE", quantity: 1 },
  ]);
  if (added.ok) expect(await findCart(added.value.cart.id)).toEqual(added.value.cart);
});

test("when the adapter is sold out, the pushchair is not added either, and the message says so", async () => {
  const double = await db()
    .selectFrom("variants")
    .select("id")
    .where("product_id", "=", await idOf("double-pushchair"))
    .where("on_hand", ">", 0)
    .executeTakeFirstOrThrow();

  const added = await add("double-pushchair", "pellory-shell", double.id);

  expect(added).toMatchObject({ ok: false, code: "insufficient-stock" });
  expect(added.ok ? "" : refusalExplanation(added)).toBe(
    "Adapter 2 for the Double Pushchair is sold out. We have not added any of these items to your basket.",
  );
  expect(await inCarts()).toEqual([]);
  expect(await db().selectFrom("carts").selectAll().execute()).toEqual([]);
});

test.each([
  ["does not fit", "city-pushchair", "marrick-haven", null, "does-not-fit"],
  ["does not exist", "city-pushchair", "no-such-part", null, "variant-not-found"],
  ["has the variant of another product", "compact-stroller", "pellory-shell", SAGE, "variant-not-found"],
  ["is not sold", "travel-system", "pellory-shell", null, "parts-not-sold"],
  ["is an attack", "' or 1=1 --", "x", 1, "variant-not-found"],
])("a part is refused that %s", async (_, chassisId, partId, variantId, code) => {
  expect(await add(chassisId, partId, variantId)).toMatchObject({ ok: false, code });
  expect(await inCarts()).toEqual([]);
});
