/** What the shop's own code finds in the environment of a simulation. Import it before anything of the shop's. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const dataDir = mkdtempSync(join(tmpdir(), "shop-simulation-"));
process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));

process.env["DATA_DIR"] = dataDir;
process.env["ALLOWED_ORIGINS"] = "http://localhost:3000";
process.env["SESSION_SECRETS"] = "a-session-secret-for-simulations-long-01";
process.env["PAYMENT_WEBHOOK_SECRETS"] = "a-webhook-secret-for-simulations-long-01";
process.env["LOG_LEVEL"] = "silent";
delete process.env["DATABASE_URL"];
