import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { replaces } from "#app/models/catalogue/product-kind.ts";
import {
  matchingVariant,
  type MissingItems,
  SET_MAX,
  type SetItem,
  type SetMember,
} from "#app/models/catalogue/product-set.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import { type Cart, linesForSale } from "./cart.ts";
import { findSaleables, readOptions } from "./line.server.ts";

type Members = Readonly<{ productIds: ReadonlyArray<number>; like: number }>;

const variantRows = compiledQuery((database, { productIds, like }: Members) =>
  database
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["variants.id", "variants.product_id", "variants.options"])
    .where((eb) =>
      eb.or([
        // A set lists its products: one that only its address shows is not among them.
        eb.and([eb("variants.product_id", "in", productIds), eb("products.is_visible", "=", 1)]),
        eb("variants.id", "=", like),
      ]),
    )
    .orderBy("variants.position")
    .orderBy("variants.id"),
);

export async function findSetItems(
  members: ReadonlyArray<SetMember>,
  like: number,
): Promise<ReadonlyArray<SetItem>> {
  if (members.length === 0) return [];
  const rows = await variantRows({ productIds: members.map(({ productId }) => productId), like });
  const terms = await findSaleTerms();
  const ids = rows.filter(({ id }) => id !== like).map(({ id }) => id);
  const saleables = await findSaleables(ids, { terms, cartId: null });
  const options = readOptions(rows.find(({ id }) => id === like)?.options ?? "{}");
  return members.flatMap(({ productId, reason }) => {
    const variants = rows.flatMap((row) => {
      const shown = row.product_id === productId ? saleables.get(row.id)?.shown : undefined;
      if (!shown?.isForSale) return [];
      const isAvailable = shown.quantityMaximum >= shown.quantityMinimum;
      return [{ id: row.id, options: readOptions(row.options), isAvailable, shown }];
    });
    const chosen = matchingVariant(variants, options);
    if (!chosen) return [];
    const { name, variantLabel, path, image, price, ageText, warnings } = chosen.shown;
    return [
      {
        ...{
          id: productId,
          variantId: chosen.id,
          name,
          variantLabel,
          path,
          image,
          reason,
          ageText,
          warnings,
        },
        ...{ price: price.now, isAvailable: chosen.isAvailable },
      },
    ];
  });
}

const kindRows = compiledQuery((database, { ids }: Readonly<{ ids: ReadonlyArray<number> }>) =>
  database.selectFrom("products").select(["id", "google_product_category", "is_toy"]).where("id", "in", ids),
);

/** Nothing that would replace what is in the basket. */
export async function findMissingItems(cart: Cart | null): Promise<MissingItems | null> {
  const lines = linesForSale(cart?.lines ?? []);
  const here = [...new Set(lines.map(({ productId }) => productId))];
  const members = lines.flatMap(({ set = [] }) => set.map(({ productId }) => productId));
  if (members.length === 0) return null;
  const kinds = new Map((await kindRows({ ids: [...here, ...members] })).map((row) => [row.id, row]));
  const isToOffer = (id: number) =>
    !here.includes(id) && !here.some((other) => replaces(kinds.get(id), kinds.get(other)));
  for (const { name, variantId, set = [] } of lines) {
    const missing = set.filter(({ productId }) => isToOffer(productId)).slice(0, SET_MAX);
    if (missing.length === 0) continue;
    const items = (await findSetItems(missing, variantId)).filter(({ isAvailable }) => isAvailable);
    if (items.length > 0) return { of: name, items };
  }
  return null;
}
