import { statfs } from "node:fs/promises";

import { config } from "#app/config.server.ts";

/** Free space, in bytes, that work in the background leaves to shoppers and to the end of what it has begun. */
const RESERVE_BYTES = 8 * 1024 * 1024;

/** False when little space is left beside the SQLite file. A PostgreSQL server looks after its own disk. */
export async function hasRoom(): Promise<boolean> {
  if (config.databaseUrl) return true;
  const { bavail, bsize } = await statfs(config.dataDir);
  return bavail * bsize >= RESERVE_BYTES;
}
