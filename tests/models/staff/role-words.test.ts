import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { ROLE_TABLE, WORDED_STEPS } from "#app/models/staff/role-words.ts";
import { DESK_STEPS, type DeskStep } from "#app/models/staff/role.ts";

/** Steps that go with another one of the table, or that everybody takes. */
const UNWORDED: Readonly<Partial<Record<DeskStep, DeskStep | "everybody">>> = {
  send: "pack",
  "print-slips": "pack",
  "write-note": "pack",
  "accept-return": "pack",
  "resend-email": "change-address",
  "remove-customer": "export-customer",
  "see-files": "everybody",
};

test("the table of the staff page has every step, and steps that share a row are of the same roles", () => {
  const steps = Object.keys(DESK_STEPS) as ReadonlyArray<DeskStep>;
  expect(steps.filter((step) => !WORDED_STEPS.has(step) && !UNWORDED[step])).toEqual([]);
  for (const [step, other] of Object.entries(UNWORDED) as ReadonlyArray<[DeskStep, DeskStep | "everybody"]>)
    expect(DESK_STEPS[step], step).toEqual(
      other === "everybody" ? DESK_STEPS["see-orders"] : DESK_STEPS[other],
    );
});

test("docs/desk.md has the same table of roles as the staff page", () => {
  const [, section = ""] = readFileSync("docs/desk.md", "utf8").split("## Roles\n");
  const rows = section
    .split("\n## ")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

  expect(rows).toEqual(ROLE_TABLE.map(({ title, cells }) => [title, ...cells]));
});
