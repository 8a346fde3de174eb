import { z } from "zod";

import { isDay } from "#app/models/shared/local-date.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Refusal } from "#app/models/shared/result.ts";

import { answerOutcome, columns, type Command, minuteOf, type Outcome, refusalWords } from "./command.ts";
import { limitOf, filledSchema, verb, verbsCommand } from "./verbs.ts";

const LIMIT_MAX = 10_000;
const REASON_MAX_CHARACTERS = 100;

const COUNT = {
  words: {
    sku: filledSchema(),
    units: z
      .string()
      .regex(/^\d{1,6}$/, "Use a whole number, up to 6 digits")
      .transform(Number),
  },
  options: {
    reason: filledSchema()
      .max(REASON_MAX_CHARACTERS, `Use up to ${REASON_MAX_CHARACTERS} characters`)
      .default("restock")
      .describe('for the stock history; default "restock"'),
  },
};

export const stockCommand: Command = verbsCommand({
  name: "stock",
  summary: "set the stock of a variant and see its history",
  usual: "set",
  verbs: {
    set: verb({
      about:
        'sets the stock of a variant ("set" may be left out). When it was sold out and is back in stock, the shop sends ' +
        "the stock alerts: a few for each unit, in the order in which people signed up, and the next a day later " +
        "while there are some",
      ...COUNT,
      run: ({ units, ...rest }) => count({ ...rest, change: { to: units } }),
    }),
    receive: verb({
      about: "adds units to what is there at that moment, as the desk does",
      ...COUNT,
      run: ({ units, ...rest }) => count({ ...rest, change: { by: units } }),
    }),
    release: verb({
      about:
        'says on which day ("2026-12-18") a pre-order comes in, for all variants of its product; buyers who wait for ' +
        "it are emailed the new day within minutes, and wait or cancel",
      words: { sku: filledSchema(), day: z.string().refine(isDay, "Use a day such as 2026-12-18") },
      run: ({ sku, day }) => release(sku, day),
    }),
    history: verb({
      about: "every change, the newest first: sales, deliveries, counts",
      words: { sku: filledSchema() },
      options: { limit: limitOf(50, LIMIT_MAX) },
      run: ({ sku, limit }) => history(sku, limit),
    }),
  },
});

type Counted = Readonly<{
  sku: string;
  change: Readonly<{ to: number }> | Readonly<{ by: number }>;
  reason: string;
}>;

async function count({ sku, change, reason }: Counted): Promise<Outcome> {
  const { changeStock } = await import("#app/models/catalogue/inventory/stock.server.ts");
  const done = await changeStock(sku, change, { reason, now: new Date() });
  if (!done.ok) return refusal(sku, done);
  const { product, before, after, reserved } = done.value;
  const words = `${product} (${sku}): ${before} before, ${after} now, ${reserved} of them held by orders.`;
  return answerOutcome(true, words, { sku, ...done.value });
}

async function release(sku: string, day: string): Promise<Outcome> {
  const { setRelease } = await import("#app/models/catalogue/inventory/stock.server.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const done = await setRelease(sku, day, await findStore());
  if (!done.ok) return refusal(sku, done);
  return answerOutcome(true, `${done.value.product}: comes in on ${day}. Whoever waits for it is emailed.`, {
    sku,
  });
}

async function history(sku: string, limit: number): Promise<Outcome> {
  const { findStockHistory } = await import("#app/models/catalogue/inventory/stock.server.ts");
  const found = await findStockHistory(sku, limit);
  if (!found) return answerOutcome(false, noVariant(sku), { sku });
  const { product, onHand, reserved, changes } = found;
  const rows = changes.map(({ at, before, after, reason }) => {
    const change = after - before;
    return [minuteOf(at), before, after, change > 0 ? `+${change}` : change, reason];
  });
  const words = [
    `${product} (${sku}): ${onHand} on the shelf, ${reserved} of them held by orders.`,
    rows.length === 0
      ? "No stock changes recorded yet."
      : columns(["when", "before", "after", "change", "why"], rows),
  ];
  return { isDone: true, words: words.join("\n"), data: found };
}

async function refusal(sku: string, refused: Refusal<ShopErrorCode>): Promise<Outcome> {
  const words = refused.code === "variant-not-found" ? noVariant(sku) : await refusalWords(refused);
  return answerOutcome(false, words, { sku });
}

function noVariant(sku: string): string {
  return `There is no variant ${sku}.`;
}
