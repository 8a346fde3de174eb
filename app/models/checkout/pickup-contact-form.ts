import { z } from "zod";

import { personNameSchema, normalisePhone, phoneProblem } from "#app/models/customer/address-form.ts";
import { type Address, PHONE_MAX } from "#app/models/customer/address.ts";
import { lineSchema } from "#app/models/shared/text-field.ts";
import { countryName } from "#app/models/store/country.ts";

export const COLLECTOR_FIELDS = ["collector_first_name", "collector_last_name", "collector_phone"] as const;

const COUNTRY = "GB";

type Values = Readonly<Record<string, string>>;
export type ReadRecipient = Readonly<{ ok: true; value: Address }> | Readonly<{ ok: false; errors: Values }>;

const collectorSchema = z.object({
  collector_first_name: personNameSchema("Enter the first name of the person collecting"),
  collector_last_name: personNameSchema("Enter the last name of the person collecting"),
  collector_phone: lineSchema(PHONE_MAX)
    .transform((text) => normalisePhone(text))
    .superRefine((phone, context) => {
      const message = phoneProblem(phone, "billing");
      if (message) context.addIssue({ code: "custom", message });
    }),
});

/** The person as an address without a place. The name of a delivery address counts too. */
export function readCollector(values: Values): ReadRecipient {
  const typed = COLLECTOR_FIELDS.map((field) => [
    field,
    values[field] || (values[field.replace("collector", "delivery")] ?? ""),
  ]);
  const read = collectorSchema.safeParse(Object.fromEntries(typed));
  if (!read.success) return { ok: false, errors: firstMessages(read.error) };
  const { collector_first_name, collector_last_name, collector_phone } = read.data;
  return {
    ok: true,
    value: {
      first_name: collector_first_name,
      last_name: collector_last_name,
      company: "",
      address1: "",
      address2: "",
      city: "",
      country: countryName(COUNTRY),
      country_code: COUNTRY,
      phone: collector_phone,
      postal_code: "",
    },
  };
}

export function collectorValues({ first_name, last_name, phone }: Address): Values {
  return { collector_first_name: first_name, collector_last_name: last_name, collector_phone: phone };
}

function firstMessages(error: z.ZodError): Values {
  const first: Record<string, string> = {};
  for (const issue of error.issues) first[String(issue.path[0])] ??= issue.message;
  return first;
}
