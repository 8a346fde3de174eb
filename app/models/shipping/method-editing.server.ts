/** How the desk makes and changes methods of delivery (requirement shipping-5). */
import { db } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { pageValues, placeholderProblem } from "#app/models/store/placeholders.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { madeKey } from "./made-key.ts";
import { STANDARD } from "./shipping.ts";
import { findRulesOfOrders, listMethodRows, methodRulesSchema, type MethodRow } from "./shipping.server.ts";

/** Amounts in minor units of the shop's own currency, and working days. */
export type MethodTerms = Readonly<ReturnType<typeof termsIn>>;

export type StoredMethod = MethodTerms & Readonly<{ key: string; isEnabled: boolean }>;

type MethodRefusal =
  | ("method-carries-nothing" | "method-days-reversed" | "method-text" | "method-name-taken")
  | ("method-free-over-elsewhere" | "method-last");

function termsIn(row: MethodRow) {
  const { price, handling_days, transit_days, cutoff } = methodRulesSchema.parse(JSON.parse(row.rules));
  return {
    /** `freeOver` is null for never; `cutoff` is "14:00". */
    ...{ name: row.name, description: row.description, freeOver: row.free_over_minor, cutoff },
    /** Null: not carried. */
    ...{ small: price.small ?? null, large: price.large ?? null, twoPerson: price.two_person ?? null },
    ...{ handlingMin: handling_days.min, handlingMax: handling_days.max },
    ...{ transitMin: transit_days.min, transitMax: transit_days.max },
  };
}

export async function listStoredMethods(): Promise<ReadonlyArray<StoredMethod>> {
  const rows = await listMethodRows();
  return rows.map((row) => ({ ...termsIn(row), key: row.key, isEnabled: row.is_enabled === 1 }));
}

/** What the desk does not show stays in the rules as it was. */
function columnsOf(terms: MethodTerms, former: string, now: Date) {
  const { small, large, twoPerson } = terms;
  const price = Object.entries({ small, large, two_person: twoPerson }).filter(([, minor]) => minor !== null);
  const rules = {
    ...(JSON.parse(former) as object),
    price: Object.fromEntries(price),
    handling_days: { min: terms.handlingMin, max: terms.handlingMax },
    transit_days: { min: terms.transitMin, max: terms.transitMax },
    cutoff: terms.cutoff,
  };
  return {
    ...{ name: terms.name, description: terms.description, free_over_minor: terms.freeOver },
    ...{ rules: JSON.stringify(rules), edited_at: now.toISOString(), removed_at: null },
  };
}

/** `former`: the text that it had. */
async function problemOf(
  terms: MethodTerms,
  former: string | undefined,
): Promise<Refusal<MethodRefusal> | null> {
  const { small, large, twoPerson } = terms;
  if ([small, large, twoPerson].every((price) => price === null)) return refused("method-carries-nothing");
  const reversed = reversedDays(terms);
  if (reversed) return refused("method-days-reversed", { field: reversed });
  if (terms.description === former) return null;
  const known = pageValues(await findStore(), (await findRulesOfOrders()).methods);
  const problem = placeholderProblem(terms.description, known);
  return problem === null ? null : refused("method-text", { problem });
}

function reversedDays({ handlingMin, handlingMax, transitMin, transitMax }: MethodTerms) {
  if (handlingMax < handlingMin) return "handlingMax";
  return transitMax < transitMin ? "transitMax" : null;
}

type Changing<Value> = Promise<Result<Value, MethodRefusal>>;
type Adding = MethodTerms & Readonly<{ key: string }>;

/** An empty key makes one; that of a removed method brings it back. The same sent twice adds one. */
export async function addMethod(
  method: Adding,
  now: Date,
): Changing<Readonly<{ key: string; isNew: boolean }>> {
  // The lock on this row makes two that add at once see each other.
  await bumpCatalogueVersion();
  const rows = await db().selectFrom("delivery_methods").selectAll().execute();
  const problem = await problemOf(method, rows.find(({ key }) => key === method.key)?.description);
  if (problem) return problem;
  const same = rows.find((row) => row.removed_at === null && row.name === method.name);
  if (same) {
    const isSent = JSON.stringify({ ...method, ...termsIn(same) }) === JSON.stringify(method);
    return isSent ? ok({ key: same.key, isNew: false }) : refused("method-name-taken");
  }
  const former = rows.find(({ key }) => key === method.key);
  if (former) {
    const columns = columnsOf(method, former.rules, now);
    await db().updateTable("delivery_methods").set(columns).where("key", "=", method.key).execute();
    return ok({ key: method.key, isNew: true });
  }
  const key = method.key || madeKey(method.name, new Set(rows.map((row) => row.key)));
  const position = Math.max(MADE_FROM, ...rows.map((row) => row.position)) + 1;
  await db()
    .insertInto("delivery_methods")
    .values({ ...columnsOf(method, NEW_RULES, now), key, service: method.name, position, created_by: "desk" })
    .execute();
  return ok({ key, isNew: true });
}

/** Behind those of any catalogue. */
const MADE_FROM = 1_000;
const NEW_RULES = JSON.stringify({ bookable_day: false, feed: null });

export async function changeMethod(terms: MethodTerms, before: StoredMethod, now: Date): Changing<string> {
  const { key } = before;
  const problem = await problemOf(terms, before.description);
  if (problem) return problem;
  const rows = await listMethodRows();
  if (rows.some((row) => row.key !== key && row.name === terms.name)) return refused("method-name-taken");
  // The setting says it in texts too.
  if (key === STANDARD && terms.freeOver !== before.freeOver) return refused("method-free-over-elsewhere");
  const former = rows.find((row) => row.key === key)?.rules ?? NEW_RULES;
  await write(key, columnsOf(terms, former, now));
  return ok(key);
}

export async function switchMethod(key: string, isEnabled: boolean, now: Date): Changing<null> {
  if (!isEnabled && !(await hasOther(key))) return refused("method-last");
  await write(key, { is_enabled: isEnabled ? 1 : 0, edited_at: now.toISOString() });
  return ok(null);
}

/** Its key stays taken: orders and coupons name it. Open orders are the caller's to look for. */
export async function removeMethod(key: string, now: Date): Changing<null> {
  if (!(await hasOther(key))) return refused("method-last");
  await write(key, { edited_at: now.toISOString(), removed_at: now.toISOString() });
  return ok(null);
}

async function hasOther(key: string): Promise<boolean> {
  return (await listStoredMethods()).some((other) => other.isEnabled && other.key !== key);
}

type Columns = Partial<Omit<MethodRow, "key">>;

async function write(key: string, columns: Columns): Promise<void> {
  await db().updateTable("delivery_methods").set(columns).where("key", "=", key).execute();
  await bumpCatalogueVersion();
}
