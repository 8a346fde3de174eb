import type { SettingInput } from "#app/components/desk/settings-page.tsx";
import type { SettingReminder } from "#app/models/desk/setting-reminders.server.ts";
import { type Day, dayText } from "#app/models/shared/local-date.ts";
import type { PriceFormat } from "#app/models/shared/typed-amount.ts";
import { settingMark } from "#app/models/store/editing/change-settings.server.ts";
import type { SettingField, SettingGroup, SettingValues } from "#app/models/store/editing/setting-fields.ts";
import {
  readSetting,
  settingInput,
  settingText,
  weekdayName,
} from "#app/models/store/editing/setting-form.ts";

export const GROUP_TITLES: Readonly<Record<SettingGroup, string>> = {
  shop: "The shop",
  look: "Colours",
  company: "The company",
  contact: "Contact and hours",
  delivery: "Delivery",
  returns: "Returns",
  gifts: "Gifts",
  stock: "Stock",
};

export const GROUP_SUMMARIES: Readonly<Record<SettingGroup, string>> = {
  shop: "Its name, and the texts of the home page and for search engines.",
  look: "The colours of its pages, and of the browser around them.",
  company: "Its legal name, address and numbers, as the law asks for them.",
  contact: "Phone, email addresses, opening hours, and the days by which messages are answered.",
  delivery: "The days on which parcels leave, until when, prices and free delivery.",
  returns: "The days to change one’s mind, what a return costs and what cannot be returned.",
  gifts: "What gift wrapping costs, and how long a gift message may be.",
  stock: "When a product counts as low, new or back in stock.",
};

export const GROUP_PLACES: Readonly<Record<SettingGroup, ReadonlyArray<string>>> = {
  shop: ["Head and foot of every page", "The home page, and what search engines show of it"],
  look: [
    "Every page, with darker, paler and quieter colours mixed from the four",
    "Emails, the logo and photographs keep their colours, and so do the pale panels",
  ],
  company: [
    "The foot of every page, Contact us, and the legal pages by their placeholders",
    "Emails, invoices, slips and the cancellation form, also those of earlier orders",
    "The country is that of the catalogue’s store.json",
  ],
  contact: [
    "Contact us, and the foot of every page",
    "Emails",
    "The day by which messages are due at the desk",
  ],
  delivery: [
    "Every product, basket and checkout",
    "Emails about orders, and shopping feeds",
    "Anyone at the checkout confirms a changed price before they pay",
    "Pages, and the promises on top of every page, by their placeholders (docs/desk.md). Charges for islands stand in the page Delivery and returns as text",
  ],
  returns: [
    "Products, emails and the return form",
    "Pages, and the promises on top of every page, by their placeholders (docs/desk.md)",
  ],
  gifts: ["Basket and checkout"],
  stock: ["Cards and products", "The list of low stock at the desk"],
};

/** Their changes are shown, old beside new, before they are saved. */
export function isChecked(group: SettingGroup): boolean {
  return ["delivery", "returns", "gifts"].includes(group);
}

/** `changes`: what a setting was, and what it becomes. */
export function changeLines(
  fields: ReadonlyArray<SettingField>,
  changes: Readonly<Record<string, readonly [before: string, after: string]>>,
  format: PriceFormat,
) {
  return fields.flatMap((field) => {
    const [before, after] = changes[field.name] ?? ["", ""];
    if (before === after) return [];
    return [
      {
        label: field.label,
        before: settingText(field, before, format),
        after: settingText(field, after, format),
      },
    ];
  });
}

/** "From Saturday 12 December, “Standard delivery: parcel” should be £4.95. Change it on that day." */
export function reminderText(
  { values, day }: SettingReminder,
  fields: ReadonlyArray<SettingField>,
  { format, today, now }: Readonly<{ format: PriceFormat; today: Day; now: Date }>,
): string {
  const changes = fields.flatMap((field) => {
    const value = values[field.name];
    return value === undefined ? [] : [`“${field.label}” should be ${settingText(field, value, format)}`];
  });
  const [since, when] = day > today ? ["From", "on that day"] : ["Since", "now"];
  const what = changes.length === 1 ? "it" : "them";
  return `${since} ${dayText(day, now)}, ${changes.join(" and ")}. Change ${what} ${when}.`;
}

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

const dayInput = (name: string, day: number) => `${name}-${day}`;

export function settingInputs(
  fields: ReadonlyArray<SettingField>,
  values: SettingValues,
  format: PriceFormat,
): Readonly<{ inputs: ReadonlyArray<SettingInput>; marks: Readonly<Record<string, string>> }> {
  return {
    inputs: fields.map((field) => {
      const { name, label, part = null, kind, hint = null, choices = null } = field;
      const value = values[name] ?? "";
      const days =
        kind === "weekdays"
          ? DAYS.map((day) => ({
              name: dayInput(name, day),
              label: weekdayName(day),
              isOn: value.split(" ").includes(String(day)),
            }))
          : null;
      return { name, label, part, kind, hint, days, choices, value: settingInput(field, value, format) };
    }),
    marks: Object.fromEntries(fields.map(({ name }) => [`was-${name}`, settingMark(values[name] ?? "")])),
  };
}

type Typed = Readonly<{
  values: SettingValues;
  errors: Readonly<Record<string, string>>;
  marks: Readonly<Record<string, string>>;
  inputs: Readonly<Record<string, string>>;
}>;

/** A field without its mark was not on the form. */
export function readSettingInputs(
  fields: ReadonlyArray<SettingField>,
  sent: Readonly<Record<string, string>>,
  format: PriceFormat,
): Typed {
  const values: Record<string, string> = {};
  const errors: Record<string, string> = {};
  const marks: Record<string, string> = {};
  for (const field of fields) {
    const mark = sent[`was-${field.name}`];
    if (mark === undefined) continue;
    marks[field.name] = mark;
    const read = readSetting(field, textIn(field, sent), format);
    if ("error" in read) errors[field.name] = read.error;
    else values[field.name] = read.value;
  }
  return { values, errors, marks, inputs: sent };
}

function textIn({ name, kind }: SettingField, sent: Readonly<Record<string, string>>): string {
  if (kind !== "weekdays") return sent[name] ?? "";
  return DAYS.filter((day) => sent[dayInput(name, day)] !== undefined).join(" ");
}
