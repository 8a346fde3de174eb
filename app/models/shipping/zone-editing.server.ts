/** How the desk makes and changes zones, and what methods cost there (requirement shipping-6). */
import { db } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { postcodeFamily } from "#app/models/shared/postcode.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { madeKey } from "./made-key.ts";
import {
  listMethodRows,
  listZoneRows,
  lockDelivery,
  postcodesSchema,
  zoneMethodsOf,
  type ZoneRow,
  zoneRulesSchema,
} from "./shipping.server.ts";
import type { PostcodeRange } from "./zone.ts";

/** An empty note is none. */
export type ZoneTerms = Readonly<ReturnType<typeof termsIn>>;

export type StoredZone = ZoneTerms & Readonly<{ key: string; isDefault: boolean }>;

const RANGE = /^([A-Z]{1,2})(?: (\d{1,2})-(\d{1,2}))?$/;
const BEGINNING = /^([A-Z0-9]{1,10})\*$/;

/** Null for what is neither an area with its districts nor the beginning of postcodes. */
export function readRange(text: string): PostcodeRange | null {
  const [, prefix] = BEGINNING.exec(text) ?? [];
  if (prefix !== undefined) return { prefix };
  const [, area, from, to] = RANGE.exec(text) ?? [];
  if (area === undefined) return null;
  if (from === undefined) return { area };
  return Number(from) <= Number(to) ? { area, from: Number(from), to: Number(to) } : null;
}

function rangeText(range: PostcodeRange): string {
  if ("prefix" in range) return `${range.prefix}*`;
  return range.from === undefined ? range.area : `${range.area} ${range.from}-${range.to ?? range.from}`;
}

function termsIn({ name, postcodes, rules, is_excluded: isExcluded, note }: ZoneRow) {
  return {
    ...{ name, note: note ?? "", isExcluded: isExcluded === 1 },
    /** "IV", "PO 30-41", "D04*". Empty: all of its countries. */
    postcodes: postcodesSchema
      .parse(JSON.parse(postcodes))
      .map((range) => rangeText(range)) as ReadonlyArray<string>,
    /** ISO 3166-1 alpha-2. Empty: the shop's own. */
    countries: (zoneRulesSchema.parse(JSON.parse(rules)).countries ?? []) as ReadonlyArray<string>,
  };
}

async function writeZone(key: string, columns: Partial<Omit<ZoneRow, "key">>): Promise<void> {
  await db().updateTable("delivery_zones").set(columns).where("key", "=", key).execute();
}

export async function listStoredZones(): Promise<ReadonlyArray<StoredZone>> {
  const rows = await listZoneRows();
  return rows.map((row) => ({ ...termsIn(row), key: row.key, isDefault: row.is_default === 1 }));
}

function columnsOf(terms: ZoneTerms, former: string, now: Date) {
  const countries = terms.countries.length > 0 ? terms.countries : undefined;
  const rules = JSON.stringify({ ...(JSON.parse(former) as object), countries });
  return {
    ...{ name: terms.name, note: terms.note || null, is_excluded: terms.isExcluded ? 1 : 0 },
    postcodes: JSON.stringify(terms.postcodes.flatMap((text) => readRange(text) ?? [])),
    ...{ rules, edited_at: now.toISOString(), removed_at: null },
  };
}

type ZoneRefusal = "zone-name-taken" | "zone-without-place" | "zone-default" | "zone-home-missing";
type Changing<Value> = Promise<Result<Value, ZoneRefusal>>;

type Checked = Readonly<{ terms: ZoneTerms; key: string; rows: ReadonlyArray<ZoneRow> }>;

async function problemOf({ terms, key, rows }: Checked): Promise<Refusal<ZoneRefusal> | null> {
  if (rows.some((row) => row.key !== key && row.name === terms.name)) return refused("zone-name-taken");
  const isDefault = rows.find((row) => row.key === key)?.is_default === 1;
  return isDefault ? defaultZoneProblem(terms, await findStore()) : placeProblem(terms);
}

function placeProblem({ postcodes, countries, isExcluded }: ZoneTerms): Refusal<ZoneRefusal> | null {
  const isEverywhere = postcodes.length === 0 && countries.length === 0;
  return isEverywhere && !isExcluded ? refused("zone-without-place") : null;
}

/** It has the shop's own country. */
function defaultZoneProblem(
  { countries, isExcluded }: ZoneTerms,
  { country }: Readonly<{ country: string }>,
): Refusal<ZoneRefusal> | null {
  if (isExcluded) return refused("zone-default");
  const hasHome = countries.length === 0 || countries.includes(country);
  return hasHome ? null : refused("zone-home-missing", { country });
}

function countriesOf(zones: ReadonlyArray<ZoneTerms>, home: string): ReadonlyArray<string> {
  const open = zones.filter(({ isExcluded }) => !isExcluded);
  const own = open.map(({ countries }) => (countries.length > 0 ? countries : postcodeFamily(home)));
  return [...new Set(own.flat())];
}

/** The checkout offers the countries that zones name. */
async function writeCountries(now: Date): Promise<void> {
  const { country } = await findStore();
  const { value } = await db()
    .selectFrom("settings")
    .select("value")
    .where("key", "=", "delivery")
    .executeTakeFirstOrThrow();
  const before = JSON.parse(value) as Readonly<Record<string, unknown>>;
  const countries = countriesOf(await listStoredZones(), country);
  if (JSON.stringify(before["countries"] ?? postcodeFamily(country)) !== JSON.stringify(countries))
    await db()
      .updateTable("settings")
      .set({ value: JSON.stringify({ ...before, countries }), edited_at: now.toISOString() })
      .where("key", "=", "delivery")
      .execute();
  await bumpCatalogueVersion();
}

type Adding = ZoneTerms & Readonly<{ key: string }>;

/**
 * It is looked at before the others, and begins with the methods and surcharges of the default zone; an excluded one has
 * none. An empty key makes one; that of a removed zone brings it back. The same sent twice adds one.
 */
export async function addZone(zone: Adding, now: Date): Changing<Readonly<{ key: string; isNew: boolean }>> {
  // The lock on this row makes two that add at once see each other.
  await bumpCatalogueVersion();
  const rows = await db().selectFrom("delivery_zones").selectAll().execute();
  const open = rows.filter((row) => row.removed_at === null);
  const same = open.find(({ name }) => name === zone.name);
  if (same && JSON.stringify({ ...zone, ...termsIn(same) }) === JSON.stringify(zone))
    return ok({ key: same.key, isNew: false });
  const problem = await problemOf({ terms: zone, key: zone.key, rows: open });
  if (problem) return problem;
  const former = rows.find(({ key }) => key === zone.key);
  const key = zone.key || madeKey(zone.name, new Set(rows.map((row) => row.key)));
  if (former) await writeZone(key, columnsOf(zone, former.rules, now));
  else {
    const usual = open.find((row) => row.is_default === 1);
    const rules = zone.isExcluded || !usual ? NO_METHODS : await rulesAsIn(usual);
    const position = Math.min(0, ...rows.map((row) => row.position)) - 1;
    await db()
      .insertInto("delivery_zones")
      .values({ ...columnsOf(zone, rules, now), key, position, is_default: 0, created_by: "desk" })
      .execute();
  }
  await writeCountries(now);
  return ok({ key, isNew: true });
}

/** Without amounts in further currencies: those of another zone would hide what is added here. */
async function rulesAsIn(zone: ZoneRow): Promise<string> {
  const methods = zoneMethodsOf(zone, await listMethodRows());
  return JSON.stringify({ ...(JSON.parse(zone.rules) as object), methods, prices: {} });
}

const NO_METHODS = JSON.stringify({ methods: {}, prices: {} });

export async function changeZone(terms: ZoneTerms, { key }: StoredZone, now: Date): Changing<string> {
  const rows = await listZoneRows();
  const problem = await problemOf({ terms, key, rows });
  if (problem) return problem;
  const former = rows.find((row) => row.key === key)?.rules ?? NO_METHODS;
  await writeZone(key, columnsOf(terms, former, now));
  await writeCountries(now);
  return ok(key);
}

/** Never the default one. Its key stays taken. */
export async function removeZone({ key, isDefault }: StoredZone, now: Date): Changing<null> {
  if (isDefault) return refused("zone-default");
  const removed_at = now.toISOString();
  await writeZone(key, { removed_at, edited_at: removed_at });
  await writeCountries(now);
  return ok(null);
}

/** What a method costs in a zone beside its price. A size without an amount is not carried there. */
export type StoredRate = Readonly<{
  key: string;
  title: string;
  zone: string;
  method: string;
  small: number | null;
  large: number | null;
  twoPerson: number | null;
  extraDays: number;
  /** The only days of delivery, 1 is Monday; none: all. */
  weekdays: ReadonlyArray<string>;
}>;

export async function listStoredRates(): Promise<ReadonlyArray<StoredRate>> {
  const [zones, methods] = await Promise.all([listZoneRows(), listMethodRows()]);
  return zones.flatMap((zone) =>
    methods.flatMap((method) => {
      const rate = zoneMethodsOf(zone, methods)[method.key];
      if (!rate) return [];
      const { small = null, large = null, two_person: twoPerson = null } = rate.surcharge;
      return [
        {
          ...{ key: `${zone.key}.${method.key}`, title: `${zone.name}: ${method.name}` },
          ...{ zone: zone.key, method: method.key, small, large, twoPerson, extraDays: rate.extra_days },
          weekdays: (rate.weekdays ?? []).map(String),
        },
      ];
    }),
  );
}

export async function addRate(
  rate: StoredRate,
  now: Date,
): Promise<Result<Readonly<{ key: string; isNew: boolean }>, "rate-there">> {
  const key = `${rate.zone}.${rate.method}`;
  await lockDelivery();
  const there = (await listStoredRates()).find((one) => one.key === key);
  if (!there) {
    await writeRate(rate, now);
    return ok({ key, isNew: true });
  }
  const { key: own, title } = rate;
  const isSent = JSON.stringify({ ...rate, ...there, key: own, title }) === JSON.stringify(rate);
  return isSent ? ok({ key, isNew: false }) : refused("rate-there");
}

/** Of a size whose amount changes the amounts in further currencies go: it is not carried there until they are known. */
export async function writeRate(rate: StoredRate, now: Date, isOffered = true): Promise<null> {
  const { zone, method } = rate;
  const [row, methods] = await Promise.all([
    db().selectFrom("delivery_zones").selectAll().where("key", "=", zone).executeTakeFirstOrThrow(),
    listMethodRows(),
  ]);
  const all = zoneMethodsOf(row, methods);
  const own = zoneMethodIn(rate);
  const former: Readonly<Record<string, number | undefined>> = all[method]?.surcharge ?? own.surcharge;
  const rules = {
    ...(JSON.parse(row.rules) as object),
    methods: { ...all, [method]: isOffered ? own : null },
    prices: pricesWithout(row, method, (size) => former[size] !== own.surcharge[size]),
  };
  await writeZone(row.key, { rules: JSON.stringify(rules), edited_at: now.toISOString() });
  await bumpCatalogueVersion();
  return null;
}

function zoneMethodIn({ small, large, twoPerson, extraDays, weekdays }: StoredRate) {
  const sizes = Object.entries({ small, large, two_person: twoPerson }).flatMap(([size, minor]) =>
    minor === null ? [] : [[size, minor] as const],
  );
  const surcharge: Readonly<Record<string, number | undefined>> = Object.fromEntries(sizes);
  const days = weekdays.length > 0 ? { weekdays: weekdays.map(Number) } : {};
  return { surcharge, extra_days: extraDays, ...days };
}

function pricesWithout({ rules }: ZoneRow, method: string, isChanged: (size: string) => boolean) {
  return Object.fromEntries(
    Object.entries(zoneRulesSchema.parse(JSON.parse(rules)).prices).map(([currency, methods]) => {
      const own = methods[method];
      if (!own) return [currency, methods];
      const unchanged = Object.entries(own.surcharge).filter(([size]) => !isChanged(size));
      return [currency, { ...methods, [method]: { ...own, surcharge: Object.fromEntries(unchanged) } }];
    }),
  );
}
