import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { HomeDepartments, HomeHero, HomePromises } from "#app/components/content/home-sections.tsx";
import { promiseIcon } from "#app/components/layout/promise-icon.ts";
import type { HomeContent } from "#app/models/content/home-content.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";

const HOME = JSON.parse(readFileSync("content/home.json", "utf8")) as HomeContent;

test("the hero has the page's only h1 and both links", async () => {
  const shown = await staticPage(<HomeHero hero={HOME.hero} />);

  expect(shown.getByRole("heading", { level: 1 }).textContent).toBe("Made to be passed on");
  expect(shown.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
    HOME.hero.actions.map(({ href }) => href),
  );
});

test("every department links to its category", async () => {
  const shown = await staticPage(<HomeDepartments departments={HOME.departments} />);

  expect(shown.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
    HOME.departments.map(({ category }) => `/c/${category}`),
  );
});

test("every promise links to the page that explains it", async () => {
  const promises = HOME.usps.map((promise) => ({ ...promise, icon: promiseIcon(promise.icon) }));
  const shown = await staticPage(<HomePromises promises={promises} />);

  expect(shown.getAllByRole("link").map((link) => link.textContent)).toEqual(
    HOME.usps.map(({ title }) => title),
  );
});
