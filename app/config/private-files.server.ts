import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
const OTHERS = 0o077;

/** Applies to child processes too; call it once, at the start. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/** Each new folder is for its owner alone. Not `mkdirSync` with `recursive`: below /proc that never returns. */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  makePrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: OWN_FOLDER });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Closes an existing file to everybody else, if it is ours to close. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, "a", OWN_FILE));
  if (isOpenToOthers(file)) chmodQuietly(file);
}

function chmodQuietly(file: string): void {
  try {
    chmodSync(file, OWN_FILE);
  } catch {
    // It belongs to another user; `doctor` tells of it.
  }
}

export function isOpenToOthers(path: string): boolean {
  return (modeOf(path) & OTHERS) !== 0;
}

/** The permissions of what is at `path`, such as 0o755; 0 when nothing is. */
function modeOf(path: string): number {
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
}

export function openToOthers(folder: string): string {
  const mode = modeOf(folder).toString(8);
  return `other users of this machine can open DATA_DIR (mode ${mode}): chmod 700 ${folder}`;
}
