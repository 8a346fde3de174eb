import { addDays, type Day } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

/** Days on which the shop packs and sends nothing, both ends included. Shoppers read the name: "Workshop holiday". */
export type Closure = Readonly<{ firstDay: Day; lastDay: Day; name: string }>;

const CLOSURE_DAYS_MAX = 60;

export function checkClosure({
  firstDay,
  lastDay,
}: Closure): Result<null, "closure-reversed" | "closure-too-long"> {
  if (lastDay < firstDay) return refused("closure-reversed");
  const isLong = lastDay >= addDays(firstDay, CLOSURE_DAYS_MAX);
  return isLong ? refused("closure-too-long", { maximum: CLOSURE_DAYS_MAX }) : ok(null);
}
