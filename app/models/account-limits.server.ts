/** How often one may try at the doors of an account. The same for accounts that exist and for those that do not. */
import { keyedHash } from "#app/db/keyed-hash.server.ts";
import { forgetTries, giveTryBack, type LimitRule, takeTry } from "#app/db/rate-limits.server.ts";

import { ok, refused, type Result } from "./result.ts";

const MINUTE = 60;
const HOUR = 3_600;

/** Keyed by e-mail address, network address or customer, as the name says. */
const RULES = {
  // Five tries at once, then pauses of 1, 2, 4 … seconds; ten in all, then a quarter of an hour. Never for good.
  "login-account": { points: 10, seconds: 15 * MINUTE, slides: true, waits: [0, 0, 0, 0, 1, 2, 4, 8, 16] },
  "login-address": { points: 20, seconds: 15 * MINUTE },
  "login-accounts-of-address": { points: 10, seconds: HOUR },
  "register-address": { points: 5, seconds: HOUR },
  "forgot-account": { points: 3, seconds: HOUR },
  "forgot-address": { points: 10, seconds: HOUR },
  "verify-account": { points: 3, seconds: HOUR },
  "set-password-address": { points: 10, seconds: HOUR },
  "change-email-account": { points: 3, seconds: HOUR },
  "export-account": { points: 5, seconds: HOUR },
  "alert-email": { points: 5, seconds: HOUR },
  "newsletter-email": { points: 3, seconds: 24 * HOUR },
} as const satisfies Record<string, LimitRule>;

export type AccountLimit = keyof typeof RULES;

/** Takes one try of `name` for `key` (an e-mail key, a network address or a customer id). */
export async function limitAccount(
  name: AccountLimit,
  key: string,
  now: Date,
): Promise<Result<null, "rate-limited">> {
  const seconds = await takeTry(counterOf(name, key), RULES[name], now);
  return seconds === 0 ? ok(null) : refused("rate-limited", { retryAfterSeconds: seconds });
}

type LoginTry = Readonly<{ emailKey: string; address: string }>;

/** Ends of the line in which the tries at each account wait, by e-mail key. */
const lines = new Map<string, Promise<unknown>>();

/**
 * Lets one password be looked at by `isRight`, if the limits allow it. Tries at one account go one after the other:
 * a right one is forgiven before the next is counted, so that right ones never use up the tries of each other. Asked
 * whether or not there is such an account.
 */
export async function tryPassword(
  who: LoginTry,
  isRight: () => Promise<Result<boolean, "busy">>,
  now: Date,
): Promise<Result<boolean, "busy" | "login-slow-down">> {
  const before = lines.get(who.emailKey) ?? Promise.resolve();
  const mine = before.then(() => countAndLook(who, isRight, now));
  // Whoever comes next waits for the end of this try, not for its success.
  const end = mine.catch(() => undefined);
  lines.set(who.emailKey, end);
  try {
    return await mine;
  } finally {
    if (lines.get(who.emailKey) === end) lines.delete(who.emailKey);
  }
}

async function countAndLook(
  who: LoginTry,
  isRight: () => Promise<Result<boolean, "busy">>,
  now: Date,
): Promise<Result<boolean, "busy" | "login-slow-down">> {
  const allowed = await limitLogin(who, now);
  if (!allowed.ok) return allowed;
  const right = await isRight();
  if (right.ok && right.value) await forgiveLogin(who);
  return right;
}

async function limitLogin(
  { emailKey, address }: LoginTry,
  now: Date,
): Promise<Result<null, "login-slow-down">> {
  const waits = [
    await takeTry(counterOf("login-address", address), RULES["login-address"], now),
    await newAccountOfAddress({ emailKey, address }, now),
  ];
  // An address that has used up its tries uses up none of the account's.
  if (Math.max(...waits) === 0)
    waits.push(await takeTry(counterOf("login-account", emailKey), RULES["login-account"], now));
  const seconds = Math.max(...waits);
  return seconds === 0 ? ok(null) : refused("login-slow-down", { retryAfterSeconds: seconds });
}

/** An address may try few accounts; the same one again costs nothing. */
async function newAccountOfAddress({ emailKey, address }: LoginTry, now: Date): Promise<number> {
  const pair = counterOf("login-accounts-of-address", `${address} ${emailKey}`);
  const isNew = (await takeTry(pair, { points: 1, seconds: HOUR }, now)) === 0;
  if (!isNew) return 0;
  const rule = RULES["login-accounts-of-address"];
  const seconds = await takeTry(counterOf("login-accounts-of-address", address), rule, now);
  if (seconds > 0) await forgetTries(pair);
  return seconds;
}

/** A right password: only failures count. */
async function forgiveLogin({ emailKey, address }: LoginTry): Promise<void> {
  await forgiveAccount(emailKey);
  await giveTryBack(counterOf("login-address", address));
}

/** Who has chosen a new password by e-mail starts afresh. */
export async function forgiveAccount(emailKey: string): Promise<void> {
  await forgetTries(counterOf("login-account", emailKey));
}

function counterOf(name: AccountLimit, key: string): string {
  return `${name}:${keyedHash(`limit ${name}`, key)}`;
}
