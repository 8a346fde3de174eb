/** The category tree as the shop shows it. */
import type { SortKey } from "#app/models/listing/listing.ts";

export type Category = Readonly<{
  id: number;
  /** Its own path, such as "wooden-toys/pull-alongs": give it to `paths.category`. */
  path: string;
  slug: string;
  name: string;
  description: string;
  /** Picture file under the picture folder, or null. */
  image: string | null;
  pageTitle: string;
  metaDescription: string;
  defaultSort: SortKey;
  parentId: number | null;
}>;

/** A visible category and what is visible below it. `path` is its own path, as in `Category`. */
export type CategoryNode = Readonly<{
  name: string;
  path: string;
  image: string | null;
  children: ReadonlyArray<CategoryNode>;
}>;

/** One step of the way to a page. `path` is an address, such as "/c/wooden-toys". */
export type Breadcrumb = Readonly<{ name: string; path: string }>;

/** Address of the category with the path `path`. */
export function categoryAddress(path: string): string {
  return `/c/${path}`;
}
