/** What a new password may be refused with: by the shop's own rules, or because it is known to have leaked. */
import { type Refusal, refused } from "#app/models/shared/result.ts";
import { breaches } from "#app/services/passwords/breach.server.ts";

import { normalisePassword, passwordRefusal, type PasswordRuleCode } from "./password.ts";

/** Why `password` cannot be the one of the account with `email`, or null. Asks nobody about what is refused anyway. */
export async function newPasswordRefusal(
  password: string,
  email: string,
): Promise<Refusal<PasswordRuleCode> | null> {
  const refusal = passwordRefusal(password, email);
  if (refusal) return refusal;
  return (await breaches().isLeaked(normalisePassword(password))) ? refused("password-leaked") : null;
}
