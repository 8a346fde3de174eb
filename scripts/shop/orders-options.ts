/** What the verbs of the orders command take. */
import { z } from "zod";

import { RETURN_REASONS, type ReturnReason } from "#app/models/order/returns/return.ts";
import { ORDER_STATUSES } from "#app/models/order/status.ts";

import { choiceSchema, flagSchema, idSchema, limitOf, type ValuesOf } from "./verbs.ts";

const LIMIT_MAX = 10_000;
const TEXT_MAX = 200;

const TEXT = z.string().trim().max(TEXT_MAX, `Use up to ${TEXT_MAX} characters`);
const NEEDED_TEXT = TEXT.min(1, "Write something");
/** Null for one that is empty or left out. */
const OPTIONAL_TEXT = TEXT.transform((text) => text || null).default("");

/** Units by article number, as in "HB-0001=2,HB-0002". */
export type Lines = ReadonlyMap<string, number>;

const LINES = TEXT.transform(linesIn).refine(
  (lines): lines is Lines => lines !== null,
  "Use article numbers, each once, with their units, such as HB-0001=2,HB-0002",
);

function linesIn(text: string): Lines | null {
  const lines = new Map<string, number>();
  for (const part of text.split(",")) {
    const [, sku = "", units = "1"] = /^\s*([^=,\s]{1,80})(?:=(\d{1,4}))?\s*$/.exec(part) ?? [];
    if (sku === "" || Number(units) === 0 || lines.has(sku)) return null;
    lines.set(sku, Number(units));
  }
  return lines;
}

const SKUS = TEXT.transform((text) => text.split(",").map((sku) => sku.trim())).refine(
  (skus) => !skus.includes("") && new Set(skus).size === skus.length,
  "Use article numbers, each once, such as HB-0001,HB-0002",
);

const KEY = OPTIONAL_TEXT.describe(
  "names the request: the same one again does nothing. When left out, the same carrier, tracking number and units, or " +
    "the same lines and reason, are the same request",
);
const YES = flagSchema("needed for refunds and cancellations; without it the command says what it would do");

export const ORDER = { order: idSchema() };

export const RETURN = {
  return: z.string().regex(/^R\d{1,12}-\d{1,4}$/, "Use a number such as R100001-1"),
};

export const LIST = { status: choiceSchema(ORDER_STATUSES).optional(), limit: limitOf(50, LIMIT_MAX) };

export const SLIP = { out: OPTIONAL_TEXT.describe("a file, such as slip.html") };

export const BATCHES = { stop: idSchema().optional().describe("end this one after the order that it is at") };

export const EMAIL = { email: OPTIONAL_TEXT };

export const CANCEL = { reason: NEEDED_TEXT, yes: YES };
export type Cancel = ValuesOf<typeof ORDER & typeof CANCEL>;

const FIELDS_OF_ADDRESS = {
  firstName: "first_name",
  lastName: "last_name",
  company: "company",
  address1: "address1",
  address2: "address2",
  city: "city",
  postcode: "postal_code",
  country: "country_code",
  phone: "phone",
} as const;

export const ADDRESS = {
  ...Object.fromEntries(Object.keys(FIELDS_OF_ADDRESS).map((name) => [name, TEXT.optional()])),
  yes: flagSchema("needed only where delivery there costs more or less, or takes longer"),
};

/** By the names of an address: an empty text empties its field, and what is left out stays. */
export function addressFields(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(FIELDS_OF_ADDRESS).flatMap(([option, field]) => {
      const text = values[option];
      return typeof text === "string" ? [[field, text]] : [];
    }),
  );
}

export const SHIPMENT = {
  carrier: NEEDED_TEXT,
  tracking: TEXT.default(""),
  url: TEXT.refine((text) => text === "" || text.startsWith("https://"), "Use an address with https://")
    .transform((text) => text || null)
    .default(""),
  lines: LINES.optional().describe("articles with their units, such as HB-0001=2,HB-0002"),
  key: KEY,
};
export type ShipmentOptions = ValuesOf<typeof ORDER & typeof SHIPMENT>;

export const NEW_RETURN = {
  lines: LINES,
  reason: choiceSchema<ReturnReason>(RETURN_REASONS.map(({ key }) => key)),
  words: TEXT.default(""),
  key: KEY,
};
export type NewReturn = ValuesOf<typeof ORDER & typeof NEW_RETURN>;

export const RECEIPT = {
  restock: flagSchema("the items go back in stock"),
  noRestock: flagSchema("they do not"),
  delivery: flagSchema("refund the delivery as well"),
  noDelivery: flagSchema("do not refund it"),
  wear: OPTIONAL_TEXT.describe(
    "a sum that is kept of the price of items that were used beyond trying them, without a fault",
  ),
  wearReason: OPTIONAL_TEXT.describe("why; the customer reads it"),
  yes: YES,
};
export type Receipt = ValuesOf<typeof RETURN & typeof RECEIPT>;

/** What is wrong with them together. */
export function receiptProblem(receipt: Receipt): string | null {
  const { restock, noRestock, delivery, noDelivery, wear, wearReason } = receipt;
  if (restock === noRestock) return "Use --restock or --no-restock.";
  if (delivery && noDelivery) return "Use --delivery or --no-delivery.";
  return (wear === null) === (wearReason === null) ? null : "Use --wear with --wear-reason.";
}

export const REFUND = {
  all: flagSchema("all that is left, also of a cancelled order"),
  lines: LINES.optional().describe("units of these articles, such as HB-0001=2,HB-0002"),
  delivery: flagSchema("the delivery, alone or with lines"),
  cheapestDelivery: flagSchema("of the delivery what the cheapest one offered would have cost"),
  amount: OPTIONAL_TEXT.describe("a sum without items, up to what is still paid"),
  restock: flagSchema("return the items to stock"),
  restockLines: SKUS.optional().describe("return those of these articles to stock, such as HB-0001,HB-0002"),
  reason: NEEDED_TEXT,
  words: TEXT.default("").describe("a sentence for the customer in the email"),
  key: KEY,
  yes: YES,
};
type RefundValues = ValuesOf<typeof ORDER & typeof REFUND>;

/** What is wrong with them together. */
export function refundProblem(values: RefundValues): string | null {
  const { all, lines, delivery, cheapestDelivery, amount, restock, restockLines } = values;
  const isPart = delivery || cheapestDelivery || lines !== undefined;
  if ([all, isPart, amount !== null].filter(Boolean).length !== 1)
    return "Use one of these: --all, --lines with or without delivery, or --amount.";
  if (restock && restockLines) return "Use --restock or --restock-lines.";
  return amount !== null && (restock || restockLines) ? "Nothing goes back in stock with --amount." : null;
}

export type Refund = Readonly<{
  order: number;
  /** Null: everything that has not gone back yet. */
  lines: Lines | null;
  /** A sum without items, as it was typed; null: of lines. */
  amount: string | null;
  /** Of its delivery charge: as much as the cheapest would have cost, all, or nothing. */
  delivery: boolean | "cheapest";
  /** All units, or those of these articles. */
  restocked: boolean | ReadonlySet<string>;
  reason: string;
  /** A sentence for the customer in the email about it, or empty. */
  words: string;
  key: string | null;
  yes: boolean;
}>;

/** What the options of a refund mean together. */
export function refundIn({ all, cheapestDelivery, restock, restockLines, ...rest }: RefundValues): Refund {
  return {
    ...rest,
    lines: all ? null : (rest.lines ?? new Map()),
    delivery: cheapestDelivery ? "cheapest" : rest.delivery,
    restocked: restockLines ? new Set(restockLines) : restock,
  };
}
