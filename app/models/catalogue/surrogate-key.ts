/** The names by which a shared cache knows what a page shows (decision 0031). */

/** On every page: menus, footer and settings. */
export const SETTINGS_KEY = "settings";
/** On lists that any product may enter. */
export const LISTS_KEY = "lists";
/** On pages made of articles and texts. */
export const CONTENT_KEY = "content";

export function productKey(id: number): string {
  return `product-${id}`;
}

/** `path` is that of the category, "wooden-toys/puzzles". */
export function categoryKey(path: string): string {
  return `category-${path.replaceAll("/", "-")}`;
}

export function brandKey(slug: string): string {
  return `brand-${slug}`;
}

type Changed = Readonly<{
  ids: ReadonlyArray<number>;
  /** Of the products' own categories. */
  categoryPaths: ReadonlyArray<string>;
  brandSlugs: ReadonlyArray<string>;
}>;

/** The keys of pages that show these products, or may show them now: also the lists above their categories. */
export function purgedKeys({ ids, categoryPaths, brandSlugs }: Changed): ReadonlyArray<string> {
  const all = categoryPaths.flatMap((path) => {
    const slugs = path.split("/");
    return slugs.map((_, index) => slugs.slice(0, index + 1).join("/"));
  });
  return [
    ...new Set([LISTS_KEY, ...ids.map(productKey), ...all.map(categoryKey), ...brandSlugs.map(brandKey)]),
  ];
}
