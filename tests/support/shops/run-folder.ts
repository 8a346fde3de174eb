/** One folder for whatever tests and the programs that they start write to the temporary directory; gone after the run. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Vitest calls it once for each project, in the process that starts the workers, and what it answers with at the end. */
export default function makeRunFolder(): (() => void) | undefined {
  if (process.env["TEST_TEMPLATES_DIR"]) return undefined;
  // Templates outlive the run: the next one copies them.
  process.env["TEST_TEMPLATES_DIR"] = tmpdir();
  const folder = mkdtempSync(join(tmpdir(), "shop-run-"));
  // A database server of a test's own belongs to another user, who passes through.
  chmodSync(folder, 0o711);
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
