export const STEPS = ["visits", "productViews", "carts", "checkouts", "orders"] as const;

export type FunnelStep = (typeof STEPS)[number];

export type StepCounts = Readonly<Record<FunnelStep, number>>;

export type ReportStep = Readonly<{
  step: FunnelStep;
  label: string;
  count: number;
  /** Per cent of all visits, and of the step before; null without a base. */
  ofVisits: number | null;
  ofStepBefore: number | null;
}>;

const LABELS = {
  visits: "Visits",
  productViews: "Viewed a product",
  carts: "Added to basket",
  checkouts: "Started checkout",
  orders: "Ordered",
} as const satisfies Record<FunnelStep, string>;

const BAR_WIDTH = 40;

export function reportSteps(counts: StepCounts): ReadonlyArray<ReportStep> {
  return STEPS.map((step, place) => {
    const before = STEPS[place - 1];
    return {
      step,
      label: LABELS[step],
      count: counts[step],
      ofVisits: percent(counts[step], counts.visits),
      ofStepBefore: before === undefined ? null : percent(counts[step], counts[before]),
    };
  });
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((100 * part) / whole);
}

export function reportChart(steps: ReadonlyArray<ReportStep>): string {
  const most = Math.max(1, ...steps.map(({ count }) => count));
  const labelWidth = Math.max(...steps.map(({ label }) => label.length));
  const countWidth = Math.max(...steps.map(({ count }) => String(count).length));
  return steps
    .map(({ label, count, ofVisits }) => {
      const bar = "#".repeat(count === 0 ? 0 : Math.max(1, Math.round((BAR_WIDTH * count) / most)));
      const share = ofVisits === null ? "" : `  ${String(ofVisits).padStart(3)} %`;
      return `${label.padEnd(labelWidth)}  ${bar.padEnd(BAR_WIDTH)}  ${String(count).padStart(countWidth)}${share}`;
    })
    .join("\n");
}
