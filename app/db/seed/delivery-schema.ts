import { z } from "zod";

import type { Currency } from "#app/models/shared/currency.ts";
import { priceSchema } from "#app/models/shared/decimal.ts";

import { isCountryCode } from "#app/models/store/country.ts";
import { DELIVERY_CLASSES } from "#app/models/store/delivery-class.ts";
import { placedText } from "#app/models/store/placeholders.ts";

import { slug, text, whole } from "./schema-parts.ts";

const key = z.string().regex(/^[a-z][a-z0-9_]*$/, "must be small letters, digits and _");
type PriceSchema = ReturnType<typeof priceSchema>;
const priceByClass = (price: PriceSchema) => z.record(z.enum(DELIVERY_CLASSES), price);
const dayRange = z
  .object({ min: whole, max: whole })
  .refine(({ min, max }) => min <= max, "min must not be above max");

const weekdays = z.array(z.number().int().min(1).max(7)).min(1, "must name a day");

const methodSchema = (price: PriceSchema) =>
  z.object({
    key,
    name: text,
    service: text,
    description: placedText("page"),
    price: priceByClass(price),
    free_over: price.nullable(),
    handling_days: dayRange,
    transit_days: dayRange,
    cutoff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 14:00"),
    bookable_day: z.boolean(),
    bookable_from_working_days: whole.optional(),
    bookable_until_days: whole.optional(),
    bookable_weekdays: weekdays.optional(),
    bookable_per_day: whole.refine((count) => count > 0, "must not be 0").optional(),
    feed: text.nullable(),
  });

const countries = z
  .array(z.string().refine(isCountryCode, "must be the code of a country, such as GB"))
  .min(1, "must name a country")
  .optional();

const britishRange = z
  .object({
    area: z.string().regex(/^[A-Z]{1,2}$/, "must be one or two capital letters"),
    from: whole.optional(),
    to: whole.optional(),
  })
  .refine(
    ({ from, to }) => (from === undefined) === (to === undefined),
    "must have both from and to, or neither",
  );
const beginning = z
  .object({
    prefix: z.string().regex(/^[A-Z0-9]{1,10}$/, "must be the first letters and digits of postcodes"),
  })
  .strict();
const postcodes = z.array(z.union([beginning, britishRange]));

const zoneSchema = (price: PriceSchema) =>
  z.object({
    key,
    name: text,
    countries,
    postcodes,
    is_default: z.boolean().default(false),
    methods: z
      .record(
        key,
        z
          .object({ surcharge: priceByClass(price), extra_days: whole, weekdays: weekdays.optional() })
          .nullable(),
      )
      .refine((methods) => Object.values(methods).some(Boolean), "must name a method with its prices"),
    note: text.nullable(),
  });

const excludedSchema = z.object({
  key,
  name: text,
  countries,
  postcodes: postcodes.default([]),
  methods: z.array(key).default([]),
  note: text.nullable(),
});

export function deliverySchema(currency: Currency) {
  const price = priceSchema(currency);
  return z.object({
    methods: z.array(methodSchema(price)).min(1, "must not be empty"),
    zones: z
      .array(zoneSchema(price))
      .refine(
        (zones) => zones.filter((zone) => zone.is_default).length === 1,
        "exactly one zone must be the default",
      ),
    excluded: z.array(excludedSchema),
  });
}

const partId = z.string().regex(/^[A-Za-z0-9-]+$/, "must be letters, digits and hyphens");

export function compatibilitySchema(currency: Currency) {
  const price = priceSchema(currency);
  const sold = { id: partId, sku: text, name: text, price, included_with: z.array(slug) };
  return z.object({
    chassis: z.array(z.object({ product: slug, name: text, mount: text })),
    carrycots: z.array(z.object(sold).passthrough()),
    car_seats: z.array(z.object({ id: partId, family: text, name: text }).passthrough()),
    adapters: z.array(z.object({ ...sold, fits_chassis: z.array(slug) })),
    matrix: z.array(
      z
        .object({
          chassis: slug,
          item_type: z.enum(["carrycot", "car_seat"]),
          item: partId,
          result: z.enum(["fits", "adapter", "no"]),
          adapter: partId.nullable(),
          note: text.nullable(),
        })
        .refine(({ result, adapter }) => (result === "adapter") === (adapter !== null), {
          path: ["adapter"],
          message: "must be named when, and only when, the result is adapter",
        }),
    ),
  });
}

export type CatalogueDelivery = z.infer<ReturnType<typeof deliverySchema>>;
export type CatalogueCompatibility = z.infer<ReturnType<typeof compatibilitySchema>>;
