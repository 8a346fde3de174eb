import { existsSync } from "node:fs";
import { join } from "node:path";

import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Refusal } from "#app/models/shared/result.ts";

export type Command = Readonly<{
  name: string;
  summary: string;
  help: () => Promise<string>;
  run: (args: ReadonlyArray<string>) => Promise<number>;
}>;

const FAILED = 1;
const CALLED_WRONGLY = 2;

/** `isDone` false: something was refused. */
export type Outcome = Readonly<{
  isDone: boolean;
  words: string;
  data: unknown;
  /** In place of 0 or 1. */
  exitCode?: number;
}>;

/**
 * Where the tables are not those of this code, a command refuses by default. "create" brings them up to date first, for
 * what may run before the shop's first start; "ignore" is for what reads no tables or looks at their state.
 */
export type TableCheck = "check" | "create" | "ignore";

export type Call = Readonly<{
  /** Loads what needs a configuration or a database itself, so that --help works without them. */
  run(): Promise<Outcome>;
  /** As JSON, on the standard output whatever the outcome. */
  isJson: boolean;
}>;

/** Leaves the database closed. */
export async function carryOut({ run, isJson }: Call, tables: TableCheck): Promise<number> {
  try {
    if (tables !== "ignore") await prepareTables(tables);
    return report(await run(), isJson);
  } finally {
    await (await import("#app/db/db.server.ts")).closeDatabase();
  }
}

export async function explainCall(problem: string, { help }: Pick<Command, "help">): Promise<number> {
  process.stderr.write(`${problem}\n\n${await help()}\n`);
  return CALLED_WRONGLY;
}

function report({ isDone, words, data, exitCode }: Outcome, isJson: boolean): number {
  const text = isJson ? JSON.stringify(data, null, 2) : words;
  (isDone || isJson ? process.stdout : process.stderr).write(`${text}\n`);
  return exitCode ?? (isDone ? 0 : FAILED);
}

async function prepareTables(way: "create" | "check"): Promise<void> {
  const { migrate, migrationState } = await import("#app/db/migrate.server.ts");
  if (way === "create") {
    await migrate();
    return;
  }
  const { databaseState, whyNotCurrent } = await import("#app/db/database-state.server.ts");
  const { config } = await import("#app/config.server.ts");
  // To look into it would make it.
  const isMissing = !config.databaseUrl && !existsSync(join(config.dataDir, "shop.db"));
  const problem = whyNotCurrent(isMissing ? databaseState([]) : await migrationState());
  if (problem) throw new Error(`The database ${problem}.`);
}

/** What was typed cannot steer a terminal. */
export function columns(
  headings: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
): string {
  const table = [headings, ...rows].map((row) => row.map((cell) => String(cell).replace(/\p{Cc}/gu, " ")));
  const widths = headings.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** To the minute, in UTC. */
export function minuteOf(time: string | null): string {
  return time === null ? "" : time.slice(0, 16).replace("T", " ");
}

export function done(words: string, data: object): Outcome {
  return { isDone: true, words, data: { ok: true, ...data } };
}

/** With what the desk would say of the texts that were saved. */
export async function withTextWarning(outcome: Outcome, texts: ReadonlyArray<string>): Promise<Outcome> {
  const { textClaimWarning } = await import("#app/models/catalogue/text-claims.ts");
  const warning = outcome.isDone ? textClaimWarning(texts) : null;
  return warning === null ? outcome : { ...outcome, words: `${outcome.words}\n${warning}` };
}

/** What was said is in the data too. */
export function answerOutcome(isDone: boolean, words: string, data: object): Outcome {
  return { isDone, words, data: { ...data, ok: isDone, message: words } };
}

export function notDone(words: string): Outcome {
  return answerOutcome(false, words, {});
}

/** What is wrong, one a line. */
export function problemsOutcome(problems: ReadonlyArray<string>): Outcome {
  return { isDone: false, words: problems.join("\n"), data: { ok: false, problems } };
}

type OneOutcome = Readonly<{ ok: boolean; message: string }>;

/** Each after the other; done when all are. */
export async function outcomeOfEach<Id>(
  ids: ReadonlyArray<Id>,
  run: (id: Id) => Promise<OneOutcome>,
): Promise<Outcome> {
  const data = [];
  for (const id of ids) data.push({ id, ...(await run(id)) });
  return {
    isDone: data.every(({ ok }) => ok),
    words: data.map(({ message }) => message).join("\n"),
    data,
  };
}

export async function refusalOutcome(refusal: Refusal<ShopErrorCode>): Promise<Outcome> {
  return notDone(await refusalWords(refusal));
}

export async function refusalWords(refusal: Refusal<ShopErrorCode>): Promise<string> {
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  return `${shopError(refusal).message}.`;
}

export async function commands() {
  return (await import("#app/models/staff/log.server.ts")).commandLineActor(new Date());
}
