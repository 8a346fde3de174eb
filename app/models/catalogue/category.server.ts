import { joinSlugs } from "#app/models/shared/slug.ts";

import { categoryAddress } from "./category.ts";
import type { Breadcrumb, Category, CategoryNode } from "./category.ts";
import { breadcrumbsOf, findCategoryTree, nodeOf, type TreeCategory } from "./category-tree.server.ts";

export type ResolvedCategory =
  | Readonly<{
      kind: "found";
      category: Category;
      breadcrumbs: ReadonlyArray<Breadcrumb>;
      children: ReadonlyArray<CategoryNode>;
    }>
  | Readonly<{ kind: "moved"; path: string }>;

export async function listDepartments(): Promise<ReadonlyArray<CategoryNode>> {
  const { departments } = await findCategoryTree();
  return departments.map(nodeOf);
}

/**
 * By the full path, or by a last slug that only one category has (requirement routes-3); null if unknown or ambiguous.
 */
export async function resolveCategory(slugs: ReadonlyArray<string>): Promise<ResolvedCategory | null> {
  const path = joinSlugs(slugs);
  if (path === null) return null;
  const { byPath, bySlug } = await findCategoryTree();
  const exact = byPath.get(path);
  if (exact) return found(exact);
  const [only, another] = bySlug.get(slugs.at(-1) ?? "") ?? [];
  return only && !another ? { kind: "moved", path: categoryAddress(only.path) } : null;
}

function found(category: TreeCategory): ResolvedCategory {
  const { id, path, slug, name, description, image, pageTitle, metaDescription, defaultSort, parentId } =
    category;
  return {
    kind: "found",
    category: { id, path, slug, name, description, image, pageTitle, metaDescription, defaultSort, parentId },
    breadcrumbs: breadcrumbsOf(category),
    children: category.children.map(nodeOf),
  };
}
