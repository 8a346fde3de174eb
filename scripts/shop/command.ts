import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";

import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Refusal } from "#app/models/shared/result.ts";

/** A text, or what reads it from a declaration. */
type Help = string | (() => Promise<string>);

export async function helpOn({ help }: Readonly<{ help: Help }>): Promise<string> {
  return typeof help === "string" ? help : help();
}

export type Command = Readonly<{
  name: string;
  summary: string;
  help: Help;
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

type Plan<CommandOptions> = Readonly<{
  name: string;
  summary: string;
  help: Help;
  /** Null, or what is wrong, when the arguments make no sense: then the help is shown. */
  read: (
    args: ReadonlyArray<string>,
  ) => CommandOptions | string | null | Promise<CommandOptions | string | null>;
  /** Does it. Loads what needs a configuration or a database itself, so that --help works without them. */
  work: (commandOptions: CommandOptions) => Promise<Outcome>;
  /**
   * What it does where the tables are not those of this code. By default it refuses: "create" brings them up to date
   * first, for what may run before the shop's first start; "ignore" is for what reads no tables or looks at their state.
   */
  tables?: "create" | "ignore";
}>;

/** Leaves the database closed. `isJson`: as JSON, on the standard output whatever the outcome. */
export function newCommand<CommandOptions extends object>(plan: Plan<CommandOptions>): Command {
  const { name, summary, help } = plan;
  return { name, summary, help, run };

  async function run(args: ReadonlyArray<string>): Promise<number> {
    const commandOptions = await plan.read(args);
    if (commandOptions === null || typeof commandOptions === "string") return explain(commandOptions);
    try {
      if (plan.tables !== "ignore") await prepareTables(plan.tables ?? "check");
      const isJson = "isJson" in commandOptions && commandOptions.isJson === true;
      return report(await plan.work(commandOptions), isJson);
    } finally {
      await (await import("#app/db/db.server.ts")).closeDatabase();
    }
  }

  async function explain(problem: string | null): Promise<number> {
    process.stderr.write(`${problem === null ? "" : `${problem}\n\n`}${await helpOn(plan)}\n`);
    return CALLED_WRONGLY;
  }
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

/** Null when there is an option that nobody knows. */
export function readWords<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: ReadonlyArray<string>,
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    return null;
  }
}

/** Null unless `text` is a whole number from 1 to `most`. */
export function countFrom(text: string, most: number): number | null {
  const count = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : NaN;
  return count <= most ? count : null;
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

/** What was said is in the data too. */
export function answer(isDone: boolean, words: string, data: object): Outcome {
  return { isDone, words, data: { ...data, ok: isDone, message: words } };
}

export function notDone(words: string): Outcome {
  return answer(false, words, {});
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
