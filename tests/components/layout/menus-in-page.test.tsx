// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test } from "vitest";

import type { MenuDepartment } from "#app/components/layout/department-columns.ts";
import { DepartmentMenus } from "#app/components/layout/department-menus.tsx";
import { withMenusOf } from "#app/components/layout/menus-in-page.ts";
import { MobileMenu } from "#app/components/layout/mobile-menu.tsx";

afterEach(cleanup);

const line = (name: string, path: string) => ({ name, path });

const DEPARTMENTS: ReadonlyArray<MenuDepartment> = [
  {
    ...line("Wooden toys", "wooden-toys"),
    image: "banners/wooden-toys.jpg",
    kinds: [line("Puzzles & games", "wooden-toys/puzzles"), line('<b>"Sets"</b>', "wooden-toys/sets")],
    columns: [
      { heading: "By kind", items: [line("Puzzles & games", "wooden-toys/puzzles")] },
      { heading: "Gifts by age", items: [line("0 to 6 months", "gifts/gifts-by-age/0-6-months")] },
    ],
  },
  { ...line("Prams", "prams"), image: null, kinds: [], columns: [] },
  {
    ...line("Gifts", "gifts"),
    image: null,
    kinds: [line("Under £25", "gifts/under-25")],
    columns: [{ heading: "More kinds", items: [line("Under £25", "gifts/under-25")] }],
  },
];

function drawMenus() {
  const element = (
    <>
      <MobileMenu departments={DEPARTMENTS} />
      <DepartmentMenus departments={DEPARTMENTS} />
    </>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}

test("what the data leaves out is read from the menus of the page", () => {
  drawMenus();
  const outlines = DEPARTMENTS.map(({ name, path, image }) => ({ name, path, image }));

  expect(withMenusOf(document, outlines)).toEqual(DEPARTMENTS);
});

test("data that has its lists keeps them, as on the checkout's pages, where no menus are", () => {
  expect(withMenusOf(document, DEPARTMENTS)).toEqual(DEPARTMENTS);
});
