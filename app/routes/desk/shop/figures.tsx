import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { FiguresPage } from "#app/components/desk/shop/figures-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import type { VitalsRow } from "#app/models/analytics/web-vitals.server.ts";
import { isGood, type Vital, VITALS } from "#app/models/analytics/web-vitals.ts";
import type { RecoveryReport, RecoveryStep } from "#app/models/cart-recovery/report.ts";
import { FIGURE_PERIODS, type FigurePeriod, shopFigures } from "#app/models/desk/figures.server.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";
import { paths } from "#app/paths.ts";

export { noForm as action } from "#app/routes/desk/desk.server.ts";

const SEARCHES_SHOWN = 25;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-figures");
  const days = periodIn(new URL(request.url).searchParams.get("days"));
  const [figures, store] = await Promise.all([shopFigures(days, actor.now), findStore()]);
  const { isCounted, steps, emptySearches, leftCarts, recovery, vitals } = figures;
  const mayRedirect = can(staff.role, "edit-redirects");
  return json({
    days,
    periods: FIGURE_PERIODS.map((each) => ({ days: each, href: deskPaths.figures({ days: each }) })),
    isCounted,
    steps: steps.map(({ label, count, ofVisits, ofStepBefore }) => ({
      ...{ label, count: count.toLocaleString(store.locale), width: ofVisits ?? 0 },
      share: ofStepBefore === null ? "" : `${ofStepBefore}%`,
    })),
    searches: emptySearches.slice(0, SEARCHES_SHOWN).map(({ words, times }) => ({
      ...{ words, times },
      redirect: mayRedirect ? deskPaths.newOf("redirects", { from: paths.search(words) }) : null,
    })),
    moreSearches: Math.max(0, emptySearches.length - SEARCHES_SHOWN),
    baskets: basketRows(leftCarts, recovery, store),
    vitals: vitals.map(vitalsLine),
  });
}

function periodIn(text: string | null): FigurePeriod {
  return FIGURE_PERIODS.find((days) => String(days) === text) ?? FIGURE_PERIODS[0];
}

const STEP_LABELS: Readonly<Record<RecoveryStep, string>> = {
  sent: "Reminders sent",
  opened: "Links opened",
  recovered: "Recovered",
  ordered: "Ordered",
};

function basketRows(left: number, { rows, revenue }: RecoveryReport, store: Store) {
  const sums = revenue.map((sum) => formatMoney(sum, store.locale)).join(", ");
  return [
    { label: "Left", value: left.toLocaleString(store.locale), note: "not touched for an hour" },
    ...rows.map(({ step, baskets, rate }) => ({
      label: STEP_LABELS[step],
      value: baskets.toLocaleString(store.locale),
      note: [
        rate === null ? "" : `${Math.round(rate * 100)}% of the step before`,
        step === "ordered" ? sums : "",
      ]
        .filter((part) => part !== "")
        .join(", "),
    })),
  ];
}

const UNITS: Readonly<Record<Vital, (value: number) => string>> = {
  LCP: (value) => `${(value / 1_000).toFixed(1)} s`,
  INP: (value) => `${Math.round(value)} ms`,
  CLS: (value) => value.toFixed(2),
  TTFB: (value) => `${Math.round(value)} ms`,
};

function vitalsLine({ pageKind, count, values }: VitalsRow) {
  return {
    ...{ kind: pageKind, count },
    values: VITALS.map((vital) => {
      const value = values[vital];
      return value === undefined
        ? { text: "", isSlow: false }
        : { text: UNITS[vital](value), isSlow: !isGood(vital, value) };
    }),
  };
}

export const meta = deskTitle("Figures");

export default deskPage<typeof loader>(FiguresPage);
