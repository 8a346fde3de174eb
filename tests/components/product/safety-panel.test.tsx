import { expect, test } from "vitest";

import { AgeScale } from "#app/components/age/age-scale.tsx";
import { SafetyContacts, SafetyPanel, type SafetyPanelProps } from "#app/components/product/safety-panel.tsx";
import { ageGuidance } from "#app/models/catalogue/age.ts";
import { safetyFacts } from "#app/models/catalogue/product-safety.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";

const TOY: SafetyPanelProps["product"] = {
  ages: ageGuidance({ ageMinMonths: 18, ageMaxMonths: 60, suitableFromMonths: 18 }, []),
  warnings: [
    { code: "supervision", text: "Warning. To be used under the direct supervision of an adult." },
    { code: "floor", text: "Use on a flat floor." },
  ],
};

test('every warning begins with "Warning", once, without headings for one part, and the age is a symbol and a text', async () => {
  const shown = await staticPage(<SafetyPanel product={TOY} />);

  const warnings = shown.getAllByRole("listitem").map((item) => item.textContent);
  expect(warnings).toContain("Warning: To be used under the direct supervision of an adult.");
  expect(warnings).toContain("Warning: Use on a flat floor.");
  expect(shown.queryByRole("heading", { level: 3 })).toBeNull();
  expect(shown.getByRole("img", { name: "For children from 18 months to 5 years" })).toBeDefined();
  expect(shown.getByText("Suitable from 18 months.")).toBeDefined();
});

test("the years of the age scale are apart for a browser that shows text alone", async () => {
  const { page } = await staticPage(<AgeScale minMonths={18} maxMonths={60} label="From 18 months" />);

  expect(page.querySelector("svg")?.textContent).toBe("0 1 2 3 4 5 6 years");
});

test("warnings about a part stand under its name, those about the whole product before them, and all are open", async () => {
  const pram = {
    ...TOY,
    warnings: [
      { code: "harness", text: "Always use the restraint system.", part: "Seat" },
      { code: "locks", text: "Engage the locking devices." },
      { code: "months", text: "Not for children under 6 months.", part: "Seat" },
    ],
  };
  const shown = await staticPage(<SafetyPanel product={pram} />);

  const heads = shown.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
  expect(heads).toEqual(["The whole product 1 warning", "Seat 2 warnings"]);
  expect(shown.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Warning: Engage the locking devices.",
    "Warning: Always use the restraint system.",
    "Warning: Not for children under 6 months.",
  ]);
  expect(shown.page.querySelector("details, [hidden]")).toBeNull();
});

test("conformity marks, manufacturer and importer are named", async () => {
  const safety = {
    standards: ["BS EN 71-1"],
    conformityMark: "UKCA and CE",
    manufacturer: { name: "O", address: "Osmundley, 3 Mill Lane, Ludlow", electronicAddress: "a@b.example" },
    importer: { name: "Hollybough", address: "Hollybough Ltd, Ledbury" },
  };
  const shown = await staticPage(<SafetyContacts {...safetyFacts(safety)} />);

  expect(shown.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "UKCA and CE",
    "BS EN 71-1",
  ]);
  expect(shown.getByRole("link", { name: "a@b.example" }).getAttribute("href")).toBe("mailto:a@b.example");
  expect(shown.page.textContent).toContain("Made by Osmundley, 3 Mill Lane, Ludlow");
  expect(shown.page.textContent).toContain("Importer into Great Britain: Hollybough Ltd, Ledbury");
});

test("a product without safety information has no panel", async () => {
  const shown = await staticPage(<SafetyPanel product={{ ages: null, warnings: [] }} />);

  expect(shown.queryByRole("heading")).toBeNull();
});
