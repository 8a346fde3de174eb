import { GIFTS_BY_AGE_PATH } from "#app/models/catalogue/category.ts";
import { findCategoryTree, idsBelow, type TreeCategory } from "#app/models/catalogue/category-tree.server.ts";
import { findListing } from "#app/models/listing/listing-index/cache.server.ts";
import { countBoth } from "#app/models/listing/listing-index/product-id-set.ts";

import type { GiftChoices, GiftTheme, GiftAnswers } from "./gift-finder.ts";
import type { ListingScope } from "./listing.ts";
import { ofCategories } from "./product-query.server.ts";

const PRICE_PREFIX = "under-";

/** Interests are the kinds of toy that gifts belong to; empty without gifts. */
export async function findGiftChoices(): Promise<GiftChoices> {
  const [tree, { columns }] = await Promise.all([findCategoryTree(), findListing()]);
  const byAge = tree.byPath.get(GIFTS_BY_AGE_PATH);
  const gifts = byAge?.line[0];
  if (!byAge || !gifts) return { bands: [], interests: [], occasions: [] };
  const members = ofCategories(columns, idsBelow(byAge));
  const isGiven = ({ categoryIds }: GiftTheme) => countBoth(members, ofCategories(columns, categoryIds)) > 0;
  return {
    bands: byAge.children.flatMap(({ slug, name, bandFromMonths }) =>
      bandFromMonths === null ? [] : [{ slug, name, fromMonths: bandFromMonths }],
    ),
    interests: tree.departments
      .filter(({ id }) => id !== gifts.id)
      .flatMap(({ children }) => children)
      .map(themeOf)
      .filter(isGiven),
    occasions: gifts.children
      .filter(({ id, slug }) => id !== byAge.id && !slug.startsWith(PRICE_PREFIX))
      .map(themeOf),
  };
}

function themeOf(category: TreeCategory): GiftTheme {
  return { slug: category.slug, name: category.name, categoryIds: idsBelow(category) };
}

/** An occasion has gifts beside those of the age bands; null without gifts. */
export async function giftScope(
  answers: GiftAnswers,
): Promise<Extract<ListingScope, { kind: "gifts" }> | null> {
  const { byPath } = await findCategoryTree();
  const byAge = byPath.get(GIFTS_BY_AGE_PATH);
  const gifts = byAge?.line[0];
  if (!byAge || !gifts) return null;
  return { kind: "gifts", categoryId: answers.occasion ? gifts.id : byAge.id, answers };
}
