import { within } from "@testing-library/react";
import { expect, test } from "vitest";

import { BrandsByLetter } from "#app/components/listing/brand-list.tsx";
import { staticPage } from "#tests/support/checks/render-page.tsx";

const entry = (name: string, at: number) => ({
  ...{ slug: `brand-${at}`, name, country: "Denmark", image: "brand.webp", count: "2 products" },
});

const UNDER: Readonly<Record<string, ReadonlyArray<string>>> = {
  A: ["Alder & Co", "Ærlig", "Ångström", "anton"],
  D: ["Ðorm"],
  E: ["Éclat", "E\u0301toile"],
  L: ["Łódka"],
  O: ["Østergaard", "Œuvre"],
  S: ["Šumava"],
  T: ["’t Hert"],
  Z: ["Zoo"],
  "Other brands": ["3 Bears", "木のおもちゃ", "Ёлка", "★"],
};

test("each brand is listed once, from A to Z without accents or among the others, and linked to above the list", async () => {
  const names = Object.values(UNDER).flat();
  const shown = await staticPage(<BrandsByLetter brands={names.map(entry)} />);

  const found = shown.getAllByRole("region").map((region) => {
    const links = within(region).getAllByRole("link");
    return [
      within(region).getByRole("heading").textContent,
      links.map((link) => link.firstChild?.textContent),
    ];
  });
  expect(Object.fromEntries(found)).toEqual(UNDER);
  expect(found.flatMap(([, listed]) => listed)).toHaveLength(names.length);

  const letters = within(shown.getByRole("navigation")).getAllByRole("link");
  const sections = letters.map((link) => shown.page.querySelector(link.getAttribute("href") ?? ""));
  expect(sections).toEqual(shown.getAllByRole("region"));
  expect(letters.at(-1)?.getAttribute("aria-label")).toBe("Other brands");
});

test("the links above the list end with Z where no brand is among the others", async () => {
  const shown = await staticPage(<BrandsByLetter brands={["Alder & Co"].map(entry)} />);

  expect(shown.getByRole("navigation").textContent).toBe("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
});
