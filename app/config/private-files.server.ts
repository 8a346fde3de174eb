/** The shop's own files and folders: for its own user alone, whatever the machine's habits are. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
const OTHERS = 0o077;

/** From now on, whatever this process and its children make is for their user alone. Call it once, at the start. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/**
 * Makes the folder `path` and what is missing above it, each for its owner alone. Throws the system's error. Not
 * `mkdirSync` with `recursive`: below /proc that never returns.
 */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  makePrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: OWN_FOLDER });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Makes an empty `file` for its owner alone, or closes one that is there to everybody else, if it is ours to close. */
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

/** True when the group or others may do anything with what is at `path`. */
export function isOpenToOthers(path: string): boolean {
  return (modeOf(path) & OTHERS) !== 0;
}

/** The permissions of what is at `path`, such as 0o755; 0 when nothing is. */
function modeOf(path: string): number {
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
}

/** What is wrong with a data folder that others can open, and what to do, in one line. */
export function openToOthers(folder: string): string {
  const mode = modeOf(folder).toString(8);
  return `other users of this machine can open DATA_DIR (mode ${mode}): chmod 700 ${folder}`;
}
