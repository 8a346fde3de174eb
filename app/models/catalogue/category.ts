import type { SortKey } from "./sort-key.ts";

export type Category = Readonly<{
  id: number;
  /** Its path, such as "wooden-toys/pull-alongs", for `paths.category`. */
  path: string;
  slug: string;
  name: string;
  description: string;
  /** File in the image folder, or null. */
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

/** `path` is an address, such as "/c/wooden-toys". */
export type Breadcrumb = Readonly<{ name: string; path: string }>;

export function categoryAddress(path: string): string {
  return `/c/${path}`;
}
