import { JSDOM } from "jsdom";
import { expect, test } from "vitest";

import { durabilityLabel } from "#app/models/catalogue/durability-label.server.ts";
import { durabilitySchema } from "#app/models/catalogue/durability-schema.ts";
import { durabilityText } from "#app/models/catalogue/durability.ts";

const GUARANTEE = { brand: "Hollybough", model: "HB-12 <2>", years: 5 };

test.each([
  [{}, true],
  [{ years: 2.5 }, true],
  [{ years: 99 }, true],
  [{ years: 2 }, false],
  [{ years: 2.25 }, false],
  [{ years: 100 }, false],
  [{ years: Number.NaN }, false],
  [{ brand: " " }, false],
  [{ model: "x".repeat(31) }, false],
  [{ countries: "IE" }, false],
])("a guarantee with %j has a label: %s", (change, isLabelled) => {
  expect(durabilitySchema.safeParse({ ...GUARANTEE, ...change }).success).toBe(isLabelled);
});

test("the label opens from its small display and says whose guarantee it is, of what and for how long", () => {
  const html = durabilityLabel(GUARANTEE, "Rainbow Stacker");
  const { document } = new JSDOM(html).window;
  const [small, whole] = document.querySelectorAll("[role=img]");

  expect(document.querySelector("details")?.open).toBe(false);
  expect(small?.closest("summary")?.textContent).toContain("Rainbow Stacker");
  expect(whole?.closest("summary")).toBeNull();
  for (const drawing of [small, whole]) {
    expect(drawing?.getAttribute("aria-label")).toBe(`GARAN: ${durabilityText(GUARANTEE)}`);
    expect(drawing?.textContent).toMatch(/5.*365.*GARAN.*G|GARAN.*5.*365.*G/s);
  }
  for (const part of [GUARANTEE.brand, GUARANTEE.model]) expect(whole?.textContent).toContain(part);
  expect(html).not.toMatch(/style|<script|<2>/);
});
