import { expect, test } from "vitest";

import { withMenusOnce } from "#app/http/remix/menu-dedup.ts";

const department = {
  name: "Toys <& more>",
  path: "toys",
  image: null,
  kinds: [{ name: "Puzzles\u2028", path: "toys/puzzles" }],
  columns: [{ heading: "By kind", items: [{ name: "Puzzles\u2028", path: "toys/puzzles" }] }],
};
const menus = "<details data-menu>Puzzles</details>";
const script = (departments: unknown) =>
  `<script>window.data = {"a":1,${JSON.stringify({ departments })
    .slice(1, -1)
    .replaceAll("&", "\\u0026")
    .replaceAll("<", "\\u003c")
    .replaceAll(">", "\\u003e")
    .replaceAll("\u2028", "\\u2028")},"b":2}</script>`;
const outline = { name: department.name, path: "toys", image: null };

test("a page with menus leaves their lists out of its data", () => {
  expect(withMenusOnce(menus + script([department]), [department])).toBe(menus + script([outline]));
});

test("a page without menus, or with data that is written in another way, stays as it is", () => {
  for (const page of [script([department]), menus + script([department, department])])
    expect(withMenusOnce(page, [department])).toBe(page);
});
