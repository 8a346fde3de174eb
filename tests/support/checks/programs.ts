/** Programs of the system that some tests need. */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Debian's, and where one's own builds go. A search path need not have the first two. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin"];

/** Path of the program, or null where there is none. */
export function findProgram(name: string): string | null {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
