/**
 * Statements that tests execute on SQLite, as PostgreSQL would get them. The project "statements" has PostgreSQL prepare
 * each of them once: what its dialect refuses is found without running every test on both engines.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Dialect, PostgresQueryCompiler } from "kysely";

/** What PREPARE takes: https://www.postgresql.org/docs/current/sql-prepare.html */
const CAN_BE_PREPARED = /^\s*(?:with|select|insert|update|delete|values)\b/i;
/** Lists differ in their length alone. */
const PLACEHOLDERS = /\$\d+(?:, \$\d+)+/g;
const ROWS = /\([^()]*\$n[^()]*\)(?:, \([^()]*\$n[^()]*\))+/g;

const known = new Set<string>();
let unwritten: Array<string> = [];

/** `dialect` (SQLite), which also compiles each query for PostgreSQL and remembers the text. */
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
          record(postgres.compileQuery(node, queryId).sql);
          return sqlite.compileQuery(node, queryId);
        },
      };
    },
  };
}

function record(text: string): void {
  if (!CAN_BE_PREPARED.test(text)) return;
  const shape = shapeOf(text);
  if (known.has(shape)) return;
  known.add(shape);
  unwritten.push(text);
}

function shapeOf(text: string): string {
  return text.replace(PLACEHOLDERS, "$n").replace(/\$\d+/g, "$n").replace(ROWS, "(rows)");
}

/** Adds what this process has recorded to the run's statements. */
export function writeRecordedStatements(): void {
  const lines = unwritten.map((text) => `${JSON.stringify(text)}\n`);
  unwritten = [];
  if (lines.length === 0) return;
  mkdirSync(folder(), { recursive: true });
  appendFileSync(join(folder(), `${process.pid}.jsonl`), lines.join(""));
}

/** All statements of this run, one of each shape. */
export function recordedStatements(): ReadonlyArray<string> {
  if (!existsSync(folder()))
    throw new Error("No statements were recorded: run the project sqlite in the same run");
  const texts = readdirSync(folder()).flatMap((file) =>
    readFileSync(join(folder(), file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as string),
  );
  return [...new Map(texts.map((text) => [shapeOf(text), text])).values()];
}

/** In the folder of the run, which tests/support/shops/run-folder.ts makes. */
function folder(): string {
  return join(tmpdir(), "statements");
}
