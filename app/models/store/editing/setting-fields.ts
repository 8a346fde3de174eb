import { type Currency, currencyDigits } from "#app/models/shared/currency.ts";
import { decimalOf, wholeUnits } from "#app/models/shared/decimal.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import { type ThemePart, USUAL_THEME } from "#app/models/store/theme.ts";

export const SETTING_GROUPS = [
  "shop",
  "look",
  "company",
  "contact",
  "delivery",
  "returns",
  "gifts",
  "stock",
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

/**
 * "days": a whole number; "amount": minor units of the shop's own currency (empty for never, where the setting may be
 * empty); "time": 14:00; "weekdays": numbers from Monday (1 2 3); "closed": a day and a time a line (12-24 13:00
 * Christmas Eve); "lines": one text a line; "choice": one of `choices`; "colour": #1f4b3c (empty for the usual one, where
 * it may be).
 */
export type SettingKind =
  "text" | "long" | "lines" | "days" | "amount" | "time" | "weekdays" | "closed" | "choice" | "colour";

export type SettingField = Readonly<{
  /** Name of the input, and of the setting in the command. */
  name: string;
  group: SettingGroup;
  label: string;
  part?: Readonly<{ title: string; label: string }>;
  kind: SettingKind;
  mayBeEmpty?: boolean;
  hint?: string;
  /** The first holds in a shop that has stored none. */
  choices?: Readonly<Record<string, string>>;
  /** A row of the settings, or "method" and the key of a way of delivery; then the way into it. */
  at: readonly [row: string, ...path: ReadonlyArray<string>];
}>;

export type SettingValues = Readonly<Record<string, string>>;

export type SettingRows = Readonly<{
  settings: Readonly<Record<string, unknown>>;
  methods: Readonly<Record<string, unknown>>;
  currency: Currency;
}>;

const METHOD = "method";

type Row = readonly [
  name: string,
  label: string,
  kind: SettingKind,
  at: SettingField["at"],
  more?: Pick<SettingField, "mayBeEmpty" | "hint" | "choices">,
];

const EMPTY = { mayBeEmpty: true } as const;

const RETURN_PRICE = {
  ...EMPTY,
  hint: "Empty: customers pay the postage. An amount, or 0 for free: you pay it, so what is sent to your address has to be paid for (Freepost, for example).",
};

/** Its name in the form and in the command. */
export function themeSetting(part: ThemePart): string {
  return `${part}-colour`;
}

function themeRow(part: ThemePart, label: string, use: string): Row {
  const hint = `${use} Empty: ${USUAL_THEME[part]}, the usual one.`;
  return [themeSetting(part), label, "colour", ["settings", "theme", part], { ...EMPTY, hint }];
}

const FIXED: Readonly<Record<SettingGroup, ReadonlyArray<Row>>> = {
  shop: [
    ["shop-name", "Name of the shop", "text", ["settings", "store_name"]],
    ["strapline", "Line under the name", "text", ["settings", "store_strapline"]],
    ["about", "About the shop, in a sentence or two", "long", ["settings", "description"]],
    ["page-title", "Title of the home page", "text", ["settings", "page_title"]],
    ["meta-description", "Description for search engines", "long", ["settings", "meta_description"]],
    [
      "demo-notice",
      "Notice on top of every page",
      "text",
      ["settings", "demo_notice"],
      { ...EMPTY, hint: "Leave it empty for none." },
    ],
    [
      "brands-not-sold",
      "Brands that shoppers look for and you do not sell",
      "lines",
      ["settings", "brands_not_sold"],
      {
        ...EMPTY,
        hint: "One a line, and after a colon what the search shows instead, such as Maxi-Cosi: car seat.",
      },
    ],
  ],
  look: [
    themeRow("action", "Action colour", "Buttons and links, such as #1f4b3c."),
    themeRow("sale", "Sale colour", "Reduced prices and errors."),
    themeRow("page", "Page background", "Cards and lines are mixed from it."),
    themeRow("text", "Text colour", "Quieter text is mixed from it."),
    [
      "browser-colour",
      "Colour of the browser’s own bar",
      "colour",
      ["settings", "theme_colour"],
      { hint: "On phones, around the page." },
    ],
    ["loading-colour", "Colour of the loading bar", "colour", ["settings", "loading_bar_colour"]],
  ],
  company: [
    [
      "legal-name",
      "Legal name",
      "text",
      ["company", "legal_name"],
      { hint: "On invoices, slips, emails and the cancellation form." },
    ],
    [
      "registration",
      "How it is registered",
      "text",
      ["company", "registration"],
      { hint: "Such as Registered in England and Wales, number 01234567." },
    ],
    ["company-number", "Company number", "text", ["company", "company_number"]],
    ["vat-number", "VAT number", "text", ["company", "vat_number"], { ...EMPTY, hint: "Empty: none." }],
    ["company-name", "Name in the address", "text", ["company", "address", "company"]],
    ["company-address1", "Address line 1", "text", ["company", "address", "address1"]],
    ["company-address2", "Address line 2", "text", ["company", "address", "address2"], EMPTY],
    ["company-city", "Town or city", "text", ["company", "address", "city"]],
    ["company-county", "County", "text", ["company", "address", "county"], EMPTY],
    ["company-postcode", "Postcode", "text", ["company", "address", "postal_code"]],
  ],
  contact: [
    ["phone", "Phone, as shoppers read it", "text", ["contact", "phone"]],
    [
      "phone-international",
      "Phone, as it is dialled",
      "text",
      ["contact", "phone_e164"],
      { hint: "Such as +441632960184." },
    ],
    ["email", "Email for questions and orders", "text", ["contact", "email"]],
    ["repairs-email", "Email for repairs and spare parts", "text", ["contact", "repairs_email"]],
    ["privacy-email", "Email for personal data", "text", ["contact", "privacy_email"]],
    ["safety-email", "Email for safety", "text", ["contact", "safety_email"]],
    [
      "order-emails",
      "Email to you about new orders",
      "choice",
      ["contact", "order_emails"],
      { choices: { each: "For each order", daily: "One a day, just after midnight", none: "None" } },
    ],
    [
      "keep-messages",
      "Words of messages",
      "choice",
      ["contact", "keeps_messages"],
      {
        choices: { off: "In the mailbox alone", on: "At the desk too, until 90 days after the answer" },
        hint: "Say so in your privacy notice first: 2 years at most. Turned off, the words here go within minutes.",
      },
    ],
    ["reply-days", "Answers within, working days", "days", ["contact", "reply_within_working_days"]],
    ["bank-holidays-text", "On bank holidays", "text", ["contact", "bank_holidays"]],
    [
      "closed",
      "Closed early",
      "closed",
      ["bank_holidays", "also_closed"],
      {
        ...EMPTY,
        hint: "One a line: month and day, the time from which you are closed, and why. Such as 12-24 13:00 Christmas Eve. Bank holidays are known already.",
      },
    ],
  ],
  delivery: [
    ["working-days", "Days on which parcels leave", "weekdays", ["delivery", "working_days"]],
    [
      "free-over",
      "Standard delivery is free from",
      "amount",
      ["delivery", "free_standard_over"],
      { ...EMPTY, hint: "Leave it empty for never." },
    ],
    [
      "free-note",
      "How free delivery is explained",
      "long",
      ["delivery", "free_standard_note"],
      { hint: "{{free_from}} stands for the amount." },
    ],
    ["mixed-orders", "How mixed orders are explained", "long", ["delivery", "mixed_orders"]],
  ],
  returns: [
    [
      "return-days",
      "Days to change one’s mind",
      "days",
      ["returns", "our_returns_days"],
      {
        hint: "Never fewer than the law gives. Orders already placed keep the days that they were promised.",
      },
    ],
    ["return-small", "Taken off for a small parcel", "amount", ["returns", "price", "small"], RETURN_PRICE],
    ["return-large", "Taken off for a large parcel", "amount", ["returns", "price", "large"], RETURN_PRICE],
    ["return-two-person", "Taken off for a collection", "amount", ["returns", "price", "two_person"]],
    [
      "return-exceptions",
      "What cannot be returned",
      "lines",
      ["returns", "exceptions"],
      { ...EMPTY, hint: "One a line." },
    ],
    ["faulty", "Faulty goods", "long", ["returns", "faulty"]],
  ],
  gifts: [
    ["wrap-fee", "Gift wrapping, an item", "amount", ["gift", "wrap_fee"]],
    ["wrap-free-over", "Wrapping is free from", "amount", ["gift", "wrap_free_over"]],
    [
      "wrap-note",
      "How wrapping is explained",
      "long",
      ["gift", "wrap_fee_note"],
      { hint: "{{wrap_free_from}} stands for the amount." },
    ],
    ["message-length", "Longest gift message, characters", "days", ["gift", "message_max_characters"]],
  ],
  stock: [
    [
      "low-stock",
      "“Only a few left” from, units",
      "days",
      ["settings", "low_stock_threshold"],
      { hint: "Products with so many or fewer are on the list of low stock as well." },
    ],
    ["new-days", "“New” for, days", "days", ["settings", "new_in_days"]],
    ["new-week-days", "“New this week” for, days", "days", ["settings", "new_this_week_days"]],
    ["back-days", "“Back in stock” for, days", "days", ["settings", "back_in_stock_days"]],
  ],
};

const CLASS_LABELS: Readonly<Record<string, string>> = {
  small: "parcel",
  large: "large parcel",
  two_person: "two people",
};

export function settingFields({ settings, methods }: SettingRows): ReadonlyArray<SettingField> {
  return SETTING_GROUPS.flatMap((group) => [
    ...FIXED[group].map(([name, label, kind, at, more]) => ({ group, name, label, kind, at, ...more })),
    ...(group === "contact" ? openingFields(settings) : []),
    ...(group === "delivery" ? Object.entries(methods).flatMap(methodFields) : []),
  ]);
}

function openingFields(settings: SettingRows["settings"]): ReadonlyArray<SettingField> {
  const hours = valueAt(settings, ["contact", "opening_hours"]);
  if (!Array.isArray(hours)) return [];
  return hours.flatMap((row: unknown, index): ReadonlyArray<SettingField> => {
    const days = valueAt(row, ["days"]);
    const what =
      Array.isArray(days) && days.length > 1 ? `${String(days[0])} to ${String(days.at(-1))}` : String(days);
    return OPENING_ROWS.map(([name, label, kind, key]) => ({
      ...{ group: "contact", name: `${name}-${index + 1}`, label: `${what}: ${label}`, kind },
      part: { title: what, label: upperFirst(label) },
      ...(kind === "time" ? EMPTY : {}),
      at: ["contact", "opening_hours", String(index), key],
    }));
  });
}

const OPENING_ROWS = [
  ["opens", "opens", "time", "opens"],
  ["closes", "closes", "time", "closes"],
  ["hours", "what is open", "text", "what"],
] as const;

function methodFields([key, method]: readonly [string, unknown]): ReadonlyArray<SettingField> {
  const title = String(valueAt(method, ["name"]));
  const prices = valueAt(method, ["price"]);
  const sizes = Object.keys(isObject(prices) ? prices : {}).map(
    (size) => [size.replace("_", "-"), CLASS_LABELS[size] ?? size, "amount", ["price", size]] as const,
  );
  return [...METHOD_ROWS, ...sizes].map(([name, label, kind, path]) => ({
    ...{ group: "delivery", name: `${key}-${name}`, label: `${title}: ${label}`, kind },
    part: { title, label: upperFirst(label) },
    at: [METHOD, key, ...path],
  }));
}

const METHOD_ROWS = [
  ["description", "how it is explained", "long", ["description"]],
  ["cutoff", "ordered and paid by", "time", ["cutoff"]],
] as const;

export function valuesOf(rows: SettingRows, fields: ReadonlyArray<SettingField>): SettingValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, textOf(field, stored(rows, field) ?? usual(field), rows.currency)]),
  );
}

const usual = ({ choices = {} }: SettingField) => Object.keys(choices)[0];

function stored({ settings, methods }: SettingRows, { at: [row, ...path] }: SettingField): unknown {
  return row === METHOD ? valueAt(methods, path) : valueAt(settings, [row, ...path]);
}

function textOf({ kind, at }: SettingField, value: unknown, currency: Currency): string {
  if (Array.isArray(value))
    return value.map(kind === "closed" ? closedLine : String).join(kind === "weekdays" ? " " : "\n");
  if (typeof value !== "string" && typeof value !== "number") return "";
  // Ways of delivery have minor units, the store's own rows decimal numbers.
  if (kind === "amount" && at[0] !== METHOD)
    return String(wholeUnits(Number(value), 10 ** currencyDigits(currency)) ?? "");
  return String(value);
}

function closedLine(row: unknown): string {
  return ["month_day", "from", "reason"].map((key) => String(valueAt(row, [key]))).join(" ");
}

/** `changes` were read by `readSetting`. */
export function withSettings(
  rows: SettingRows,
  fields: ReadonlyArray<SettingField>,
  changes: SettingValues,
): SettingRows {
  let { settings, methods }: Pick<SettingRows, "settings" | "methods"> = rows;
  for (const field of fields) {
    const text = changes[field.name];
    if (text === undefined) continue;
    const [row, ...path] = field.at;
    const value = valueOf(field, text, rows.currency);
    if (row === METHOD) methods = setAt(methods, path, value) as typeof methods;
    else settings = setAt(settings, [row, ...path], value) as typeof settings;
  }
  return { ...rows, settings, methods };
}

function valueOf({ kind, at }: SettingField, text: string, currency: Currency): unknown {
  if (kind === "weekdays") return text.split(" ").map(Number);
  if (kind === "lines") return linesOf(text);
  if (kind === "closed") return linesOf(text).map(closedRow);
  if (text === "") return null;
  if (kind === "days") return Number(text);
  if (kind !== "amount") return text;
  return at[0] === METHOD ? Number(text) : decimalOf(Number(text), currencyDigits(currency));
}

export function linesOf(text: string): ReadonlyArray<string> {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function closedRow(line: string) {
  const [month_day = "", from = "", ...words] = line.split(/\s+/);
  return { month_day, from, reason: words.join(" ") };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function valueAt(value: unknown, path: ReadonlyArray<string>): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  return isObject(value) ? valueAt(value[key], rest) : undefined;
}

function setAt(value: unknown, path: ReadonlyArray<string>, next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? setAt(item, rest, next) : item));
  return isObject(value) || value === undefined
    ? { ...value, [key]: setAt(value?.[key], rest, next) }
    : value;
}
