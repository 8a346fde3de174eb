import { refused, type Refusal } from "#app/models/shared/result.ts";

import { isCommonPassword } from "./common-password.ts";

/** Characters; longer ones are refused, never cut. */
export const PASSWORD_MIN = 12;
const PASSWORD_MAX = 128;
/** Shorter parts of an email address occur in passwords by chance. */
const EMAIL_PART_MIN = 4;

export type PasswordRuleCode =
  "password-too-short" | "password-too-long" | "password-common" | "password-own-email" | "password-leaked";

/** "busy": too many passwords are being hashed. */
export type PasswordCode = PasswordRuleCode | "busy";

/** The way a keyboard composes accents does not matter. */
export function normalisePassword(text: string): string {
  return text.normalize("NFC");
}

export function passwordRefusal(password: string, email: string): Refusal<PasswordRuleCode> | null {
  const normal = normalisePassword(password);
  const length = Array.from(normal).length;
  if (length < PASSWORD_MIN) return refused("password-too-short", { minimum: PASSWORD_MIN });
  if (length > PASSWORD_MAX) return refused("password-too-long", { maximum: PASSWORD_MAX });
  if (isMostlyEmail(normal, email)) return refused("password-own-email");
  return isCommonPassword(normal) ? refused("password-common") : null;
}

function isMostlyEmail(password: string, email: string): boolean {
  const local = (email.toLowerCase().split("@")[0] ?? "").normalize("NFC");
  if (local.length < EMAIL_PART_MIN) return false;
  const lower = password.toLowerCase();
  return lower.includes(local) && Array.from(lower.replaceAll(local, "")).length < PASSWORD_MIN / 2;
}
