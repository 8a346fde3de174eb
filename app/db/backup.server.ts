import { copyFileSync, existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { config } from "#app/config.server.ts";

import {
  BackupError,
  checkBytes,
  checkSecrets,
  compareTableRows,
  fingerprint,
  type Manifest,
  readManifest,
  SECRETS_FILE,
  writeDurably,
  writeManifest,
} from "./backup-manifest.server.ts";
import { databaseState } from "./database-state.server.ts";
import { dumpPostgres, restorePostgres, rowsOfDump, restoreTargetState } from "./backup-postgres.server.ts";
import {
  checkSqlite,
  copySqlite,
  type OnProgress,
  replaceSqlite,
  stateOfSqlite,
} from "./backup-sqlite.server.ts";
import { lastBackupFile } from "./last-backup.server.ts";

type Setting = Readonly<{ now: Date; environment: NodeJS.ProcessEnv; onProgress: OnProgress }>;

/** Writers go on meanwhile. Throws BackupError when the backup is not sound. */
export async function takeBackup(
  parent: string,
  { now, environment, onProgress }: Setting,
): Promise<Readonly<{ folder: string; manifest: Manifest }>> {
  const name = `shop-${stampOf(now)}`;
  const folder = join(parent, name);
  if (existsSync(folder)) throw new BackupError(`${folder} is there already.`);
  const unfinished = join(parent, `.${name}.unfinished`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const url = config.databaseUrl;
    const file = url ? "shop.dump" : "shop.db";
    const target = join(unfinished, file);
    const copied = url
      ? await dumpPostgres({ url, environment }, target)
      : await copySqlite(databaseFile(), target, onProgress);
    checkVersion("The database", copied.migrations);
    const secretsSha256 = await copySecrets(unfinished);
    const manifest: Manifest = {
      format: 1,
      engine: url ? "postgres" : "sqlite",
      takenAt: now.toISOString(),
      file,
      ...(await fingerprint(target)),
      ...copied,
      ...(secretsSha256 === null ? { hasSecrets: false } : { hasSecrets: true, secretsSha256 }),
    };
    await writeManifest(unfinished, manifest);
    await rename(unfinished, folder);
    const note = JSON.stringify({ takenAt: manifest.takenAt, folder });
    await writeDurably(lastBackupFile(), note);
    return { folder, manifest };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Without the secrets every cookie and every signed link would be worth nothing after a restore. Returns their SHA-256,
 * or null where the shop has no file of them.
 */
async function copySecrets(folder: string): Promise<string | null> {
  const secrets = await readFile(join(config.dataDir, SECRETS_FILE)).catch(() => null);
  if (!secrets) return null;
  const copy = join(folder, SECRETS_FILE);
  await writeDurably(copy, secrets);
  return (await fingerprint(copy)).sha256;
}

async function checkBackup(folder: string, environment: NodeJS.ProcessEnv): Promise<Manifest> {
  const manifest = await readManifest(folder);
  checkVersion("The backup", manifest.migrations);
  await checkBytes(folder, manifest);
  await checkSecrets(folder, manifest);
  const file = join(folder, manifest.file);
  const rows =
    manifest.engine === "sqlite"
      ? checkSqlite(file)
      : await rowsOfDump({ url: config.databaseUrl ?? "postgres:///", environment }, file);
  compareTableRows(manifest.rows, rows, "The backup");
  return manifest;
}

/** Throws BackupError where no start of this code could open it. */
function checkVersion(what: string, migrations: ReadonlyArray<string>): void {
  const { mismatch } = databaseState(migrations);
  if (mismatch) throw new BackupError(`${what} ${mismatch.problem}. ${mismatch.remedy}.`);
}

export type Restored = Readonly<{
  manifest: Manifest;
  /** Where what was there before lies now; null when nothing was there, or PostgreSQL replaced it in place. */
  aside: string | null;
}>;

/** Throws BackupError, and changes nothing, where the target is in use, or holds data without `isForced`. */
export async function restoreBackup(
  folder: string,
  { isForced, now, environment }: Readonly<{ isForced: boolean }> & Omit<Setting, "onProgress">,
): Promise<Restored> {
  const manifest = await checkBackup(folder, environment);
  const url = config.databaseUrl;
  const engine = url ? "postgres" : "sqlite";
  if (engine !== manifest.engine)
    throw new BackupError(`The backup is of ${manifest.engine}, and the shop is set up for ${engine}.`);
  const state = url ? await restoreTargetState(url) : stateOfSqlite(databaseFile());
  if (state === "in use") throw new BackupError("A shop is open on this database: stop it first.");
  if (state === "filled" && !isForced)
    throw new BackupError("The database is not empty: say --yes to put the backup in its place.");
  const stamp = stampOf(now);
  const aside = `${databaseFile()}.before-restore-${stamp}`;
  if (url)
    compareTableRows(
      manifest.rows,
      await restorePostgres({ url, environment }, join(folder, manifest.file)),
      "The database",
    );
  else {
    const wasThere = existsSync(databaseFile());
    await replaceSqlite(join(folder, manifest.file), databaseFile(), aside);
    compareTableRows(manifest.rows, checkSqlite(databaseFile()), "The restored database");
    restoreSecrets(folder, manifest, stamp);
    return { manifest, aside: wasThere ? aside : null };
  }
  restoreSecrets(folder, manifest, stamp);
  return { manifest, aside: null };
}

function restoreSecrets(folder: string, manifest: Manifest, stamp: string): void {
  if (!manifest.hasSecrets) return;
  const secrets = join(config.dataDir, SECRETS_FILE);
  if (existsSync(secrets)) copyFileSync(secrets, `${secrets}.before-restore-${stamp}`);
  copyFileSync(join(folder, SECRETS_FILE), secrets);
}

function databaseFile(): string {
  return join(config.dataDir, "shop.db");
}

/** Such as 2026-11-21T19-30-00Z: in the order of time, and a name on every system. */
function stampOf(now: Date): string {
  return now.toISOString().replace(/\.\d+/, "").replaceAll(":", "-");
}
