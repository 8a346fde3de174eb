import type { SortKey } from "./sort-key.ts";

export type Category = Readonly<{
  id: number;
  /** "wooden-toys/pull-alongs", for `paths.category`. */
  path: string;
  slug: string;
  name: string;
  description: string;
  image: string | null;
  pageTitle: string;
  metaDescription: string;
  defaultSort: SortKey;
  parentId: number | null;
}>;

export type CategoryNode = Readonly<{
  name: string;
  path: string;
  image: string | null;
  children: ReadonlyArray<CategoryNode>;
}>;

export type Breadcrumb = Readonly<{ name: string; path: string }>;

export function categoryAddress(path: string): string {
  return `/c/${path}`;
}

/** Pages of the shop name it. Its children are the age bands, and its parent's other children are occasions. */
export const GIFTS_BY_AGE_PATH = "gifts/gifts-by-age";

/** Addresses that fixed pages have taken (requirement routes-4). */
export function isReservedCategoryPath(path: string): boolean {
  return ["new", "back-in-stock"].includes(path);
}
