import { smallestStep } from "#app/models/shared/currency.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { amountField, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";

import { linesOf, type SettingField, type SettingKind } from "./setting-fields.ts";

export function settingInput({ kind }: SettingField, value: string, format: PriceFormat): string {
  return kind === "amount" && value !== "" ? amountField(Number(value), format) : value;
}

export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

function weekdayName(number: number): string {
  return WEEKDAYS[number - 1] ?? "";
}

export function settingText(
  { kind, choices }: SettingField,
  value: string,
  { currency, locale }: PriceFormat,
): string {
  if (value === "") return kind === "colour" ? "the usual one" : "none";
  if (choices) return choices[value] ?? value;
  if (kind === "amount") return formatMoney(money(Number(value), currency), locale);
  if (kind === "weekdays")
    return value
      .split(" ")
      .map((day) => weekdayName(Number(day)))
      .join(", ");
  return value;
}

type Read = Readonly<{ value: string }> | Readonly<{ error: string }>;

export const SETTING_TEXT_MAX = 200;
export const SETTING_LONG_MAX = 2_000;
const NUMBER_MAX = 10_000;
const SAMPLE_MINOR = 4_650;

export function readSetting(field: SettingField, typed: string, format: PriceFormat): Read {
  const text = typed.replace(/\r\n/g, "\n").trim();
  if (text === "") return field.mayBeEmpty ? { value: "" } : { error: emptyError(field) };
  if (field.choices && !Object.hasOwn(field.choices, text))
    return { error: `Choose one of: ${Object.keys(field.choices).join(", ")}` };
  const longest = field.kind === "text" ? SETTING_TEXT_MAX : SETTING_LONG_MAX;
  if (text.length > longest) return { error: `Use up to ${longest} characters` };
  return READERS[field.kind](text, format);
}

type Reader = (text: string, format: PriceFormat) => Read;

const READERS: Readonly<Record<SettingKind, Reader>> = {
  text: (text) => ({ value: text.replace(/\s+/g, " ") }),
  choice: (text) => ({ value: text }),
  long: (text) => ({ value: text }),
  lines: (text) => ({ value: linesOf(text).join("\n") }),
  days: readNumber,
  time: readTime,
  weekdays: readWeekdays,
  closed: readClosed,
  amount: readPrice,
  colour: readColour,
};

function readNumber(text: string): Read {
  return /^\d{1,5}$/.test(text) && Number(text) <= NUMBER_MAX
    ? { value: String(Number(text)) }
    : { error: "Type a whole number" };
}

function readTime(text: string): Read {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? { value: text } : { error: "Type a time such as 14:00" };
}

function readColour(text: string): Read {
  return /^#[0-9a-f]{6}$/i.test(text)
    ? { value: text.toLowerCase() }
    : { error: "Type a colour such as #1f4b3c: # and six digits or letters from a to f" };
}

function emptyError({ kind }: SettingField): string {
  return kind === "weekdays" ? "Choose a day" : "Write something here";
}

function readWeekdays(text: string): Read {
  const days = [...new Set(text.split(/[\s,]+/))].sort();
  return days.every((day) => /^[1-7]$/.test(day))
    ? { value: days.join(" ") }
    : { error: "Choose days from Monday to Sunday" };
}

const CLOSED = /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d \S.*$/;

function readClosed(text: string): Read {
  const lines = linesOf(text).map((line) => line.replace(/\s+/g, " "));
  const wrong = lines.find((line) => !CLOSED.test(line));
  return wrong === undefined
    ? { value: lines.join("\n") }
    : { error: `“${wrong}” must be a month and day, a time and a reason, such as 12-24 13:00 Christmas Eve` };
}

function readPrice(text: string, format: PriceFormat): Read {
  const minor = readAmount(text, format);
  return minor !== null && minor % smallestStep(format.currency) === 0
    ? { value: String(minor) }
    : { error: `Type an amount such as ${amountField(SAMPLE_MINOR, format)}` };
}
