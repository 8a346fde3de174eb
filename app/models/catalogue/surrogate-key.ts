/** Names by which a shared cache knows what a page shows (decision 0031). */

export const SETTINGS_KEY = "settings";
export const LISTS_KEY = "lists";
export const CONTENT_KEY = "content";

export function productKey(id: number): string {
  return `product-${id}`;
}

export function categoryKey(path: string): string {
  return `category-${path.replaceAll("/", "-")}`;
}

export function brandKey(slug: string): string {
  return `brand-${slug}`;
}

type Changed = Readonly<{
  ids: ReadonlyArray<number>;
  categoryPaths: ReadonlyArray<string>;
  brandSlugs: ReadonlyArray<string>;
}>;

export function purgedKeys({ ids, categoryPaths, brandSlugs }: Changed): ReadonlyArray<string> {
  const all = categoryPaths.flatMap((path) => {
    const slugs = path.split("/");
    return slugs.map((_, index) => slugs.slice(0, index + 1).join("/"));
  });
  return [
    ...new Set([LISTS_KEY, ...ids.map(productKey), ...all.map(categoryKey), ...brandSlugs.map(brandKey)]),
  ];
}
