/** What a password must be like: long, and not one that everybody tries first. */
import { refused, type Refusal } from "#app/models/shared/result.ts";

import { isCommonPassword } from "./common-password.ts";

/** Fewest and most characters. Longer ones are refused, never cut. */
export const PASSWORD_MIN = 12;
const PASSWORD_MAX = 128;
/** Shorter parts of an e-mail address turn up in passwords by chance. */
const EMAIL_PART_MIN = 4;

export type PasswordRuleCode =
  "password-too-short" | "password-too-long" | "password-common" | "password-own-email" | "password-leaked";

/** What setting a password may be refused with: by the rules, or because too many are being set at once. */
export type PasswordCode = PasswordRuleCode | "busy";

/** The same text however a keyboard composes its accents. */
export function normalisePassword(text: string): string {
  return text.normalize("NFC");
}

/** Why `password` cannot be the one of the account with `email`, or null. */
export function passwordRefusal(password: string, email: string): Refusal<PasswordRuleCode> | null {
  const normal = normalisePassword(password);
  const length = Array.from(normal).length;
  if (length < PASSWORD_MIN) return refused("password-too-short", { minimum: PASSWORD_MIN });
  if (length > PASSWORD_MAX) return refused("password-too-long", { maximum: PASSWORD_MAX });
  if (isMostlyEmail(normal, email)) return refused("password-own-email");
  return isCommonPassword(normal) ? refused("password-common") : null;
}

/** True when little is left of the password without the part before the @. */
function isMostlyEmail(password: string, email: string): boolean {
  const local = (email.toLowerCase().split("@")[0] ?? "").normalize("NFC");
  if (local.length < EMAIL_PART_MIN) return false;
  const lower = password.toLowerCase();
  return lower.includes(local) && Array.from(lower.replaceAll(local, "")).length < PASSWORD_MIN / 2;
}
