import { expect, test } from "vitest";

import { type SavedItem, shortageText, takenText } from "#app/models/cart-recovery/cart-recovery.ts";
import { type CountedStep, recoveryReport } from "#app/models/cart-recovery/report.ts";
import { money } from "#app/models/shared/money.ts";
import { reportText } from "#scripts/shop/recovery.ts";

const step = (name: CountedStep["step"], cartKey: string, minor: number | null = null): CountedStep => ({
  step: name,
  cartKey,
  amount: minor === null ? null : money(minor, "GBP"),
});

test("each cart counts once for a step, however many days its link was opened on", () => {
  const { rows } = recoveryReport([
    step("sent", "a"),
    step("sent", "b"),
    step("opened", "a"),
    step("opened", "a"),
    step("recovered", "a"),
  ]);

  expect(rows).toEqual([
    { step: "sent", baskets: 2, rate: null },
    { step: "opened", baskets: 1, rate: 0.5 },
    { step: "recovered", baskets: 1, rate: 1 },
    { step: "ordered", baskets: 0, rate: 0 },
  ]);
});

test("links in emails sent by other services give no rate over a hundred per cent", () => {
  const { rows } = recoveryReport([step("sent", "a"), step("opened", "b"), step("opened", "c")]);

  expect(rows[1]).toEqual({ step: "opened", baskets: 2, rate: null });
});

test("two orders of one cart both add revenue, and count as one recovered cart", () => {
  const report = recoveryReport([step("ordered", "a", 5_400), step("ordered", "a", 1_999)]);

  expect(report).toMatchObject({ orders: 2, revenue: [{ minor: 7_399, currency: "GBP" }] });
  expect(report.rows[3]).toMatchObject({ baskets: 1 });
});

test("the report is a chart of labels and bars", () => {
  const many = Array.from({ length: 10 }, (_, index) => step("sent", `s${index}`));
  const opened = Array.from({ length: 5 }, (_, index) => step("opened", `s${index}`));

  const text = reportText(
    recoveryReport([...many, ...opened, step("recovered", "s1"), step("ordered", "s1", 123_400)]),
    "en-GB",
  );

  expect(text.split("\n")).toEqual([
    `Reminders sent     10  ${"█".repeat(40)}`,
    `Links opened        5  ${"█".repeat(20)}${" ".repeat(20)}  50.0 % of the previous step`,
    `Baskets recovered   1  ${"█".repeat(4)}${" ".repeat(36)}  20.0 % of the previous step`,
    `Baskets ordered     1  ${"█".repeat(4)}${" ".repeat(36)}  100.0 % of the previous step`,
    "",
    "1 order of recovered baskets came to £1,234.00, before refunds.",
  ]);
  expect(reportText(recoveryReport([]), "en-GB")).toContain("No recovered basket was ordered.");
});

test("unavailable items of a saved cart are named in one line", () => {
  const items = (...states: ReadonlyArray<SavedItem["state"]>) =>
    states.map((state) => ({ state }) as SavedItem);

  expect(shortageText(items("available", "available"))).toBeNull();
  expect(shortageText(items("available", "fewer"))).toBe("For some items we have fewer left than you saved.");
  expect(shortageText(items("available", "gone", "fewer"))).toBe(
    "You can buy 2 of your 3 saved items at the moment.",
  );
  expect(shortageText(items("gone"))).toBe("None of these items are available at the moment.");
  expect([takenText(0, 2), takenText(1, 2), takenText(2, 2)]).toEqual([
    "We could not add any of your saved items to your basket.",
    "We have added 1 of 2 saved items to your basket. The rest are not available at the moment.",
    "We have added your saved items to your basket.",
  ]);
});
