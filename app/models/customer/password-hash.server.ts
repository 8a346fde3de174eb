/** Passwords are hashed on other threads, a few at a time. */
import { hash, verify } from "@node-rs/argon2";

import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { breaches } from "#app/services/passwords/breach.server.ts";

import { normalisePassword, passwordRefusal, type PasswordRuleCode } from "./password.ts";

/** Memory in KiB, rounds, lanes: OWASP's minimum. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The library's default algorithm is argon2id. */
const OPTIONS = { ...PASSWORD_COST, outputLen: 32 };
const CURRENT_PREFIX = `$argon2id$v=19$m=${PASSWORD_COST.memoryCost},t=${PASSWORD_COST.timeCost},p=${PASSWORD_COST.parallelism}$`;

const PARALLEL = 2;
const QUEUE = 16;

let running = 0;
const waiting: Array<() => void> = [];

/** Checked for an account that does not exist, so that it costs the same. */
let dummy: Promise<string> | null = null;

export async function hashPassword(password: string): Promise<Result<string, "busy">> {
  return oneAfterAnother(() => hash(normalisePassword(password), OPTIONS));
}

/** Without a hash it is false and just as slow. */
export async function isPasswordRight(
  stored: string | null,
  password: string,
): Promise<Result<boolean, "busy">> {
  return oneAfterAnother(async () => {
    dummy ??= hash(crypto.randomUUID(), OPTIONS);
    const isMatch = await verify(stored ?? (await dummy), normalisePassword(password));
    return isMatch && stored !== null;
  });
}

export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(CURRENT_PREFIX);
}

async function oneAfterAnother<Value>(work: () => Promise<Value>): Promise<Result<Value, "busy">> {
  if (running >= PARALLEL && waiting.length >= QUEUE) return refused("busy", { retryAfterSeconds: 5 });
  if (running >= PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return ok(await work());
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The remote service is called last. */
export async function newPasswordRefusal(
  password: string,
  email: string,
): Promise<Refusal<PasswordRuleCode> | null> {
  const refusal = passwordRefusal(password, email);
  if (refusal) return refusal;
  return (await breaches().isLeaked(normalisePassword(password))) ? refused("password-leaked") : null;
}
