import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty folder, which goes with the run that it belongs to (run-folder.ts). */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "shop-test-"));
}
