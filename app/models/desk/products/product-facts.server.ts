import { db } from "#app/db/db.server.ts";
import { type Sale, saleOf } from "#app/models/catalogue/editing/product-fields.ts";
import { readSpans, type VariantSpan } from "#app/models/catalogue/editing/sold-prices.server.ts";
import { lowestPriceBefore } from "#app/models/catalogue/price-history.ts";
import { startOfDay } from "#app/models/shared/date-window.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import type { Store } from "#app/models/store/store.ts";

const DAY_MS = 86_400_000;

export type DeskProductFacts = NonNullable<Awaited<ReturnType<typeof findDeskProductFacts>>>;

export async function findDeskProductFacts(id: number, currency: string) {
  const row = await db().selectFrom("products").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  const variants = await db()
    .selectFrom("variants")
    .select(["id", "sku", "gtin", "label", "image", "on_hand", "reserved", "price_minor", "is_visible"])
    .where("product_id", "=", id)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const seen = variants.filter(({ is_visible }) => is_visible === 1);
  const shared = seen.find(({ price_minor }) => price_minor === null) ?? seen[0];
  const spans = shared ? await readSpans([shared.id], currency) : [];
  return {
    ...{ sku: row.sku, availability: row.availability, changedAt: row.changed_at },
    deliveryClass: row.delivery_class,
    weightGrams: row.weight_g,
    // Width, depth and height.
    millimetres: [row.width_mm, row.depth_mm, row.height_mm].filter((size) => size !== null),
    variants: variants.map((variant) => ({
      ...{ id: variant.id, sku: variant.sku, gtin: variant.gtin, label: variant.label, image: variant.image },
      free: variant.on_hand - variant.reserved,
      isVisible: variant.is_visible === 1,
    })),
    // Of the first variant that shoppers see at the product's price, the newest first.
    spans: spans.toReversed(),
  };
}

/** By id: the label, or the article number where there is none. */
export async function variantNames(productId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await db()
    .selectFrom("variants")
    .select(["id", "label", "sku"])
    .where("product_id", "=", productId)
    .execute();
  return new Map(rows.map(({ id, label, sku }) => [id, label ?? sku]));
}

type Planned = Readonly<{ sale: string; spans: ReadonlyArray<VariantSpan>; now: Date }>;

/** Of the 30 days before `sale` begins, as far as known today; null without a sale. */
export function lowestBefore(
  { sale, spans, now }: Planned,
  { timeZone }: Pick<Store, "timeZone">,
): number | null {
  const planned = saleOf(sale);
  if (!planned) return null;
  const begins = beginOf(planned, timeZone, now);
  const before = spans
    .filter(({ validFrom }) => validFrom < begins)
    .map((span) => ({ ...span, validTo: span.validTo ?? begins }));
  const next = { priceMinor: planned.minor, isReduced: true, validFrom: begins, validTo: null };
  return lowestPriceBefore([...before, next]);
}

function beginOf({ first }: Sale, timeZone: string, now: Date): string {
  const today = localTime(now, timeZone).day;
  if (first === null || first <= today) return now.toISOString();
  const days = Math.round((Date.parse(first) - Date.parse(today)) / DAY_MS);
  return startOfDay(now, -days, timeZone);
}
