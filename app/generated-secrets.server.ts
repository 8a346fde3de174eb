/** Secrets that a shop makes up for itself when it is given none: enough for one machine, not for the world. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

/** The secrets in `dataDir`/secrets.json (mode 0600), made on the first start. */
export function generatedSecrets(dataDir: string): z.infer<typeof secretsSchema> {
  const file = join(dataDir, "secrets.json");
  if (existsSync(file)) {
    const parsed = secretsSchema.safeParse(readJson(file));
    if (!parsed.success) throw new ConfigError(`${file}: is damaged; restore it or delete it`);
    return parsed.data;
  }
  const secrets = { session: newSecret(), paymentWebhook: newSecret() };
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600, flag: "wx" });
    chmodSync(file, 0o600);
  } catch (error) {
    if (existsSync(file)) return secretsSchema.parse(readJson(file));
    throw new ConfigError(`DATA_DIR: cannot write to ${dataDir} (${(error as Error).message})`);
  }
  return secrets;
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
