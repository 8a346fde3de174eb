/**
 * Statements that tests execute on SQLite, also as PostgreSQL would get them. The project "statements" has PostgreSQL
 * prepare each of them once: what its dialect refuses is found without running every test on both engines. And it reads
 * how either engine would find the rows.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import { type CompiledQuery, type Dialect, PostgresQueryCompiler } from "kysely";

/** What PREPARE takes: https://www.postgresql.org/docs/current/sql-prepare.html */
const CAN_BE_PREPARED = /^\s*(?:with|select|insert|update|delete|values)\b/i;
/** Lists differ in their length alone. */
const PLACEHOLDERS = /\$\d+(?:, \$\d+)+/g;
const ROWS = /\([^()]*\$n[^()]*\)(?:, \([^()]*\$n[^()]*\))+/g;

/** They pass on what others compose. */
const PASS_ON: ReadonlyArray<string> = [
  "app/db/compiled-query.server.ts",
  "tests/support/shops/recorded-statements.ts",
];
/** Kysely's own frames lie between. */
const FRAMES_MAX = 60;

export type RecordedStatement = Readonly<{
  sqlite: string;
  postgres: string;
  /** Of `postgres`; null for what is no text and no number. */
  values: ReadonlyArray<string | number | null>;
  /** The file of `app/` or `tests/` that composed it; empty if none is on the stack. */
  file: string;
}>;

const known = new Map<string, RecordedStatement>();
let unwritten: Array<RecordedStatement> = [];

/** `dialect` (SQLite), which also compiles each query for PostgreSQL and remembers both texts. */
export function recordingStatements(dialect: Dialect): Dialect {
  const postgres = new PostgresQueryCompiler();
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createQueryCompiler: () => {
      const sqlite = dialect.createQueryCompiler();
      return {
        compileQuery: (node, queryId) => {
          const compiled = sqlite.compileQuery(node, queryId);
          record(compiled.sql, postgres.compileQuery(node, queryId));
          return compiled;
        },
      };
    },
  };
}

function record(sqlite: string, { sql: postgres, parameters }: CompiledQuery): void {
  if (!CAN_BE_PREPARED.test(postgres)) return;
  const file = composer();
  const values = parameters.map((one) => (typeof one === "string" || typeof one === "number" ? one : null));
  const statement = { sqlite, postgres, values, file };
  if (keepChosen(known, statement)) unwritten.push(statement);
}

/**
 * One statement of each shape and file is kept in `chosen`: the one with the longest list, then with the largest limit,
 * then by its text, so that it does not matter which was recorded first. True if it is `statement`.
 */
function keepChosen(chosen: Map<string, RecordedStatement>, statement: RecordedStatement): boolean {
  const key = `${statement.file} ${shapeOf(statement.postgres)}`;
  const before = chosen.get(key);
  if (before && compare(statement, before) <= 0) return false;
  chosen.set(key, statement);
  return true;
}

function compare(one: RecordedStatement, other: RecordedStatement): number {
  const differences = [one.values.length - other.values.length, limitOf(one) - limitOf(other)];
  const [first] = differences.filter((difference) => difference !== 0);
  if (first !== undefined) return first;
  const [text, otherText] = [JSON.stringify(one), JSON.stringify(other)];
  if (text === otherText) return 0;
  return text < otherText ? 1 : -1;
}

/** 0 without one. */
function limitOf({ postgres, values }: RecordedStatement): number {
  const [, place] = /\blimit \$(\d+)\s*$/i.exec(postgres) ?? [];
  return Number(values[Number(place) - 1] ?? 0);
}

/** The nearest file of the project on the stack, without what only passes queries on. */
function composer(): string {
  const { stackTraceLimit } = Error;
  const prepareStackTrace = Reflect.get<ErrorConstructor, "prepareStackTrace">(Error, "prepareStackTrace");
  const held: { stack?: ReadonlyArray<NodeJS.CallSite> } = {};
  Error.stackTraceLimit = FRAMES_MAX;
  // Without a look into source maps, which would take longer than compiling.
  Error.prepareStackTrace = (_, frames) => frames;
  Error.captureStackTrace(held);
  const files = (held.stack ?? []).map((frame) => projectFile(frame.getFileName() ?? ""));
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  return files.find((file) => /^(?:app|scripts|tests)\//.test(file) && !PASS_ON.includes(file)) ?? "";
}

function projectFile(name: string): string {
  return relative(process.cwd(), name.replace(/^file:\/\//, ""));
}

function shapeOf(text: string): string {
  return text.replace(PLACEHOLDERS, "$n").replace(/\$\d+/g, "$n").replace(ROWS, "(rows)");
}

/** Adds what this process has recorded to the run's statements. */
export function writeRecordedStatements(): void {
  const lines = unwritten.map((statement) => `${JSON.stringify(statement)}\n`);
  unwritten = [];
  if (lines.length === 0) return;
  mkdirSync(folder(), { recursive: true });
  appendFileSync(join(folder(), `${process.pid}.jsonl`), lines.join(""));
}

/** All statements of this run, one of each shape and file. */
export function recordedStatements(): ReadonlyArray<RecordedStatement> {
  if (!existsSync(folder()))
    throw new Error("No statements were recorded: run the project sqlite in the same run");
  const statements = readdirSync(folder()).flatMap((file) =>
    readFileSync(join(folder(), file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as RecordedStatement),
  );
  return chosenOf(statements);
}

/** In the order of their files and texts. */
export function chosenOf(statements: ReadonlyArray<RecordedStatement>): ReadonlyArray<RecordedStatement> {
  const chosen = new Map<string, RecordedStatement>();
  for (const statement of statements) keepChosen(chosen, statement);
  return [...chosen].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, statement]) => statement);
}

/** In the folder of the run, which tests/support/shops/run-folder.ts makes. */
function folder(): string {
  return join(tmpdir(), "statements");
}
