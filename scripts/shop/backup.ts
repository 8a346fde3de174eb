import { resolve } from "node:path";

import { type Command, type Outcome } from "./command.ts";
import { newProgress } from "./progress.ts";
import { flagSchema, filledSchema, verb, verbsCommand, progressSchema } from "./verbs.ts";

export const backupCommand: Command = verbsCommand({
  name: "backup",
  summary: "take a checked backup while the shop runs",
  tables: "ignore",
  verbs: {
    "": verb({
      about:
        "Takes a backup into a new folder inside <folder>, named by the time, while the shop runs: the database as it is " +
        "at one moment, and DATA_DIR/secrets.json where there is one. Then every page, reference and row of the copy is " +
        "checked, and the manifest beside it keeps the number of rows of each table and a checksum. It holds everything " +
        "that customers told you, and the secrets: keep it where only you can read it.\n\n" +
        "Not in it: the original pictures (IMAGE_DIR), settings, and what the shop makes anew by itself. PostgreSQL " +
        "needs pg_dump and pg_restore (postgresql-client).",
      options: { out: filledSchema().describe("folder for backups"), progress: progressSchema() },
      run: ({ out, progress }) => backup(resolve(out), progress),
    }),
  },
});

export const restoreCommand: Command = verbsCommand({
  name: "restore",
  summary: "restore the database from a backup",
  tables: "ignore",
  verbs: {
    "": verb({
      about:
        "Puts a backup in place of the shop's database and generated secrets. The backup is checked first, and the " +
        "database afterwards. Nothing is changed when the backup is not sound, or while a shop is open on the database: " +
        "stop it first. A SQLite database that was there lies beside it under another name afterwards; PostgreSQL " +
        "replaces everything in one transaction.",
      options: {
        from: filledSchema().describe('a folder that "backup" made'),
        yes: flagSchema("also when the database is not empty"),
      },
      run: ({ from, yes }) => restore(resolve(from), yes),
    }),
  },
});

async function backup(out: string, isWatched: boolean): Promise<Outcome> {
  const { takeBackup } = await import("#app/db/backup.server.ts");
  const progress = newProgress({ what: "pages", isRequested: isWatched });
  const setting = {
    now: new Date(),
    environment: process.env,
    onProgress: (done: number, total: number) => progress.at(done, total),
  };
  return refusable(async () => {
    const { folder, manifest } = await takeBackup(out, setting);
    const { bytes, sha256, rows } = manifest;
    const words = [
      `The backup is in ${folder}: ${megabytes(bytes)}, ${sumOf(rows)} rows in ${Object.keys(rows).length} tables, checked.`,
      `SHA-256 ${sha256}`,
      "It holds personal data and secrets: keep it where only you can read it.",
    ];
    return { words: words.join("\n"), data: { folder, ...manifest } };
  });
}

async function restore(from: string, isForced: boolean): Promise<Outcome> {
  const { restoreBackup } = await import("#app/db/backup.server.ts");
  return refusable(async () => {
    const { manifest, aside } = await restoreBackup(from, {
      isForced,
      now: new Date(),
      environment: process.env,
    });
    const { rows, takenAt } = manifest;
    const words = [
      `The shop is as it was at ${takenAt}: ${sumOf(rows)} rows in ${Object.keys(rows).length} tables, checked.`,
      ...(aside ? [`What was there before is now ${aside}.`] : []),
    ];
    return { words: words.join("\n"), data: { from, takenAt, rows, aside } };
  });
}

type BackupResult = Readonly<{ words: string; data: object }>;

async function refusable(work: () => Promise<BackupResult>): Promise<Outcome> {
  const { BackupError } = await import("#app/db/backup-manifest.server.ts");
  try {
    const { words, data } = await work();
    return { isDone: true, words, data: { ok: true, ...data } };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { isDone: false, words: error.message, data: { ok: false, message: error.message } };
  }
}

function sumOf(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
