import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { z } from "zod";

const MANIFEST_FILE = "manifest.json";
export const SECRETS_FILE = "secrets.json";

const manifestSchema = z.object({
  format: z.literal(1),
  engine: z.enum(["sqlite", "postgres"]),
  /** ISO 8601: everything that was committed before is in it. */
  takenAt: z.string().datetime(),
  migrations: z.array(z.string()),
  file: z.enum(["shop.db", "shop.dump"]),
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.record(z.number().int().nonnegative()),
  hasSecrets: z.boolean(),
  /** Absent in backups that were taken before 28 November 2026. */
  secretsSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type RowCounts = Manifest["rows"];

export class BackupError extends Error {
  override name = "BackupError";
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeDurably(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The manifest of the backup in `folder`. Throws BackupError when there is none that makes sense. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch(() => null);
  if (text === null) throw new BackupError(`${folder} is no backup: it has no ${MANIFEST_FILE}.`);
  const parsed = manifestSchema.safeParse(readJson(text));
  if (!parsed.success) throw new BackupError(`${join(folder, MANIFEST_FILE)} is damaged.`);
  return parsed.data;
}

/** Throws BackupError unless the file that `manifest` names is there, byte for byte as it was written. */
export async function checkBytes(folder: string, manifest: Manifest): Promise<void> {
  const file = join(folder, manifest.file);
  const found = await fingerprint(file).catch(() => null);
  if (!found) throw new BackupError(`${file} is missing or cannot be read.`);
  if (found.bytes !== manifest.bytes || found.sha256 !== manifest.sha256)
    throw new BackupError(`${file} is not what was written: its checksum differs.`);
}

/** Throws BackupError unless the secrets are there as they were written, or can be read where no checksum was noted. */
export async function checkSecrets(folder: string, { hasSecrets, secretsSha256 }: Manifest): Promise<void> {
  if (!hasSecrets) return;
  const file = join(folder, SECRETS_FILE);
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) throw new BackupError(`${file} is missing or cannot be read.`);
  const isSound =
    secretsSha256 === undefined
      ? readJson(text) !== null
      : (await fingerprint(file)).sha256 === secretsSha256;
  if (!isSound) throw new BackupError(`${file} is not what was written.`);
}

export async function fingerprint(file: string): Promise<Pick<Manifest, "bytes" | "sha256">> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest("hex") };
}

export function compareTableRows(expected: RowCounts, found: RowCounts, what: string): void {
  const tables = new Set([...Object.keys(expected), ...Object.keys(found)]);
  const different = [...tables].filter((table) => expected[table] !== found[table]);
  if (different.length === 0) return;
  const details = different.map(
    (table) => `${table} ${found[table] ?? "missing"} instead of ${expected[table] ?? "none"}`,
  );
  throw new BackupError(`${what} has other rows than the shop had: ${details.join(", ")}.`);
}

export async function writeDurably(file: string, content: string | Buffer): Promise<void> {
  const handle = await open(file, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
