// @vitest-environment jsdom
import { readFileSync } from "node:fs";

import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { HomeDepartments, HomeHero, HomePromises } from "#app/components/content/home-sections.tsx";
import { promiseIcon } from "#app/components/layout/promise-icon.ts";
import type { HomeContent } from "#app/models/content/content.ts";
import { renderPage } from "#tests/support/checks/render-page.tsx";

const HOME = JSON.parse(readFileSync("content/home.json", "utf8")) as HomeContent;

afterEach(cleanup);

test("the hero has the page's only h1 and both links", () => {
  renderPage(<HomeHero hero={HOME.hero} />);

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Made to be passed on");
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
    HOME.hero.actions.map(({ href }) => href),
  );
});

test("every department links to its category", () => {
  renderPage(<HomeDepartments departments={HOME.departments} />);

  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
    HOME.departments.map(({ category }) => `/c/${category}`),
  );
});

test("every promise links to the page that explains it", () => {
  const promises = HOME.usps.map((promise) => ({ ...promise, icon: promiseIcon(promise.icon) }));
  renderPage(<HomePromises promises={promises} />);

  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(
    HOME.usps.map(({ title }) => title),
  );
});
