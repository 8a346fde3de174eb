import { type CategoryNode, GIFTS_BY_AGE_PATH } from "#app/models/catalogue/category.ts";

/** A department with more groups lists its subcategories instead. */
const GROUP_COLUMNS_MAX = 2;

type MenuLine = Readonly<{ name: string; path: string }>;

export type MenuColumn = Readonly<{ heading: string; items: ReadonlyArray<MenuLine> }>;

export type MenuDepartment = MenuLine &
  Readonly<{
    image: string | null;
    kinds: ReadonlyArray<MenuLine>;
    columns: ReadonlyArray<MenuColumn>;
  }>;

export function menuDepartments(departments: ReadonlyArray<CategoryNode>): ReadonlyArray<MenuDepartment> {
  return departments.map((department) => ({
    name: department.name,
    path: department.path,
    image: department.image,
    kinds: department.children.map(line),
    columns: departmentColumns(department, departments),
  }));
}

export function departmentColumns(
  department: CategoryNode,
  departments: ReadonlyArray<CategoryNode>,
): ReadonlyArray<MenuColumn> {
  const groups = department.children.filter(({ children }) => children.length > 0);
  const singles = department.children.filter(({ children }) => children.length === 0);
  if (groups.length > 0 && groups.length <= GROUP_COLUMNS_MAX) {
    return [
      ...groups.flatMap(({ name, children }) => column(name, children)),
      ...column("More categories", singles),
    ];
  }
  const ages = groups.length > GROUP_COLUMNS_MAX ? (giftAges(departments)?.children ?? []) : [];
  return [...column("By category", department.children), ...column("Gifts by age", ages)];
}

export function giftAges(departments: ReadonlyArray<CategoryNode>): CategoryNode | null {
  const all = departments.flatMap((department) => [department, ...department.children]);
  return all.find(({ path }) => path === GIFTS_BY_AGE_PATH) ?? null;
}

function column(heading: string, items: ReadonlyArray<MenuLine>): ReadonlyArray<MenuColumn> {
  return items.length > 0 ? [{ heading, items: items.map(line) }] : [];
}

function line({ name, path }: MenuLine): MenuLine {
  return { name, path };
}
