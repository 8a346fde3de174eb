/** Hashes passwords with argon2id, a few at a time, off the event loop. */
import { hash, verify } from "@node-rs/argon2";

import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { normalisePassword } from "./password.ts";

/** Memory in KiB, rounds, lanes: what OWASP names as the least. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The library's default algorithm is argon2id. */
const OPTIONS = { ...COST, outputLen: 32 };
const CURRENT_PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Hashes at the same time, and those that wait for their turn; one more is refused. */
const PARALLEL = 2;
const QUEUE = 16;

let running = 0;
const waiting: Array<() => void> = [];

/** A hash of nothing anybody knows: a try at an account that does not exist costs as much as one that does. */
let dummy: Promise<string> | null = null;

export async function hashPassword(password: string): Promise<Result<string, "busy">> {
  return inTurn(() => hash(normalisePassword(password), OPTIONS));
}

/** Whether `password` is the one that was hashed. Without a hash: never, and just as slowly. */
export async function isPasswordRight(
  stored: string | null,
  password: string,
): Promise<Result<boolean, "busy">> {
  return inTurn(async () => {
    dummy ??= hash(crypto.randomUUID(), OPTIONS);
    const isMatch = await verify(stored ?? (await dummy), normalisePassword(password));
    return isMatch && stored !== null;
  });
}

/** True for a hash made with less effort than today's. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(CURRENT_PREFIX);
}

async function inTurn<Value>(work: () => Promise<Value>): Promise<Result<Value, "busy">> {
  if (running >= PARALLEL && waiting.length >= QUEUE) return refused("busy", { retryAfterSeconds: 5 });
  if (running >= PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return ok(await work());
  } finally {
    // The place goes to whoever waits longest; nobody can slip in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
