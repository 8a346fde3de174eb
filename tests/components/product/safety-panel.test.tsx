// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { SafetyPanel, type SafetyPanelProps } from "#app/components/product/safety-panel.tsx";
import { renderPage } from "#tests/support/checks/render-page.tsx";

afterEach(cleanup);

const TOY: SafetyPanelProps["product"] = {
  ageMinMonths: 18,
  ageMaxMonths: 60,
  suitableFromMonths: 18,
  isToy: true,
  brand: { id: 1, name: "Osmundley", slug: "osmundley" },
  warnings: [
    { code: "supervision", text: "Warning. To be used under the direct supervision of an adult." },
    { code: "floor", text: "Use on a flat floor." },
  ],
  safety: {
    standards: ["BS EN 71-1"],
    conformityMark: "UKCA and CE",
    manufacturer: { name: "Osmundley", address: "Osmundley, 3 Mill Lane, Ludlow" },
    importer: { name: "Hollybough", address: "Hollybough Ltd, Ledbury" },
  },
};

test('every warning begins with the word "Warning", once', () => {
  renderPage(<SafetyPanel product={TOY} />);

  const warnings = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(warnings).toContain("Warning: To be used under the direct supervision of an adult.");
  expect(warnings).toContain("Warning: Use on a flat floor.");
});

test("the age is shown as a symbol and as text", () => {
  renderPage(<SafetyPanel product={TOY} />);

  expect(screen.getByRole("img", { name: "For children from 18 months to 5 years" })).toBeDefined();
  expect(screen.getByText("Suitable from 18 months.")).toBeDefined();
});

test("conformity marks, manufacturer and importer are named", () => {
  const { container } = renderPage(<SafetyPanel product={TOY} />);

  expect(screen.getByText("UKCA and CE")).toBeDefined();
  expect(container.textContent).toContain("Made by Osmundley, 3 Mill Lane, Ludlow");
  expect(container.textContent).toContain("Imported into Great Britain by Hollybough Ltd, Ledbury");
});

test("a product without safety information has no panel", () => {
  const silent = {
    ...TOY,
    ageMinMonths: null,
    suitableFromMonths: null,
    warnings: [],
    safety: { ...TOY.safety, standards: [] },
  };

  renderPage(<SafetyPanel product={silent} />);

  expect(screen.queryByRole("heading")).toBeNull();
});
