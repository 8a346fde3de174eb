import { parseArgs } from "node:util";

import { isReturnReason, type ReturnReason } from "#app/models/order/returns/return.ts";
import { isOrderStatus, type OrderStatus } from "#app/models/order/status.ts";

/** Units by article number, as in "HB-0001=2,HB-0002". */
export type Lines = ReadonlyMap<string, number>;

type Base = Readonly<{ isJson: boolean }>;

export type CommandOptions = Base &
  (
    | List
    | Readonly<{ verb: "transitions" }>
    | Returns
    | Batches
    | Readonly<{ verb: "show"; number: number }>
    | Step
    | Work
    | Readonly<{ verb: "query-payment"; number: number }>
    | PackingSlip
    | Cancel
    | AddressOptions
    | RepeatedEmail
    | ShipmentOptions
    | Refund
    | Receipt
    | NewReturn
    | ArrivalNote
  );

export type List = Readonly<{ verb: "list"; status: OrderStatus | null; limit: number }>;
export type Returns = Readonly<{ verb: "returns"; isAll: boolean }>;
export type Batches = Readonly<{
  verb: "batches";
  stop: number | null;
}>;
export type Step = Readonly<{ verb: "pack" | "unpack" | "deliver" | "undeliver"; number: number }>;
export type Work = Readonly<{ verb: "start-work" | "stop-work"; number: number }>;
export type PackingSlip = Readonly<{ verb: "packing-slip"; number: number; out: string | null }>;
export type Cancel = Readonly<{ verb: "cancel"; number: number; reason: string; isSure: boolean }>;

export type AddressOptions = Readonly<{
  verb: "change-address";
  number: number;
  fields: Readonly<Record<string, string>>;
  isSure: boolean;
}>;

export type RepeatedEmail = Readonly<{
  verb: "resend-email";
  number: number;
  /** Null: say which there are. */
  email: string | null;
}>;

export type ShipmentOptions = Readonly<{
  verb: "ship";
  number: number;
  carrier: string;
  tracking: string;
  url: string | null;
  lines: Lines | null;
  key: string | null;
}>;

export type Refund = Readonly<{
  verb: "refund";
  number: number;
  /** Null: everything that has not gone back yet. */
  lines: Lines | null;
  /** A sum without items, as it was typed; null: of lines. */
  amount: string | null;
  delivery: boolean | "cheapest";
  /** All units, or those of these articles. */
  restocked: boolean | ReadonlySet<string>;
  reason: string;
  /** A sentence for the customer in the email about it, or empty. */
  words: string;
  key: string | null;
  isSure: boolean;
}>;

export type Receipt = Readonly<{
  verb: "receive-return";
  returnNumber: string;
  isRestocked: boolean;
  /** Null: as the law and the shop's rules say. */
  hasDelivery: boolean | null;
  /** What is kept for wear, as it was typed, and why; null: nothing. */
  wear: Readonly<{ amount: string; reason: string }> | null;
  isSure: boolean;
}>;

export type NewReturn = Readonly<{
  verb: "open-return";
  number: number;
  lines: Lines;
  reason: ReturnReason;
  words: string;
  key: string | null;
}>;

export type ArrivalNote = Readonly<{ verb: "note-arrival" | "take-back-arrival"; returnNumber: string }>;

const ADDRESS_OPTIONS = {
  "first-name": "first_name",
  "last-name": "last_name",
  company: "company",
  address1: "address1",
  address2: "address2",
  city: "city",
  postcode: "postal_code",
  country: "country_code",
  phone: "phone",
} as const;

const OPTIONS = {
  json: { type: "boolean" },
  status: { type: "string" },
  limit: { type: "string" },
  all: { type: "boolean" },
  carrier: { type: "string" },
  tracking: { type: "string" },
  url: { type: "string" },
  lines: { type: "string" },
  amount: { type: "string" },
  key: { type: "string" },
  delivery: { type: "boolean" },
  "cheapest-delivery": { type: "boolean" },
  "no-delivery": { type: "boolean" },
  restock: { type: "boolean" },
  "no-restock": { type: "boolean" },
  "restock-lines": { type: "string" },
  words: { type: "string" },
  reason: { type: "string" },
  out: { type: "string" },
  email: { type: "string" },
  wear: { type: "string" },
  "wear-reason": { type: "string" },
  "first-name": { type: "string" },
  "last-name": { type: "string" },
  company: { type: "string" },
  address1: { type: "string" },
  address2: { type: "string" },
  city: { type: "string" },
  postcode: { type: "string" },
  country: { type: "string" },
  phone: { type: "string" },
  stop: { type: "string" },
  yes: { type: "boolean" },
} as const;

type Values = Partial<Record<string, string | boolean>>;

/** Besides `json`. */
const KNOWN: Readonly<Record<string, ReadonlyArray<keyof typeof OPTIONS>>> = {
  list: ["status", "limit"],
  transitions: [],
  returns: ["all"],
  batches: ["stop"],
  show: [],
  pack: [],
  unpack: [],
  "start-work": [],
  "stop-work": [],
  deliver: [],
  undeliver: [],
  "query-payment": [],
  "packing-slip": ["out"],
  cancel: ["reason", "yes"],
  "resend-email": ["email"],
  "change-address": [
    ...["first-name", "last-name", "company", "address1", "address2"],
    ...["city", "postcode", "country", "phone", "yes"],
  ] as ReadonlyArray<keyof typeof OPTIONS>,
  ship: ["carrier", "tracking", "url", "lines", "key"],
  refund: [
    ...(["lines", "delivery", "cheapest-delivery", "all", "amount", "restock", "restock-lines"] as const),
    ...(["reason", "words", "key", "yes"] as const),
  ],
  "open-return": ["lines", "reason", "words", "key"],
  "note-arrival": [],
  "take-back-arrival": [],
  "receive-return": ["restock", "no-restock", "delivery", "no-delivery", "wear", "wear-reason", "yes"],
};

const TEXT_MAX = 200;
const LIMIT_MAX = 10_000;

export function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
    const [verb = "", ...rest] = positionals;
    const known = KNOWN[verb];
    const given = Object.keys(values).filter((name) => name !== "json");
    if (!known || given.some((name) => !(known as ReadonlyArray<string>).includes(name))) return null;
    if (Object.values(values).some((value) => typeof value === "string" && value.length > TEXT_MAX))
      return null;
    return parseOptions({ verb, rest, values, isJson: values.json ?? false });
  } catch {
    return null;
  }
}

type Called = Readonly<{ verb: string; rest: ReadonlyArray<string>; values: Values; isJson: boolean }>;

function parseOptions(called: Called): CommandOptions | null {
  const { verb, rest } = called;
  if (["list", "transitions", "returns", "batches"].includes(verb))
    return rest.length === 0 ? aboutAll(called) : null;
  const [about = "", ...more] = rest;
  if (more.length > 0) return null;
  if (isOfReturn(verb)) return aboutReturn(about, { ...called, verb });
  const number = numberOf(about);
  return number === null ? null : aboutOrder(number, called);
}

const OF_RETURN = ["receive-return", "note-arrival", "take-back-arrival"] as const;

function isOfReturn(verb: string): verb is (typeof OF_RETURN)[number] {
  return (OF_RETURN as ReadonlyArray<string>).includes(verb);
}

type AboutReturn = Called & Readonly<{ verb: (typeof OF_RETURN)[number] }>;

function aboutReturn(returnNumber: string, { verb, values, isJson }: AboutReturn): CommandOptions | null {
  if (!/^R\d{1,12}-\d{1,4}$/.test(returnNumber)) return null;
  return verb === "receive-return" ? receiptOf(returnNumber, values, isJson) : { verb, returnNumber, isJson };
}

function aboutAll({ verb, values, isJson }: Called): CommandOptions | null {
  if (verb === "list") return listOf(values, isJson);
  if (verb === "batches") return batchesOf(values, isJson);
  return verb === "returns"
    ? { verb, isAll: values["all"] === true, isJson }
    : { verb: "transitions", isJson };
}

const WITHOUT_OPTIONS = [
  ...(["show", "pack", "unpack", "deliver", "undeliver", "query-payment"] as const),
  ...(["start-work", "stop-work"] as const),
] as const;

function aboutOrder(number: number, { verb, values, isJson }: Called): CommandOptions | null {
  const plain = WITHOUT_OPTIONS.find((one) => one === verb);
  if (plain) return { verb: plain, number, isJson };
  switch (verb) {
    case "packing-slip":
      return { verb, number, out: textOf(values["out"]), isJson };
    case "cancel": {
      const reason = textOf(values["reason"]);
      return reason ? { verb, number, reason, isSure: values["yes"] === true, isJson } : null;
    }
    case "resend-email":
      return { verb, number, email: textOf(values["email"]), isJson };
    case "change-address":
      return newAddressOf(number, values, isJson);
    case "ship":
      return shipmentOptions(number, values, isJson);
    case "open-return":
      return newReturnOf(number, values, isJson);
    default:
      return refundOf(number, values, isJson);
  }
}

function batchesOf(values: Values, isJson: boolean): CommandOptions | null {
  const stop = values["stop"] === undefined ? null : numberOf(values["stop"]);
  if (values["stop"] !== undefined && stop === null) return null;
  return { verb: "batches", stop, isJson };
}

function listOf(values: Values, isJson: boolean): CommandOptions | null {
  const { status } = values;
  const limit = numberOf(values["limit"] ?? "50");
  if (limit === null || limit > LIMIT_MAX) return null;
  if (status === undefined) return { verb: "list", status: null, limit, isJson };
  return typeof status === "string" && isOrderStatus(status) ? { verb: "list", status, limit, isJson } : null;
}

/** An empty text empties its field. */
function newAddressOf(number: number, values: Values, isJson: boolean): CommandOptions | null {
  const fields = Object.entries(ADDRESS_OPTIONS).flatMap(([option, field]) => {
    const value = values[option];
    return typeof value === "string" ? [[field, value.trim()] as const] : [];
  });
  if (fields.length === 0) return null;
  const isSure = values["yes"] === true;
  return { verb: "change-address", number, fields: Object.fromEntries(fields), isSure, isJson };
}

function shipmentOptions(number: number, values: Values, isJson: boolean): CommandOptions | null {
  const [carrier, url] = [textOf(values["carrier"]), textOf(values["url"])];
  const lines = values["lines"] === undefined ? null : linesOf(values["lines"]);
  if (!carrier || (values["lines"] !== undefined && !lines)) return null;
  if (url !== null && !url.startsWith("https://")) return null;
  const tracking = textOf(values["tracking"]) ?? "";
  return { verb: "ship", number, carrier, tracking, url, lines, key: textOf(values["key"]), isJson };
}

function newReturnOf(number: number, values: Values, isJson: boolean): CommandOptions | null {
  const lines = linesOf(values["lines"] ?? "");
  const reason = textOf(values["reason"]) ?? "";
  if (!lines || !isReturnReason(reason)) return null;
  const words = textOf(values["words"]) ?? "";
  return { verb: "open-return", number, lines, reason, words, key: textOf(values["key"]), isJson };
}

function refundOf(number: number, values: Values, isJson: boolean): CommandOptions | null {
  const lines = values["lines"] === undefined ? new Map<string, number>() : linesOf(values["lines"]);
  const reason = textOf(values["reason"]);
  const isAll = values["all"] === true;
  const delivery = deliveryOf(values);
  const isPart = delivery !== false || values["lines"] !== undefined;
  const amount = textOf(values["amount"]);
  // One of three must be given: all of it, a part, or a sum.
  if (!lines || !reason || [isAll, isPart, amount !== null].filter(Boolean).length !== 1) return null;
  const restocked = restockedOf(values);
  if (restocked === null || isAgainstAmount(amount, restocked)) return null;
  return {
    verb: "refund",
    number,
    lines: isAll ? null : lines,
    amount,
    delivery,
    restocked,
    reason,
    words: textOf(values["words"]) ?? "",
    key: textOf(values["key"]),
    isSure: values["yes"] === true,
    isJson,
  };
}

/** Of its delivery charge: as much as the cheapest would have cost, all, or nothing. */
function deliveryOf(values: Values): Refund["delivery"] {
  return values["cheapest-delivery"] ? "cheapest" : values["delivery"] === true;
}

/** Nothing goes back in stock with a sum without items. */
function isAgainstAmount(amount: string | null, restocked: Refund["restocked"]): boolean {
  return amount !== null && restocked !== false;
}

/** All units, those of the named articles, or none. Null: both were given, or an article twice. */
function restockedOf(values: Values): Refund["restocked"] | null {
  if (values["restock-lines"] === undefined) return values["restock"] === true;
  const named = String(values["restock-lines"])
    .split(",")
    .map((sku) => sku.trim());
  const isWrong = values["restock"] === true || named.includes("") || new Set(named).size < named.length;
  return isWrong ? null : new Set(named);
}

function receiptOf(returnNumber: string, values: Values, isJson: boolean): CommandOptions | null {
  const isRestocked = eitherOf(values, "restock");
  const isSure = values["yes"] === true;
  if (isRestocked === null) return null;
  if (values["delivery"] && values["no-delivery"]) return null;
  const hasDelivery = eitherOf(values, "delivery");
  const [amount, reason] = [textOf(values["wear"]), textOf(values["wear-reason"])];
  if ((amount === null) !== (reason === null)) return null;
  const wear = amount !== null && reason !== null ? { amount, reason } : null;
  return { verb: "receive-return", returnNumber, isRestocked, hasDelivery, wear, isSure, isJson };
}

/** True for --name, false for --no-name, null for neither or both. */
function eitherOf(values: Values, name: string): boolean | null {
  const [is, isNot] = [values[name] === true, values[`no-${name}`] === true];
  return is === isNot ? null : is;
}

function linesOf(text: unknown): Lines | null {
  const lines = new Map<string, number>();
  for (const part of String(text).split(",")) {
    const [, sku = "", units = "1"] = /^\s*([^=,\s]{1,80})(?:=(\d{1,4}))?\s*$/.exec(part) ?? [];
    if (sku === "" || Number(units) === 0 || lines.has(sku)) return null;
    lines.set(sku, Number(units));
  }
  return lines;
}

function textOf(value: string | boolean | undefined): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

function numberOf(value: string | boolean | undefined): number | null {
  return typeof value === "string" && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : null;
}
