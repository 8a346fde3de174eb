/** What the menus of a page list, read from the page itself: its data leaves that out (`app/http/remix/menu-dedup.ts`). */
import { paths } from "#app/paths.ts";

import type { MenuColumn, MenuDepartment, MenuLine } from "./department-columns.ts";

/** A department without what the menus of the same page say of it. */
type DepartmentOutline = Omit<MenuDepartment, "kinds" | "columns"> & Partial<MenuDepartment>;

/** Completes the data with which this document comes to life. */
export function takeMenusFromPage(): void {
  const root = window.__remixContext.state.loaderData?.["root"] as
    { departments: ReadonlyArray<DepartmentOutline> } | undefined;
  if (root) root.departments = withMenusOf(document, root.departments);
}

/** `departments` with the lists that they lack: of the menus that the server drew for them in `page`, in their order. */
export function withMenusOf(
  page: ParentNode,
  departments: ReadonlyArray<DepartmentOutline>,
): ReadonlyArray<MenuDepartment> {
  const desktop = page.querySelectorAll('details[name="nav"]');
  const mobile = page.querySelectorAll('details[name="menu"]');
  return departments.map((department, place) => ({
    ...department,
    kinds: department.kinds ?? linesIn(mobile[place]).slice(0, -1),
    columns: department.columns ?? columnsIn(desktop[place]),
  }));
}

/** All but the last, which is the same in every menu. */
function columnsIn(menu: Element | undefined): ReadonlyArray<MenuColumn> {
  const headings = [...(menu?.querySelectorAll("h3") ?? [])].slice(0, -1);
  return headings.map((heading) => ({
    heading: heading.textContent,
    items: linesIn(heading.parentElement),
  }));
}

function linesIn(list: Element | null | undefined): Array<MenuLine> {
  const before = paths.category("").length;
  return [...(list?.querySelectorAll("li a") ?? [])].map((link) => ({
    name: link.textContent,
    path: link.getAttribute("href")?.slice(before) ?? "",
  }));
}
