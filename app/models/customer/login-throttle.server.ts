/** Tries are limited in the same way for accounts that do not exist. */
import {
  resetAttempts,
  returnAttempt,
  type LimitRule,
  consumeAttempt,
  counterOf,
} from "#app/db/rate-limits.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { TOKEN_LIFE_MS } from "./token.ts";

const MINUTE = 60;
const HOUR = 3_600;

/** Five tries, then pauses of 1, 2, 4 … seconds; after ten a quarter of an hour. */
const PASSWORD_TRIES = {
  points: 10,
  seconds: 15 * MINUTE,
  slides: true,
  waits: [0, 0, 0, 0, 1, 2, 4, 8, 16],
} as const satisfies LimitRule;

const RULES = {
  // All devices together that have never logged in to the account.
  "login-account": PASSWORD_TRIES,
  "login-device": PASSWORD_TRIES,
  "login-address": { points: 20, seconds: 15 * MINUTE },
  "login-accounts-of-address": { points: 10, seconds: HOUR },
  "register-address": { points: 5, seconds: HOUR },
  // As long as a link works, so a working one is in the inbox when no more are sent.
  "forgot-account": { points: 6, seconds: TOKEN_LIFE_MS["reset-password"] / 1000 },
  "forgot-account-address": { points: 3, seconds: HOUR },
  "forgot-device": { points: 3, seconds: HOUR },
  "forgot-address": { points: 10, seconds: HOUR },
  "verify-account": { points: 3, seconds: HOUR },
  "set-password-address": { points: 10, seconds: HOUR },
  "change-email-account": { points: 3, seconds: HOUR },
  "export-account": { points: 5, seconds: HOUR },
  "alert-email": { points: 5, seconds: HOUR },
  "gift-list-link-email": { points: 3, seconds: HOUR },
  "gift-list-emails": { points: 20, seconds: 24 * HOUR },
  "newsletter-email": { points: 3, seconds: 24 * HOUR },
} as const satisfies Record<string, LimitRule>;

export type AccountLimit = keyof typeof RULES;

/** `key`: an email key, a network address, or the id of a customer or a gift list. */
export async function limitAccount(
  name: AccountLimit,
  key: string,
  now: Date,
): Promise<Result<null, "rate-limited">> {
  const seconds = await consumeAttempt(counterOf(name, key), RULES[name], now);
  return seconds === 0 ? ok(null) : refused("rate-limited", { retryAfterSeconds: seconds });
}

export type AccountTry = Readonly<{ emailKey: string; address: string; deviceId: string | null }>;

/** False: nothing is sent, and the answer must be the same. */
export async function limitReset(
  { emailKey, address, deviceId }: AccountTry,
  now: Date,
): Promise<Result<boolean, "rate-limited">> {
  if (deviceId !== null && (await limitAccount("forgot-device", deviceId, now)).ok) return ok(true);
  const here = await limitAccount("forgot-address", address, now);
  if (!here.ok) return here;
  const pair = await limitAccount("forgot-account-address", `${address} ${emailKey}`, now);
  return ok(pair.ok && (await limitAccount("forgot-account", emailKey, now)).ok);
}

const lines = new Map<string, Promise<unknown>>();

/**
 * Tries at one account run one after the other, so that right ones never use up each other's tries; a known device has
 * a queue of its own. Call it for unknown accounts too.
 */
export async function tryPassword(
  who: AccountTry,
  isRight: () => Promise<Result<boolean, "busy">>,
  now: Date,
): Promise<Result<boolean, "busy" | "login-slow-down">> {
  const counter = counterOfTry(who);
  const before = lines.get(counter) ?? Promise.resolve();
  const mine = before.then(() => countAndLook(who, isRight, now));
  const end = mine.catch(() => undefined);
  lines.set(counter, end);
  try {
    return await mine;
  } finally {
    if (lines.get(counter) === end) lines.delete(counter);
  }
}

/** Failures count for the network address alone, because a passkey names its account itself. */
export async function tryPasskey<Value, Code extends string>(
  address: string,
  logIn: () => Promise<Result<Value, Code>>,
  now: Date,
): Promise<Result<Value, Code | "login-slow-down">> {
  const counter = counterOf("login-address", address);
  const seconds = await consumeAttempt(counter, RULES["login-address"], now);
  if (seconds > 0) return refused("login-slow-down", { retryAfterSeconds: seconds });
  const done = await logIn();
  if (done.ok) await returnAttempt(counter);
  return done;
}

async function countAndLook(
  who: AccountTry,
  isRight: () => Promise<Result<boolean, "busy">>,
  now: Date,
): Promise<Result<boolean, "busy" | "login-slow-down">> {
  const allowed = await limitLogin(who, now);
  if (!allowed.ok) return allowed;
  const right = await isRight();
  if (right.ok && right.value) await forgiveLogin(who);
  return right;
}

async function limitLogin(who: AccountTry, now: Date): Promise<Result<null, "login-slow-down">> {
  // Other tries from the same network address do not concern a known device.
  const waits = who.deviceId === null ? await addressWaits(who, now) : [];
  // A blocked network address uses up none of the account's tries.
  if (Math.max(0, ...waits) === 0) waits.push(await consumeAttempt(counterOfTry(who), PASSWORD_TRIES, now));
  const seconds = Math.max(...waits);
  return seconds === 0 ? ok(null) : refused("login-slow-down", { retryAfterSeconds: seconds });
}

async function addressWaits(who: AccountTry, now: Date): Promise<Array<number>> {
  return [
    await consumeAttempt(counterOf("login-address", who.address), RULES["login-address"], now),
    await newAccountOfAddress(who, now),
  ];
}

async function newAccountOfAddress({ emailKey, address }: AccountTry, now: Date): Promise<number> {
  const pair = counterOf("login-accounts-of-address", `${address} ${emailKey}`);
  const isNew = (await consumeAttempt(pair, { points: 1, seconds: HOUR }, now)) === 0;
  if (!isNew) return 0;
  const rule = RULES["login-accounts-of-address"];
  const seconds = await consumeAttempt(counterOf("login-accounts-of-address", address), rule, now);
  if (seconds > 0) await resetAttempts(pair);
  return seconds;
}

/** Strangers' failures stay counted when a known device logs in. */
async function forgiveLogin(who: AccountTry): Promise<void> {
  await resetAttempts(counterOfTry(who));
  if (who.deviceId === null) await returnAttempt(counterOf("login-address", who.address));
}

function counterOfTry({ emailKey, deviceId }: AccountTry): string {
  return deviceId === null
    ? counterOf("login-account", emailKey)
    : counterOf("login-device", `${deviceId} ${emailKey}`);
}

export async function resetLoginAttempts(emailKey: string): Promise<void> {
  await resetAttempts(counterOf("login-account", emailKey));
}
