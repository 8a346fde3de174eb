import { type Refusal, refused } from "#app/models/shared/result.ts";
import { breaches } from "#app/services/passwords/breach.server.ts";

import { normalisePassword, passwordRefusal, type PasswordRuleCode } from "./password.ts";

/** Why `password` is refused for the account with `email`, or null. The remote service is called last. */
export async function newPasswordRefusal(
  password: string,
  email: string,
): Promise<Refusal<PasswordRuleCode> | null> {
  const refusal = passwordRefusal(password, email);
  if (refusal) return refusal;
  return (await breaches().isLeaked(normalisePassword(password))) ? refused("password-leaked") : null;
}
