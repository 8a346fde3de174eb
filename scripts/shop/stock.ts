/** `stock <sku> <units>`: what is on the shelf, after a delivery or a count. */
import { parseArgs } from "node:util";

import type { Command } from "./command.ts";

const HELP = `Usage: npm run shop -- stock <sku> <units> [--reason <text>] [--json]

Sets what is on the shelf of a variant. When it was sold out and is not any more, those who asked to be told are
written to: a few for each unit, in the order in which they signed up, and the next a day later while there are some.

  --reason <text>   for the stock history; "restock" when not given
  --json            the outcome as JSON
  --help            this text

Exit codes: 0 done, 1 refused or failed, 2 called wrongly.`;

export const stockCommand: Command = {
  name: "stock",
  summary: "set how many units of a variant are on the shelf",
  help: HELP,
  run,
};

async function run(args: ReadonlyArray<string>): Promise<number> {
  const asked = readArguments(args);
  if (!asked) {
    process.stderr.write(`${HELP}\n`);
    return 2;
  }
  // Loaded late, so that --help works without a configuration and a database.
  const { closeDatabase } = await import("#app/db/db.server.ts");
  const { setStock } = await import("#app/models/restock.server.ts");
  const { shopError } = await import("#app/models/shop-errors.ts");
  try {
    const { sku, units, reason, isJson } = asked;
    const done = await setStock(sku, units, { reason, now: new Date() });
    const words = done.ok
      ? `${done.value.product} (${sku}): ${done.value.before} before, ${done.value.after} now, ${done.value.reserved} of them held by orders.`
      : done.code === "variant-not-found"
        ? `There is no variant ${sku}.`
        : `${shopError(done).message}.`;
    const data = { sku, ok: done.ok, message: words, ...(done.ok ? done.value : {}) };
    (done.ok || isJson ? process.stdout : process.stderr).write(`${isJson ? JSON.stringify(data) : words}\n`);
    return done.ok ? 0 : 1;
  } finally {
    await closeDatabase();
  }
}

function readArguments(args: ReadonlyArray<string>) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: { type: "string" }, json: { type: "boolean" } },
    });
    const [sku, units = "", ...more] = positionals;
    if (!sku || !/^\d{1,6}$/.test(units) || more.length > 0) return null;
    const reason = (values.reason ?? "restock").trim();
    if (reason === "" || reason.length > 100) return null;
    return { sku, units: Number(units), reason, isJson: values.json ?? false };
  } catch {
    return null;
  }
}
