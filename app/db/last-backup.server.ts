import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { config } from "#app/config.server.ts";

export function lastBackupFile(): string {
  return join(config.dataDir, "last-backup.json");
}

/** When the last backup was taken by this shop, or null when it knows of none. ISO 8601. */
export async function lastBackupAt(): Promise<string | null> {
  const text = await readFile(lastBackupFile(), "utf8").catch(() => "");
  const found = /"takenAt":"([^"]+)"/.exec(text)?.[1] ?? "";
  return Number.isNaN(Date.parse(found)) ? null : found;
}
