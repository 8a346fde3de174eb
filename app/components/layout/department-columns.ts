import type { CategoryNode } from "#app/models/category.ts";

/** Path of the gift ages in the category tree; a fixed page stands there (reading 4). */
const GIFT_AGES_PATH = "gifts/gifts-by-age";
/** A menu shows this many groups as columns of their own; with more, it lists the kinds instead. */
const GROUP_COLUMNS_MAX = 2;

export type MenuColumn = Readonly<{
  heading: string;
  items: ReadonlyArray<Readonly<{ name: string; path: string }>>;
}>;

/** The lists of a department's menu: its groups where there are few, its kinds and the gift ages where there are many. */
export function departmentColumns(
  department: CategoryNode,
  departments: ReadonlyArray<CategoryNode>,
): ReadonlyArray<MenuColumn> {
  const groups = department.children.filter(({ children }) => children.length > 0);
  const singles = department.children.filter(({ children }) => children.length === 0);
  if (groups.length > 0 && groups.length <= GROUP_COLUMNS_MAX) {
    return [
      ...groups.map(({ name, children }) => ({ heading: name, items: children })),
      ...column("More kinds", singles),
    ];
  }
  const ages = groups.length > GROUP_COLUMNS_MAX ? (giftAges(departments)?.children ?? []) : [];
  return [...column("By kind", department.children), ...column("Gifts by age", ages)];
}

/** The category whose children are the gift ages, or null. */
export function giftAges(departments: ReadonlyArray<CategoryNode>): CategoryNode | null {
  const all = departments.flatMap((department) => [department, ...department.children]);
  return all.find(({ path }) => path === GIFT_AGES_PATH) ?? null;
}

function column(heading: string, items: MenuColumn["items"]): ReadonlyArray<MenuColumn> {
  return items.length > 0 ? [{ heading, items }] : [];
}
