/** Rows that tests prove: every test whose name ends in a row's id, "(P-06)", is run for it. */
import type { Engine } from "./engine.ts";

export type Hazard = Readonly<{
  id: string;
  hazard: string;
  passes: string;
  /** Where it is proved, if on one engine only. */
  engines?: ReadonlyArray<Engine>;
}>;

/** Rows without a live form. Rows that have one may have tests as well. */
export const PROVED_BY_TESTS: ReadonlyArray<Hazard> = [
  { id: "R-15", hazard: "20 logins at once with a guest's basket", passes: "merged once, units added up" },
  {
    id: "R-18",
    hazard: "any events, in any order, with repeats",
    passes: "the state depends on the set of payment events alone; 10,000 runs pure, 150 on orders",
  },
  { id: "P-02", hazard: "all 720 orders of six events", passes: "the same state 720 of 720" },
  { id: "P-06", hazard: "forged, old, altered, huge webhooks", passes: "400 or 413 each, nothing changed" },
  { id: "P-07", hazard: "another sum, currency, mode", passes: "a person looks at it; nothing is sent" },
  {
    id: "P-09",
    hazard: "the payment page cannot be opened",
    passes: "said so, basket kept, the same attempt goes on",
  },
  { id: "D-06", hazard: "backup while others write, put back", passes: "one moment, whole" },
  {
    id: "D-07",
    hazard: "a damaged database file",
    passes: "refused in one line, file untouched",
    engines: ["sqlite"],
  },
  {
    id: "X-05",
    hazard: "random baskets: coupons, three VAT rates, delivery, wrapping, refunds",
    passes: "10,000 of 10,000 equal a second reckoning to the penny",
    engines: ["sqlite"],
  },
  {
    id: "X-06",
    hazard: "the delivery promise on dated cases: cut-off, holidays, clock change, zones",
    passes: "all cases as reckoned by hand, 40 at least",
    engines: ["sqlite"],
  },
];
