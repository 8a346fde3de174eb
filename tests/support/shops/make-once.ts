/** Lets parallel test processes share a file or a folder that takes long to make. */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 50_000;
const PAUSE_MS = 50;
const OLD_MS = 4 * 3_600_000;

/** Folder of the files that are made once. What is hours old has been replaced and goes. */
export function templateFolder(): string {
  const folder = join(process.env["TEST_TEMPLATES_DIR"] ?? tmpdir(), "shop-test-templates");
  mkdirSync(folder, { recursive: true });
  removeOld(folder);
  return folder;
}

/** Removes from `folder` what was made hours ago. */
export function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (ageOf(join(folder, name)) > OLD_MS) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Another text when a file below one of `folders` is another one. */
export function hashOfFolders(...folders: ReadonlyArray<string>): string {
  const sum = createHash("sha256");
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) sum.update(path).update(readFileSync(path));
    }
  }
  return sum.digest("hex").slice(0, 16);
}

/** Has `make` write `file`, or a folder, unless it is there; one process makes it, the others wait for it. */
export async function makeOnce(file: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const lock = `${file}.lock`;
  for (;;) {
    if (existsSync(file)) return;
    if (takes(lock)) break;
    await sleep(PAUSE_MS);
  }
  // A maker that lost its patience may still be at work in this very process.
  const unfinished = `${file}.${randomUUID()}`;
  try {
    if (existsSync(file)) return;
    await make(unfinished);
    // Whoever lost patience with this process has made it meanwhile, and a folder replaces none.
    if (existsSync(file)) return;
    renameSync(unfinished, file);
  } finally {
    for (const rest of ["", "-wal", "-shm"]) rmSync(`${unfinished}${rest}`, { recursive: true, force: true });
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Takes the lock. One that a dead process left behind is broken. */
function takes(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    if (existsSync(lock) && ageOf(lock) > PATIENCE_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}
