// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { SafetyContacts, SafetyPanel, type SafetyPanelProps } from "#app/components/product/safety-panel.tsx";
import { ageGuidance } from "#app/models/catalogue/age.ts";
import { safetyFacts } from "#app/models/catalogue/product-safety.ts";
import { renderPage } from "#tests/support/checks/render-page.tsx";

afterEach(cleanup);

const TOY: SafetyPanelProps["product"] = {
  ages: ageGuidance({ ageMinMonths: 18, ageMaxMonths: 60, suitableFromMonths: 18 }, []),
  warnings: [
    { code: "supervision", text: "Warning. To be used under the direct supervision of an adult." },
    { code: "floor", text: "Use on a flat floor." },
  ],
};

test('every warning begins with the word "Warning", once', () => {
  renderPage(<SafetyPanel product={TOY} />);

  const warnings = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(warnings).toContain("Warning: To be used under the direct supervision of an adult.");
  expect(warnings).toContain("Warning: Use on a flat floor.");
});

test("warnings about a part stand under its name, those about the whole product before them, and all are open", () => {
  const pram = {
    ...TOY,
    warnings: [
      { code: "harness", text: "Always use the restraint system.", part: "Seat" },
      { code: "locks", text: "Engage the locking devices." },
      { code: "months", text: "Not for children under 6 months.", part: "Seat" },
    ],
  };
  const { container } = renderPage(<SafetyPanel product={pram} />);

  const heads = screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
  expect(heads).toEqual(["The whole product 1 warning", "Seat 2 warnings"]);
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Warning: Engage the locking devices.",
    "Warning: Always use the restraint system.",
    "Warning: Not for children under 6 months.",
  ]);
  expect(container.querySelector("details, [hidden]")).toBeNull();
});

test("warnings about one part or none have no headings", () => {
  renderPage(<SafetyPanel product={TOY} />);

  expect(screen.queryByRole("heading", { level: 3 })).toBeNull();
});

test("the age is shown as a symbol and as text", () => {
  renderPage(<SafetyPanel product={TOY} />);

  expect(screen.getByRole("img", { name: "For children from 18 months to 5 years" })).toBeDefined();
  expect(screen.getByText("Suitable from 18 months.")).toBeDefined();
});

test("conformity marks, manufacturer and importer are named", () => {
  const safety = {
    standards: ["BS EN 71-1"],
    conformityMark: "UKCA and CE",
    manufacturer: { name: "O", address: "Osmundley, 3 Mill Lane, Ludlow", electronicAddress: "a@b.example" },
    importer: { name: "Hollybough", address: "Hollybough Ltd, Ledbury" },
  };
  const { container } = renderPage(<SafetyContacts {...safetyFacts(safety)} />);

  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "UKCA and CE",
    "BS EN 71-1",
  ]);
  expect(screen.getByRole("link", { name: "a@b.example" }).getAttribute("href")).toBe("mailto:a@b.example");
  expect(container.textContent).toContain("Made by Osmundley, 3 Mill Lane, Ludlow");
  expect(container.textContent).toContain("Imported into Great Britain by Hollybough Ltd, Ledbury");
});

test("a product without safety information has no panel", () => {
  renderPage(<SafetyPanel product={{ ages: null, warnings: [] }} />);

  expect(screen.queryByRole("heading")).toBeNull();
});
