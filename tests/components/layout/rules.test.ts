import { expect, test } from "vitest";

import { departmentColumns, giftAges } from "#app/components/layout/department-columns.ts";
import { errorTitle } from "#app/components/layout/error-page.tsx";
import { isNewPage } from "#app/components/layout/route-announcer.tsx";
import { keepsScroll } from "#app/hooks/scroll-restoration.tsx";
import { mayReload } from "#app/hooks/use-chunk-error-reload.ts";
import type { CategoryNode } from "#app/models/catalogue/category.ts";
import { openingHoursLines, openingHoursText } from "#app/models/store/opening-hours.ts";

function node(path: string, ...children: ReadonlyArray<CategoryNode>): CategoryNode {
  return { name: path.split("/").at(-1) ?? path, path, image: null, children };
}

const GIFTS = node(
  "gifts",
  node("gifts/under-25"),
  node("gifts/gifts-by-age", node("gifts/gifts-by-age/1-2-years")),
);
const PRAMS = node("prams", node("prams/coach"), node("prams/carrycot"));
const TOYS = node("toys", ...["a", "b", "c"].map((kind) => node(`toys/${kind}`, node(`toys/${kind}/1`))));

test("a department with few groups shows each as a column, and the rest as one more", () => {
  const columns = departmentColumns(GIFTS, [GIFTS]);

  expect(columns.map(({ heading }) => heading)).toEqual(["gifts-by-age", "More categories"]);
  expect(columns[0]?.items.map(({ path }) => path)).toEqual(["gifts/gifts-by-age/1-2-years"]);
});

test("a department without groups lists its categories", () => {
  expect(departmentColumns(PRAMS, [GIFTS, PRAMS]).map(({ heading }) => heading)).toEqual(["By category"]);
});

test("a department with many groups lists its categories and the gift ages", () => {
  const columns = departmentColumns(TOYS, [GIFTS, TOYS]);

  expect(columns.map(({ heading }) => heading)).toEqual(["By category", "Gifts by age"]);
  expect(giftAges([TOYS])).toBeNull();
});

test.each<[string, string, string | undefined, boolean]>([
  ["/p/duck", "", undefined, false],
  ["/p/duck?page=2", "", undefined, false],
  ["/p/duck", "", "keep", true],
  ["/p/duck?swatch=sage", "", undefined, true],
  ["/p/duck?page=2&swatch=", "", undefined, true],
  ["/p/duck?swatches=sage", "", undefined, false],
  ["/p/duck?swatch=sage", "#reviews", "keep", false],
  ["/p/dog?swatch=sage", "", undefined, false],
  ["/p/dog", "", "keep", true],
])(
  "whether %j%j, from /p/duck, of a route that says %s leaves the scroll where it is: %s",
  (to, hash, route, keeps) => {
    const { pathname, search } = new URL(to, "https://shop.example");

    expect(keepsScroll({ pathname: "/p/duck" }, { pathname, search, hash }, route)).toBe(keeps);
  },
);

test("another path counts as a new page, another colour of the same product does not", () => {
  const product = { pathname: "/p/duck", search: "", hash: "" };

  expect(isNewPage(product, { ...product, pathname: "/p/dog" })).toBe(true);
  expect(isNewPage(product, { ...product, search: "?page=2" })).toBe(true);
  expect(isNewPage(product, { ...product, search: "?swatch=sage" })).toBe(false);
  expect(isNewPage(product, { ...product, hash: "#reviews" })).toBe(false);
});

test("a page reloads itself at most once in ten seconds", () => {
  expect(mayReload(null, 1_000)).toBe(true);
  expect(mayReload(1_000, 10_999)).toBe(false);
  expect(mayReload(1_000, 11_000)).toBe(true);
});

test("opening hours are formatted in ordinary English", () => {
  const days = ["Monday", "Tuesday", "Friday"];
  const closed = { days: ["Sunday"], opens: null, closes: null, what: "Closed" };

  expect(openingHoursText([closed, { days, opens: "09:00", closes: "17:30", what: "" }])).toBe(
    "Monday to Friday, 9 am to 5.30 pm",
  );
  expect(openingHoursText([{ days: ["Monday"], opens: "00:00", closes: "12:00", what: "" }])).toBe(
    "Monday, 12 am to 12 pm",
  );
  expect(openingHoursText([closed])).toBeNull();
  expect(
    openingHoursLines([closed, { days, opens: "09:00", closes: "17:30", what: "Phone and email" }]),
  ).toEqual(["Monday to Friday, 9 am to 5.30 pm: Phone and email"]);
});

test("each kind of failure has its own title", () => {
  expect(errorTitle(404)).toBe("Page not found");
  expect(errorTitle(429)).toBe("Please wait a moment");
  expect(errorTitle(400)).toBe("That did not work");
  expect(errorTitle(500)).toBe("Sorry, something went wrong");
});
