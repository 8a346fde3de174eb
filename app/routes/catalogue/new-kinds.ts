import type { Subcategory } from "#app/components/listing/subcategory-tiles.tsx";
import { paths } from "#app/paths.ts";

export function newKinds(
  current: string,
): Readonly<{ kinds: ReadonlyArray<Subcategory>; kindsLabel: string }> {
  const kinds = [
    { name: "Everything new", to: paths.newIn() },
    { name: "New this week", to: paths.newThisWeek() },
    { name: "Back in stock", to: paths.backInStock() },
  ];
  return {
    kinds: kinds.map((kind) => ({ ...kind, image: null, isCurrent: kind.to === current })),
    kindsLabel: "New in",
  };
}
