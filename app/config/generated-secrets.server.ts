/** Secrets that a shop makes up for itself when it is given none: enough for one machine, not for the world. */
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

/** Shortest secret, in characters, that an https shop starts with. */
export const SECRET_MIN_CHARACTERS = 32;

/** A mistake in the settings, told in one line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const secretsSchema = z.object({
  session: z.string().min(SECRET_MIN_CHARACTERS),
  paymentWebhook: z.string().min(SECRET_MIN_CHARACTERS),
});

/** The secrets in `dataDir`/secrets.json (mode 0600), made on the first start, once for all processes. */
export function generatedSecrets(dataDir: string): z.infer<typeof secretsSchema> {
  const file = join(dataDir, "secrets.json");
  if (!existsSync(file)) makeSecrets(dataDir, file);
  const parsed = secretsSchema.safeParse(readJson(file));
  if (!parsed.success) throw new ConfigError(`${file}: is damaged; restore it or delete it`);
  return parsed.data;
}

/** The file appears whole or not at all, and the first of several processes wins. */
function makeSecrets(dataDir: string, file: string): void {
  const draft = join(dataDir, `.secrets-${randomBytes(6).toString("hex")}`);
  const secrets = { session: newSecret(), paymentWebhook: newSecret() };
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600, flag: "wx" });
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file))
      throw new ConfigError(`DATA_DIR: cannot write to ${dataDir} (${(error as Error).message})`);
  }
  rmSync(draft, { force: true });
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function newSecret(): string {
  return randomBytes(48).toString("base64url");
}
