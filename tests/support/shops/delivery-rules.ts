/** The delivery rules of the demo shop, straight from its settings file: for tests that need no database. */
import { readFileSync } from "node:fs";

import { type Money, money } from "#app/models/shared/money.ts";
import type { DeliveryRules } from "#app/models/shipping/shipping.ts";
import type { PostcodeRange, ZoneMethod } from "#app/models/shipping/zone.ts";
import type { Division } from "#app/models/store/bank-holidays.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { filled, pageValues } from "#app/models/store/placeholders.ts";
import { demoStore } from "#tests/support/shops/store.ts";

type ByClass = Readonly<Record<string, number>>;
type SourceMethod = Readonly<{ surcharge: ByClass; extra_days: number; weekdays?: Array<number> }> | null;
type Source = Readonly<{
  delivery: Readonly<{
    working_days: Array<number>;
    classes: Array<{ key: string; name: string }>;
    methods: Array<{
      key: string;
      name: string;
      description: string;
      free_over: number | null;
      price: ByClass;
      handling_days: { min: number; max: number };
      transit_days: { min: number; max: number };
      cutoff: string;
      bookable_day: boolean;
      bookable_from_working_days?: number;
      bookable_until_days?: number;
      bookable_weekdays?: Array<number>;
      bookable_per_day?: number;
    }>;
    zones: Array<{
      key: string;
      name: string;
      is_default?: boolean;
      postcodes: Array<PostcodeRange>;
      methods: Record<string, SourceMethod>;
      note: string | null;
    }>;
    excluded: Array<{
      key: string;
      name: string;
      postcodes?: Array<PostcodeRange>;
      methods?: Array<string>;
      note: string;
    }>;
  }>;
  bank_holidays: Readonly<{
    division: Division;
    days: Array<{ date: string }>;
    elsewhere: Array<{ division: Division; days: Array<{ date: string }> }>;
    also_closed: Array<{ month_day: string; from: string }>;
  }>;
}>;

const store = JSON.parse(readFileSync("content/catalogue/store.json", "utf8")) as Source;

const methods: DeliveryRules["methods"] = store.delivery.methods.map((method) => ({
  key: method.key,
  name: method.name,
  description: method.description,
  freeOver: method.free_over === null ? null : pounds(method.free_over),
  price: byClass(method.price),
  handling: method.handling_days,
  transit: method.transit_days,
  cutoff: method.cutoff,
  booking: method.bookable_day
    ? {
        fromWorkingDays: method.bookable_from_working_days!,
        untilDays: method.bookable_until_days!,
        weekdays: method.bookable_weekdays!,
        perDay: method.bookable_per_day ?? null,
      }
    : null,
}));

export const demoDeliveryRules: DeliveryRules = {
  currency: "GBP",
  locale: "en-GB",
  country: "GB",
  taxRates: {},
  methods: filled(methods, pageValues(demoStore, methods)),
  zones: [
    ...store.delivery.zones.map((zone) => ({
      key: zone.key,
      name: zone.name,
      isDefault: zone.is_default === true,
      isExcluded: false,
      countries: ["GB", "IM", "JE", "GG"],
      postcodes: zone.postcodes,
      methods: Object.fromEntries(
        Object.entries(zone.methods).map(([key, method]) => [key, zoneMethod(method)]),
      ),
      note: zone.note,
    })),
    ...store.delivery.excluded.map((zone) => ({
      key: zone.key,
      name: zone.name,
      isDefault: false,
      isExcluded: true,
      // Without postcodes it stands for all other countries.
      countries: zone.postcodes ? ["GB", "IM", "JE", "GG"] : [],
      postcodes: zone.postcodes ?? [],
      methods: Object.fromEntries(
        (zone.methods ?? []).map((key) => [key, { surcharge: { small: money(0, "GBP") }, extraDays: 0 }]),
      ),
      note: zone.note,
    })),
  ],
  calendar: {
    timeZone: "Europe/London",
    workingDays: store.delivery.working_days,
    division: store.bank_holidays.division,
    holidays: Object.fromEntries(
      [store.bank_holidays, ...store.bank_holidays.elsewhere].map((list) => [
        list.division,
        list.days.map(({ date }) => date),
      ]),
    ),
    earlyClosings: store.bank_holidays.also_closed.map((each) => ({
      monthDay: each.month_day,
      from: each.from,
    })),
    closures: [],
  },
  classNames: Object.fromEntries(store.delivery.classes.map(({ key, name }) => [key, name])),
};

export function pounds(amount: number): Money {
  return money(Math.round(amount * 100), "GBP");
}

function zoneMethod(method: SourceMethod): ZoneMethod | null {
  if (!method) return null;
  const { surcharge, extra_days: extraDays, weekdays } = method;
  return { surcharge: byClass(surcharge), extraDays, ...(weekdays ? { weekdays } : {}) };
}

function byClass(amounts: ByClass): Partial<Record<DeliveryClass, Money>> {
  return Object.fromEntries(Object.entries(amounts).map(([key, amount]) => [key, pounds(amount)]));
}
