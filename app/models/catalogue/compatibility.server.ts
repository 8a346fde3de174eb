import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { db } from "#app/db/db.server.ts";
import { displayedQuantity } from "#app/models/catalogue/inventory/stock.ts";
import { cachedPerProduct } from "#app/models/platform/catalogue-cache.server.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";
import type { Compatibility, Pairing, CompatiblePart, PartKind, SoldPart } from "./compatibility.ts";
import { productPath } from "./product.ts";
import { soldPrice } from "./row-prices.ts";

/** Null if it is no part of a pair; two queries at most. */
export async function findCompatibility(productId: number): Promise<Compatibility | null> {
  const rows = (await findPairs([productId], "")).get(productId) ?? [];
  const [first] = rows;
  if (!first) return null;
  const pairings = await pairingsOf(rows);
  if (first.chassis_product === productId) return { role: "chassis", id: first.chassis_id, pairings };
  if (first.part_product === productId) return { role: "part", id: first.part_id, pairings };
  return { role: "adapter", id: first.adapter_id ?? "", pairings };
}

const PRODUCTS_MAX = 1_000;

const findPairs = cachedPerProduct(readPairsOf, PRODUCTS_MAX);

async function readPairsOf(ids: ReadonlyArray<number>): Promise<ReadonlyMap<number, ReadonlyArray<PairRow>>> {
  const pairs = ids.map(
    async (id) =>
      [
        id,
        await readPairs(sql<boolean>`${id} in (chassis.product_id, part.product_id, adapter.product_id)`),
      ] as const,
  );
  return new Map(await Promise.all(pairs));
}

export async function findPairing(chassisId: string, partId: string) {
  const rows = await readPairs(sql<boolean>`chassis.id = ${chassisId} and part.id = ${partId}`);
  const [pairing] = await pairingsOf(rows);
  return pairing ? { pairing, chassisProduct: rows[0]?.chassis_product ?? null } : null;
}

/** `condition` may name `chassis`, `part` and `adapter`. */
function readPairs(condition: RawBuilder<boolean>) {
  return db()
    .selectFrom("compatibility")
    .innerJoin("compatibility_parts as chassis", "chassis.id", "compatibility.chassis_id")
    .innerJoin("compatibility_parts as part", "part.id", "compatibility.part_id")
    .leftJoin("compatibility_parts as adapter", "adapter.id", "compatibility.adapter_id")
    .select(["compatibility.result", "compatibility.details as pair_details"])
    .select(["chassis.id as chassis_id", "chassis.name as chassis_name"])
    .select(["chassis.product_id as chassis_product", "chassis.details as chassis_details"])
    .select(["part.id as part_id", "part.kind as part_kind", "part.name as part_name"])
    .select(["part.product_id as part_product", "part.details as part_details"])
    .select(["adapter.id as adapter_id", "adapter.name as adapter_name"])
    .select(["adapter.product_id as adapter_product", "adapter.details as adapter_details"])
    .where(condition)
    .orderBy("chassis.position")
    .orderBy("part.position")
    .execute();
}

type PairRow = Awaited<ReturnType<typeof readPairs>>[number];

async function pairingsOf(rows: ReadonlyArray<PairRow>): Promise<ReadonlyArray<Pairing>> {
  const sold = await readSold(
    rows.flatMap((row) =>
      [row.chassis_product, row.part_product, row.adapter_product].filter((id) => id !== null),
    ),
  );
  return rows.map((row) => pairingOf(row, sold));
}

const pairDetails = z.object({ note: z.string().nullable().default(null) });
const partDetails = z.object({
  included_with: z.array(z.string()).default([]),
  standard: z.string().optional(),
  height_cm: z.string().optional(),
  max_kg: z.number().optional(),
});

function pairingOf(row: PairRow, sold: ReadonlyMap<number, SoldPart>): Pairing {
  const part = (kind: PartKind, given: GivenPart) => partOf(given, { kind, chassisId: row.chassis_id, sold });
  const { adapter_id: adapterId, adapter_name: adapterName } = row;
  return {
    chassis: part("chassis", {
      id: row.chassis_id,
      name: row.chassis_name,
      productId: row.chassis_product,
      details: row.chassis_details,
    }),
    part: part(row.part_kind, {
      id: row.part_id,
      name: row.part_name,
      productId: row.part_product,
      details: row.part_details,
    }),
    result: row.result,
    adapter:
      adapterId === null || adapterName === null
        ? null
        : part("adapter", {
            id: adapterId,
            name: adapterName,
            productId: row.adapter_product,
            details: row.adapter_details ?? "{}",
          }),
    note: pairDetails.parse(JSON.parse(row.pair_details)).note,
  };
}

type GivenPart = Readonly<{ id: string; name: string; productId: number | null; details: string }>;
type Around = Readonly<{ kind: PartKind; chassisId: string; sold: ReadonlyMap<number, SoldPart> }>;

function partOf(
  { id, name, productId, details }: GivenPart,
  { kind, chassisId, sold }: Around,
): CompatiblePart {
  const {
    included_with: includedWith,
    standard,
    height_cm: height,
    max_kg: load,
  } = partDetails.parse(JSON.parse(details));
  const facts = [
    standard,
    height ? `${height.replace("-", " to ")} cm` : undefined,
    load === undefined ? undefined : `up to ${load} kg`,
  ].filter((fact) => fact !== undefined);
  return {
    id,
    kind,
    name,
    facts: facts.join(", ") || null,
    sold: productId === null ? null : (sold.get(productId) ?? null),
    isSupplied: includedWith.includes(chassisId),
  };
}

async function readSold(productIds: ReadonlyArray<number>): Promise<ReadonlyMap<number, SoldPart>> {
  if (productIds.length === 0) return new Map();
  const terms = await findSaleTerms();
  const rows = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["products.id", "products.name", "products.slug", "categories.path", "variants.id as variant_id"])
    .select(["products.price_minor", "products.sale_price_minor", "products.prices"])
    .select(["variants.price_minor as own_price", "variants.sale_price_minor as own_sale"])
    .select(["variants.prices as own_prices", "lowest_price_before_minor", "lowest_prices_before"])
    .select(sql<number>`variants.on_hand - variants.reserved`.as("available"))
    .where("products.id", "in", [...new Set(productIds)])
    .where("products.is_visible", "=", 1)
    .where("variants.is_visible", "=", 1)
    .where("products.availability", "<>", "discontinued")
    // The last row wins below, so the first variant that can be bought comes last.
    .orderBy(sql`case when variants.on_hand > variants.reserved then 1 else 0 end`)
    .orderBy("variants.position", "desc")
    .orderBy("variants.id", "desc")
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        productId: row.id,
        variantId: row.variant_id,
        name: row.name,
        path: productPath(row.path, row.slug),
        price: soldPrice(
          row,
          { ...row, price_minor: row.own_price, sale_price_minor: row.own_sale, prices: row.own_prices },
          terms,
        ).now,
        available: displayedQuantity(row.available),
      },
    ]),
  );
}
