/** The short form of `npm run storm` (docs/storm.md): many at once, webhooks at every moment, the power gone. */
import { describe, expect, test } from "vitest";

import { ENGINES, isAvailable } from "#tests/storm/engine.ts";
import { ROWS, SHORT_ROWS } from "#tests/storm/rows.ts";
import { type Outcome, runStorm } from "#tests/storm/run.ts";

describe.each(ENGINES)("on %s", (engine) => {
  test("nothing is sold twice, nothing acknowledged is lost, nobody sees an error, and the books balance", async (context) => {
    if (!(await isAvailable(engine))) context.skip("no PostgreSQL server answers");
    const seed = Number(process.env["STORM_SEED"] ?? Date.now() % 1_000_000);
    const rows = ROWS.filter(({ id }) => SHORT_ROWS[engine].includes(id));

    const outcomes = await runStorm(engine, rows, { isShort: true, seed });

    process.stdout.write(`seed ${seed}\n${outcomes.map(lineOf).join("\n")}\n`);
    expect(outcomes.flatMap(({ id, breaks }) => (breaks ?? []).map((text) => `${id}: ${text}`))).toEqual([]);
    expect(outcomes).toHaveLength(rows.length);
  }, 240_000);
});

function lineOf({ id, figure, seconds }: Outcome): string {
  return `${id} ${seconds.toFixed(1)} s: ${figure}`;
}
