/** The bars that figures are held to. CPU is in milliseconds for a request. */
import { atMost, type Bar, withinTimes } from "./figure.ts";
import type { Measured } from "./measure.ts";
import { ceilingName, COLD_FILTER, COLD_LISTING, fastName, type HotPage, hotName } from "./targets-pages.ts";
import { ADD } from "./targets-writes.ts";

const HOT_MAX_MS = 1;
const HOT_TIMES = 3;
const FAST_MAX_MS = 0.15;
const COLD_MAX_MS = 6;
const ADD_MAX_MS = 3;
const POSTGRES_HOT_MAX_MS = 0.6;
const POSTGRES_ADD_MAX_MS = 4;
/** The pages that have bars of their own. */
const HELD: ReadonlyArray<HotPage> = ["listing", "product"];

type AllMeasured = ReadonlyMap<string, Pick<Measured, "cpu">>;

/** The bars of the row `name`, given all that was measured in the same run. */
export function barsOf(name: string, all: AllMeasured): ReadonlyArray<Bar> {
  const cpu = all.get(name)?.cpu.median;
  if (cpu === undefined) return [];
  const page = HELD.find((held) => [hotName(held), fastName(held)].includes(name));
  if (page) return hotBars(cpu, name === hotName(page), all.get(ceilingName("express", page))?.cpu.median);
  const max = new Map([
    [COLD_LISTING, COLD_MAX_MS],
    [COLD_FILTER, COLD_MAX_MS],
    [ADD, ADD_MAX_MS],
  ]).get(name);
  return max === undefined ? [] : [atMost(cpu, max, "ms")];
}

/** The bars of the row `name` on PostgreSQL, where the database's own processes count too. */
export function postgresBarsOf(name: string, all: AllMeasured): ReadonlyArray<Bar> {
  const cpu = all.get(name)?.cpu.median;
  const max = new Map([
    ...HELD.map((page) => [hotName(page), POSTGRES_HOT_MAX_MS] as const),
    [ADD, POSTGRES_ADD_MAX_MS],
  ]).get(name);
  return cpu === undefined || max === undefined ? [] : [atMost(cpu, max, "ms")];
}

/** `ready` is what Express needs to send the same bytes, where it was measured. */
function hotBars(cpu: number, isSlowTarget: boolean, ready: number | undefined): ReadonlyArray<Bar> {
  const [max, times] = isSlowTarget ? [HOT_MAX_MS, HOT_TIMES] : [FAST_MAX_MS, 1];
  const own = atMost(cpu, max, "ms");
  return ready === undefined ? [own] : [own, withinTimes(cpu, times, { name: "Express", value: ready })];
}
