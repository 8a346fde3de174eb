/** How often one may try at the doors of an account. The same for accounts that exist and for those that do not. */
import { keyedHash } from "#app/db/keyed-hash.server.ts";
import { forgetTries, giveTryBack, type LimitRule, takeTry } from "#app/db/rate-limits.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { TOKEN_LIFE_MS } from "./token.ts";

const MINUTE = 60;
const HOUR = 3_600;

/** Five tries at once, then pauses of 1, 2, 4 … seconds; ten in all, then a quarter of an hour. Never for good. */
const PASSWORD_TRIES = {
  points: 10,
  seconds: 15 * MINUTE,
  slides: true,
  waits: [0, 0, 0, 0, 1, 2, 4, 8, 16],
} as const satisfies LimitRule;

/** Keyed by e-mail address, network address, device or customer, as the name says. */
const RULES = {
  // Of all devices together that have never logged in to the account.
  "login-account": PASSWORD_TRIES,
  // Of one device that has.
  "login-device": PASSWORD_TRIES,
  "login-address": { points: 20, seconds: 15 * MINUTE },
  "login-accounts-of-address": { points: 10, seconds: HOUR },
  "register-address": { points: 5, seconds: HOUR },
  // As long as the link in the letter works: while no more are sent, one that works is in the inbox.
  "forgot-account": { points: 6, seconds: TOKEN_LIFE_MS["reset-password"] / 1000 },
  "forgot-account-address": { points: 3, seconds: HOUR },
  "forgot-device": { points: 3, seconds: HOUR },
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

/** Who tries: at which account, from which network address, and from which device of that account's, if any. */
export type AccountTry = Readonly<{ emailKey: string; address: string; deviceId: string | null }>;

/**
 * Takes one request for a link to a new password. False: nothing is sent, and the answer must be the same. A device of
 * the account's own has requests of its own, so that nobody else can use them up.
 */
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

/** Ends of the line in which the tries of each counter wait, by the counter's name. */
const lines = new Map<string, Promise<unknown>>();

/**
 * Lets one password be looked at by `isRight`, if the limits allow it. Tries at one account go one after the other:
 * a right one is forgiven before the next is counted, so that right ones never use up the tries of each other. A device
 * of the account's own stands in a line of its own. Asked whether or not there is such an account.
 */
export async function tryPassword(
  who: AccountTry,
  isRight: () => Promise<Result<boolean, "busy">>,
  now: Date,
): Promise<Result<boolean, "busy" | "login-slow-down">> {
  const counter = counterOfTry(who);
  const before = lines.get(counter) ?? Promise.resolve();
  const mine = before.then(() => countAndLook(who, isRight, now));
  // Whoever comes next waits for the end of this try, not for its success.
  const end = mine.catch(() => undefined);
  lines.set(counter, end);
  try {
    return await mine;
  } finally {
    if (lines.get(counter) === end) lines.delete(counter);
  }
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
  // What others try from the same network address is none of a known device's business.
  const waits = who.deviceId === null ? await addressWaits(who, now) : [];
  // An address that has used up its tries uses up none of the account's.
  if (Math.max(0, ...waits) === 0) waits.push(await takeTry(counterOfTry(who), PASSWORD_TRIES, now));
  const seconds = Math.max(...waits);
  return seconds === 0 ? ok(null) : refused("login-slow-down", { retryAfterSeconds: seconds });
}

async function addressWaits(who: AccountTry, now: Date): Promise<Array<number>> {
  return [
    await takeTry(counterOf("login-address", who.address), RULES["login-address"], now),
    await newAccountOfAddress(who, now),
  ];
}

/** An address may try few accounts; the same one again costs nothing. */
async function newAccountOfAddress({ emailKey, address }: AccountTry, now: Date): Promise<number> {
  const pair = counterOf("login-accounts-of-address", `${address} ${emailKey}`);
  const isNew = (await takeTry(pair, { points: 1, seconds: HOUR }, now)) === 0;
  if (!isNew) return 0;
  const rule = RULES["login-accounts-of-address"];
  const seconds = await takeTry(counterOf("login-accounts-of-address", address), rule, now);
  if (seconds > 0) await forgetTries(pair);
  return seconds;
}

/** A right password: only failures count. What strangers have tried stays counted when a known device gets in. */
async function forgiveLogin(who: AccountTry): Promise<void> {
  await forgetTries(counterOfTry(who));
  if (who.deviceId === null) await giveTryBack(counterOf("login-address", who.address));
}

/** The counter of passwords that a try belongs to. */
function counterOfTry({ emailKey, deviceId }: AccountTry): string {
  return deviceId === null
    ? counterOf("login-account", emailKey)
    : counterOf("login-device", `${deviceId} ${emailKey}`);
}

/** Who has chosen a new password by e-mail starts afresh. */
export async function forgiveAccount(emailKey: string): Promise<void> {
  await forgetTries(counterOf("login-account", emailKey));
}

function counterOf(name: AccountLimit, key: string): string {
  return `${name}:${keyedHash(`limit ${name}`, key)}`;
}
