import type { Selectable } from "kysely";
import { z } from "zod";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { cachedPerVersion } from "#app/models/platform/catalogue-cache.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { type Money, money, moneyOrNull } from "#app/models/shared/money.ts";
import { postcodeFamily } from "#app/models/shared/postcode.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { filled, pageValues } from "#app/models/store/placeholders.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { priceListOf, type Store } from "#app/models/store/store.ts";

import { closureNotice } from "./closure-notice.ts";
import type { DeliveryCalendar } from "./delivery-estimate.ts";
import type { DeliveryMethod, DeliveryRules } from "./shipping.ts";
import type { DeliveryZone, ZoneMethod } from "./zone.ts";

const byClassSchema = z.object({
  small: z.number().int().nonnegative().optional(),
  large: z.number().int().nonnegative().optional(),
  two_person: z.number().int().nonnegative().optional(),
});
const daysSchema = z.object({ min: z.number().int().nonnegative(), max: z.number().int().nonnegative() });

const weekdaysSchema = z.array(z.number().int().min(1).max(7));
const BOOKABLE_DAYS = 60;

export const methodRulesSchema = z.object({
  price: byClassSchema,
  handling_days: daysSchema,
  transit_days: daysSchema,
  cutoff: z.string().regex(/^\d\d:\d\d$/),
  bookable_day: z.boolean().default(false),
  bookable_from_working_days: z.number().int().nonnegative().default(0),
  bookable_until_days: z.number().int().nonnegative().default(BOOKABLE_DAYS),
  bookable_weekdays: weekdaysSchema.optional(),
  bookable_per_day: z.number().int().positive().optional(),
  prices: z.record(z.object({ price: byClassSchema, free_over: z.number().nullable() })).default({}),
});

const zoneMethodSchema = z.object({
  surcharge: byClassSchema,
  extra_days: z.number().int().nonnegative(),
  weekdays: weekdaysSchema.optional(),
});
const zoneMethodsSchema = z.record(zoneMethodSchema.nullable());
export const zoneRulesSchema = z.object({
  methods: z.union([zoneMethodsSchema, z.array(z.string())]),
  prices: z.record(zoneMethodsSchema).default({}),
  countries: z.array(z.string()).optional(),
});
export const postcodesSchema = z.array(
  z.union([
    z.object({ area: z.string(), from: z.number().int().optional(), to: z.number().int().optional() }),
    z.object({ prefix: z.string() }),
  ]),
);

export const findDeliveryRules: () => Promise<DeliveryRules> = cachedPerVersion(() =>
  readDeliveryRules((row) => row.removed_at === null && row.is_enabled === 1),
);

/** With methods that are switched off or removed: orders still go by them. */
export const findRulesOfOrders: () => Promise<DeliveryRules> = cachedPerVersion(() =>
  readDeliveryRules(() => true),
);

/** Until the transaction ends nobody else changes methods or zones: one is always offered, and zones decide together. */
export async function lockDelivery(): Promise<void> {
  await bumpCatalogueVersion([]);
}

/** What every page says of days on which the shop is closed. */
export async function findClosureNotice({ closures }: Store, now: Date): Promise<string | null> {
  return closures.length === 0 ? null : closureNotice((await findDeliveryRules()).calendar, now);
}

async function readDeliveryRules(isOffered: (row: MethodRow) => boolean): Promise<DeliveryRules> {
  const [rows, zones, store] = await Promise.all([
    db().selectFrom("delivery_methods").selectAll().orderBy("position").orderBy("key").execute(),
    listZoneRows(),
    findStore(),
  ]);
  const offered = rows.filter(isOffered);
  const read = offered.map((row) => readMethod(row, store));
  return {
    methods: filled(read, pageValues(store, read)),
    zones: zones.map((row) => readZone(row, offered, store)),
    country: store.country,
    taxRates: store.tax.rates,
    currency: store.currency,
    locale: store.locale,
    calendar: {
      timeZone: store.timeZone,
      workingDays: store.delivery.workingDays,
      division: store.bankHolidays.division,
      holidays: holidaysOf(store),
      earlyClosings: store.bankHolidays.alsoClosed.map(({ monthDay, from }) => ({ monthDay, from })),
      closures: store.closures,
    },
    classNames: classNames(store),
  };
}

/** What stands for the placeholders of pages, in the market of the visitor. */
export const findPageValues = cachedPerVersion(async () => {
  const { methods, zones } = await findDeliveryRules();
  return pageValues(await findStore(), methods, zones);
});

export type MethodRow = Selectable<Database["delivery_methods"]>;

/** In the order in which they are offered, with those that are switched off. */
export function listMethodRows(): Promise<Array<MethodRow>> {
  return db()
    .selectFrom("delivery_methods")
    .selectAll()
    .where("removed_at", "is", null)
    .orderBy("position")
    .orderBy("key")
    .execute();
}

/** In the order in which they are looked through for a postcode. */
export function listZoneRows(): Promise<Array<ZoneRow>> {
  return db()
    .selectFrom("delivery_zones")
    .selectAll()
    .where("removed_at", "is", null)
    .orderBy("position")
    .orderBy("key")
    .execute();
}

/** The shop's own, and those proclaimed elsewhere. */
function holidaysOf({ bankHolidays: { division, days, elsewhere } }: Store): DeliveryCalendar["holidays"] {
  const lists = [{ division, days }, ...elsewhere];
  return Object.fromEntries(lists.map((list) => [list.division, list.days.map(({ date }) => date)]));
}

function readMethod(row: MethodRow, store: Store): DeliveryMethod {
  const { currency, delivery } = store;
  const rules = methodRulesSchema.parse(JSON.parse(row.rules));
  const { price, free_over: freeOver } = pricesIn(rules, row.free_over_minor, priceListOf(store));
  return {
    key: row.key,
    name: row.name,
    description: row.description,
    freeOver: moneyOrNull(freeOver, currency),
    price: byClass(price, currency),
    handling: rules.handling_days,
    transit: rules.transit_days,
    cutoff: rules.cutoff,
    booking: rules.bookable_day
      ? {
          fromWorkingDays: rules.bookable_from_working_days,
          untilDays: rules.bookable_until_days,
          weekdays: rules.bookable_weekdays ?? delivery.workingDays,
          perDay: rules.bookable_per_day ?? null,
        }
      : null,
  };
}

type Amounts = z.infer<typeof byClassSchema>;

/** Of the sizes that `main` has. Without prices in a further currency only what is free is offered there. */
function inList(main: Amounts, list: Amounts | undefined): Amounts {
  const known = Object.entries(main).map(([size, minor]) => {
    const own = list?.[size as DeliveryClass];
    return [size, own ?? (minor === 0 ? 0 : undefined)] as const;
  });
  return Object.fromEntries(known.filter(([, minor]) => minor !== undefined));
}

function pricesIn(
  { price, prices }: z.infer<typeof methodRulesSchema>,
  freeOver: number | null,
  list: Currency | null,
) {
  if (list === null) return { price, free_over: freeOver };
  const own = prices[list];
  return { price: inList(price, own?.price), free_over: own?.free_over ?? (freeOver === 0 ? 0 : null) };
}

export type ZoneRow = Selectable<Database["delivery_zones"]>;
type ZoneMethods = Readonly<Record<string, z.infer<typeof zoneMethodSchema> | null>>;

/**
 * In the shop's own currency. Excluded zones of the catalogue name methods alone: small parcels, at the ordinary price. A
 * method that the desk has made is offered in the default zone unless it says otherwise.
 */
export function zoneMethodsOf(
  row: Pick<ZoneRow, "rules" | "is_default">,
  offered: ReadonlyArray<MethodRow>,
): ZoneMethods {
  const { methods } = zoneRulesSchema.parse(JSON.parse(row.rules));
  const free = (key: string, sizes: ReadonlyArray<string>) =>
    [key, { surcharge: Object.fromEntries(sizes.map((size) => [size, 0])), extra_days: 0 }] as const;
  if (Array.isArray(methods)) return Object.fromEntries(methods.map((key) => free(key, ["small"])));
  const made = offered.filter((method) => row.is_default === 1 && method.created_by === "desk");
  const sizesOf = ({ rules }: MethodRow) => Object.keys(methodRulesSchema.parse(JSON.parse(rules)).price);
  return { ...Object.fromEntries(made.map((method) => free(method.key, sizesOf(method)))), ...methods };
}

function readZone(row: ZoneRow, offered: ReadonlyArray<MethodRow>, store: Store): DeliveryZone {
  const { currency, country } = store;
  const rules = zoneRulesSchema.parse(JSON.parse(row.rules));
  const isRest = row.is_excluded === 1 && row.postcodes === "[]";
  const { countries = isRest ? [] : postcodeFamily(country) } = rules;
  const list = priceListOf(store);
  return {
    key: row.key,
    name: row.name,
    isDefault: row.is_default === 1,
    isExcluded: row.is_excluded === 1,
    countries,
    postcodes: postcodesSchema.parse(JSON.parse(row.postcodes)),
    methods: readZoneMethods(zoneMethodsOf(row, offered), {
      currency,
      surcharges: list === null ? null : (rules.prices[list] ?? {}),
    }),
    note: row.note,
  };
}

type InCurrency = Readonly<{
  currency: Currency;
  /** Of a further currency; null: of the shop's own. */
  surcharges: ZoneMethods | null;
}>;

function readZoneMethods(
  methods: ZoneMethods,
  { currency, surcharges }: InCurrency,
): Record<string, ZoneMethod | null> {
  const surchargeOf = (key: string, own: Amounts) =>
    surcharges === null ? own : inList(own, surcharges[key]?.surcharge);
  return Object.fromEntries(
    Object.entries(methods).map(([key, method]) => [
      key,
      method && {
        surcharge: byClass(surchargeOf(key, method.surcharge), currency),
        extraDays: method.extra_days,
        ...(method.weekdays ? { weekdays: method.weekdays } : {}),
      },
    ]),
  );
}

function byClass(amounts: Amounts, currency: Currency): Partial<Record<DeliveryClass, Money>> {
  const { small, large, two_person } = amounts;
  return {
    ...(small === undefined ? {} : { small: money(small, currency) }),
    ...(large === undefined ? {} : { large: money(large, currency) }),
    ...(two_person === undefined ? {} : { two_person: money(two_person, currency) }),
  };
}

function classNames(store: Store): Partial<Record<DeliveryClass, string>> {
  const name = (key: DeliveryClass) => store.delivery.classes.find((each) => each.key === key)?.name;
  return { small: name("small"), large: name("large"), two_person: name("two_person") };
}
