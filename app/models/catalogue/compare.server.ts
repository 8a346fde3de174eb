import { db } from "#app/db/db.server.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { chooseOption, deliveryOptions, type DeliveryRules } from "#app/models/shipping/shipping.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";

import { COMPARED_MAX, type Compared } from "./compare.ts";
import { shownMetafields } from "./metafield.ts";
import { productDetailsSchema, specificationOf } from "./product-attributes.ts";
import { listProductCards } from "./product-summaries.server.ts";
import type { ProductSummary } from "./product.ts";

export async function listCompared(ids: ReadonlyArray<number>, now: Date): Promise<ReadonlyArray<Compared>> {
  const requested = ids.slice(0, COMPARED_MAX);
  if (requested.length === 0) return [];
  const [cards, rows, metafields, fits, rules] = await Promise.all([
    listProductCards(requested, now),
    readRows(requested),
    readMetafields(requested),
    readFits(requested),
    findDeliveryRules(),
  ]);
  return cards.flatMap((card) => {
    const row = rows.find(({ id }) => id === card.id);
    if (!row) return [];
    const details = productDetailsSchema.parse(JSON.parse(row.details));
    return [
      {
        card,
        specification: specificationOf(row, details),
        facts: shownMetafields(metafields.filter(({ product_id }) => product_id === card.id)),
        delivery: deliveryText({ row, card, rules }, now),
        fitsWith: fitsText(fits, card.id),
        isAssemblyRequired: details.assembly === "" ? null : details.assembly_required,
      },
    ];
  });
}

function readRows(ids: ReadonlyArray<number>) {
  return db()
    .selectFrom("products")
    .select(["id", "details", "delivery_class", "is_free_shipping", "availability", "preorder_release_at"])
    .select(["weight_g", "width_mm", "depth_mm", "height_mm", "max_load_g"])
    .select(["folded_width_mm", "folded_depth_mm", "folded_height_mm"])
    .where("id", "in", ids)
    .execute();
}

function readMetafields(ids: ReadonlyArray<number>) {
  return db()
    .selectFrom("product_metafields")
    .select(["product_id", "namespace", "key", "value"])
    .where("product_id", "in", ids)
    .orderBy("position")
    .execute();
}

function readFits(ids: ReadonlyArray<number>) {
  return db()
    .selectFrom("compatibility")
    .innerJoin("compatibility_parts as chassis", "chassis.id", "compatibility.chassis_id")
    .innerJoin("compatibility_parts as part", "part.id", "compatibility.part_id")
    .select(["chassis.product_id as chassis_product_id", "chassis.name as chassis_name"])
    .select(["part.product_id as part_product_id", "part.name as part_name", "compatibility.result"])
    .where("compatibility.result", "<>", "no")
    .where((row) => row.or([row("chassis.product_id", "in", ids), row("part.product_id", "in", ids)]))
    .orderBy("part.position")
    .orderBy("chassis.position")
    .execute();
}

type Fit = Awaited<ReturnType<typeof readFits>>[number];

function fitsText(fits: ReadonlyArray<Fit>, productId: number): string | null {
  const names = fits.flatMap((fit) => {
    const how = fit.result === "adapter" ? " (with an adapter)" : "";
    if (fit.chassis_product_id === productId) return [fit.part_name + how];
    return fit.part_product_id === productId ? [fit.chassis_name + how] : [];
  });
  return names.length === 0 ? null : names.join(", ");
}

type Sent = Readonly<{
  row: Awaited<ReturnType<typeof readRows>>[number];
  card: ProductSummary;
  rules: DeliveryRules;
}>;

function deliveryText({ row, card, rules }: Sent, now: Date): string | null {
  const line = {
    variantId: card.id,
    deliveryClass: row.delivery_class as DeliveryClass,
    isFreeShipping: row.is_free_shipping === 1,
    preorderReleaseAt: row.availability === "preorder" ? row.preorder_release_at : null,
  };
  const question = { lines: [line], items: card.price.now, destination: { postcode: null }, now };
  const option = chooseOption(deliveryOptions(question, rules), null);
  if (!option) return null;
  return option.isFree
    ? `${option.name}, free`
    : `${option.name}, ${formatMoney(option.price, rules.locale)}`;
}
