import { z } from "zod";

import { db } from "#app/db/db.server.ts";
import { cachedPerVersion } from "#app/models/platform/catalogue-cache.server.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { type Money, money, moneyOrNull } from "#app/models/shared/money.ts";
import { postcodeFamily } from "#app/models/shared/postcode.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { filled, pageValues } from "#app/models/store/placeholders.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { priceListOf, type Store } from "#app/models/store/store.ts";

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

const methodRulesSchema = z.object({
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
const zoneRulesSchema = z.object({
  methods: z.union([zoneMethodsSchema, z.array(z.string())]),
  prices: z.record(zoneMethodsSchema).default({}),
  countries: z.array(z.string()).optional(),
});
const postcodesSchema = z.array(
  z.union([
    z.object({ area: z.string(), from: z.number().int().optional(), to: z.number().int().optional() }),
    z.object({ prefix: z.string() }),
  ]),
);

export const findDeliveryRules: () => Promise<DeliveryRules> = cachedPerVersion(readDeliveryRules);

async function readDeliveryRules(): Promise<DeliveryRules> {
  const [methods, zones, store] = await Promise.all([
    db().selectFrom("delivery_methods").selectAll().orderBy("position").execute(),
    db().selectFrom("delivery_zones").selectAll().orderBy("position").execute(),
    findStore(),
  ]);
  const read = methods.map((row) => readMethod(row, store));
  return {
    methods: filled(read, pageValues(store, read)),
    zones: zones.map((row) => readZone(row, store)),
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

type MethodRow = Readonly<{
  key: string;
  name: string;
  description: string;
  free_over_minor: number | null;
  rules: string;
}>;

/** The shop's own, and those proclaimed elsewhere. */
function holidaysOf({ bankHolidays: { division, days, elsewhere } }: Store): DeliveryCalendar["holidays"] {
  const lists = [{ division, days }, ...elsewhere];
  return Object.fromEntries(lists.map((list) => [list.division, list.days.map(({ date }) => date)]));
}

function readMethod(row: MethodRow, store: Store): DeliveryMethod {
  const { currency, delivery } = store;
  const rules = methodRulesSchema.parse(JSON.parse(row.rules));
  const main = { price: rules.price, free_over: row.free_over_minor };
  const { price, free_over: freeOver } = rules.prices[priceListOf(store) ?? ""] ?? main;
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

type ZoneRow = Readonly<{
  key: string;
  name: string;
  postcodes: string;
  is_default: number;
  is_excluded: number;
  rules: string;
  note: string | null;
}>;

function readZone(row: ZoneRow, store: Store): DeliveryZone {
  const { currency, country } = store;
  const rules = zoneRulesSchema.parse(JSON.parse(row.rules));
  const { countries = postcodeFamily(country) } = rules;
  const methods = rules.prices[priceListOf(store) ?? ""] ?? rules.methods;
  return {
    key: row.key,
    name: row.name,
    isDefault: row.is_default === 1,
    isExcluded: row.is_excluded === 1,
    countries,
    postcodes: postcodesSchema.parse(JSON.parse(row.postcodes)),
    methods: Array.isArray(methods)
      ? smallParcelsOnly(methods, currency)
      : readZoneMethods(methods, currency),
    note: row.note,
  };
}

/** Excluded zones get only small parcels, at the ordinary price. */
function smallParcelsOnly(methods: ReadonlyArray<string>, currency: Currency): Record<string, ZoneMethod> {
  const surcharge = { small: money(0, currency) };
  return Object.fromEntries(methods.map((key) => [key, { surcharge, extraDays: 0 }]));
}

function readZoneMethods(
  methods: Readonly<Record<string, z.infer<typeof zoneMethodSchema> | null>>,
  currency: Currency,
): Record<string, ZoneMethod | null> {
  return Object.fromEntries(
    Object.entries(methods).map(([key, method]) => [
      key,
      method && {
        surcharge: byClass(method.surcharge, currency),
        extraDays: method.extra_days,
        ...(method.weekdays ? { weekdays: method.weekdays } : {}),
      },
    ]),
  );
}

function byClass(
  amounts: z.infer<typeof byClassSchema>,
  currency: Currency,
): Partial<Record<DeliveryClass, Money>> {
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
