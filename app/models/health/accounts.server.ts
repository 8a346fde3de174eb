import { db } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { countStoredKeys } from "#app/models/staff/stored-key.server.ts";

import type { HealthLine } from "./health.ts";

const NAMED_MAX = 10;

/** Accounts whose address is stored in a form that another account's became: nobody can log in to them. Reads every account. */
export async function accountsLine(): Promise<HealthLine> {
  const rows = await db()
    .selectFrom("customers")
    .modifyFront(WALK)
    .select(["email", "email_key"])
    .orderBy("created_at")
    .execute();
  const hidden = rows.filter(({ email, email_key: key }) => emailKey(email) !== key);
  if (hidden.length === 0)
    return { what: "accounts", verdict: "ok", words: "each has an address of its own" };
  const named = hidden.slice(0, NAMED_MAX).map(({ email }) => email);
  const words = `${hidden.length} with the same address as another account, which logs in instead: ${named.join(", ")}`;
  return { what: "accounts", verdict: "warn", words };
}

/** Whether what authenticator apps share with the desk is encrypted, and can be read. */
export async function authenticatorLine(): Promise<HealthLine> {
  const what = "authenticator apps";
  const { isEncrypting, waiting, unreadable } = await countStoredKeys();
  if (unreadable > 0) {
    const words = `codes of ${unreadable} cannot be checked: AUTHENTICATOR_KEYS lacks the key that encrypted them`;
    const remedy = 'put it back, or invite them again with "staff invite"';
    return { what, verdict: "warn", words, remedy };
  }
  const words = isEncrypting
    ? "AUTHENTICATOR_KEYS is set: their keys are encrypted"
    : "AUTHENTICATOR_KEYS is not set: their keys are stored in clear";
  const more = waiting > 0 ? `, ${waiting} of them within a minute of the next start` : "";
  return { what, verdict: "ok", words: words + more };
}
