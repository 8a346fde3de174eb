import { columns, type Command, type Outcome } from "./command.ts";
import { newProgress } from "./progress.ts";
import { choiceSchema, flagSchema, verb, verbsCommand, progressSchema } from "./verbs.ts";

const ENGINES = ["postgres", "sqlite"] as const;

export const copyDatabaseCommand: Command = verbsCommand({
  name: "copy-database",
  summary: "move the shop from SQLite to PostgreSQL, or back",
  tables: "ignore",
  verbs: {
    "": verb({
      about:
        "Copies the whole shop from DATA_DIR/shop.db to the PostgreSQL database of DATABASE_URL, or with --to sqlite from " +
        "there to DATA_DIR/shop.db. Stop the shop first: it refuses while one is open on either database, and keeps the " +
        "source from being written to until it is done. Tables are made as needed; all rows go table by table in the " +
        "order in which they refer to each other, a few hundred in memory at a time. Then all are read back: the number " +
        "of rows of each table and a fingerprint of all their values must be the same on both sides.\n\n" +
        "All of it happens, or nothing: a copy that is interrupted, or is not the same, leaves PostgreSQL with empty " +
        "tables, and a SQLite file as it was; begin it again. The source is not changed. The search index is not " +
        "copied: the shop makes it.",
      options: {
        to: choiceSchema(ENGINES).default("postgres").describe("postgres (default) or sqlite"),
        yes: flagSchema(
          "also when the target holds data: a SQLite file is kept beside the new one, a PostgreSQL database is emptied " +
            "before the copy begins",
        ),
        progress: progressSchema(),
      },
      run: copy,
    }),
  },
});

type CopyOptions = Readonly<{ to: (typeof ENGINES)[number]; yes: boolean; progress: boolean }>;

/** Loaded late: --help works without a configuration. */
const loadCopy = () => import("#app/db/copy-database.server.ts");

async function copy({ to, yes: isForced, progress: isWatched }: CopyOptions): Promise<Outcome> {
  const { copyDatabase } = await loadCopy();
  const { BackupError } = await import("#app/db/backup-manifest.server.ts");
  const progress = newProgress({ what: "rows written and read back", isRequested: isWatched });
  try {
    const report = await copyDatabase(to, {
      isForced,
      now: new Date(),
      onProgress: (done, total) => progress.at(done, total),
    });
    return { isDone: true, words: wordsOf(report, to), data: { ok: true, to, ...report } };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    const message = `${error.message}.`;
    return { isDone: false, words: message, data: { ok: false, message } };
  }
}

type CopyDatabase = Awaited<ReturnType<typeof loadCopy>>;
type Report = Awaited<ReturnType<CopyDatabase["copyDatabase"]>>;

function wordsOf({ tables, own, aside }: Report, to: CopyOptions["to"]): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lines = tables.map((table) => [table.name, table.rows, table.sha256.slice(0, 16)]);
  return [
    columns(["table", "rows", "the same on both sides"], lines),
    "",
    `${rows} rows in ${tables.length} tables were copied and read back.`,
    ...(own.length > 0 ? [`Of one engine alone, and made anew by the shop: ${own.join(", ")}.`] : []),
    ...(aside ? [`The previous database is now ${aside}.`] : []),
    to === "postgres"
      ? "Start the shop with the same DATABASE_URL. DATA_DIR/shop.db was left as it was: the shop does not read it now."
      : "Start the shop without DATABASE_URL. The PostgreSQL database was left as it was.",
  ].join("\n");
}
