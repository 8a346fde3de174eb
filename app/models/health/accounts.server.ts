import { db } from "#app/db/db.server.ts";
import { emailKey } from "#app/models/email/address.ts";

import type { HealthLine } from "./health.ts";

const NAMED_MAX = 10;

/** Accounts whose address is stored in a form that another account's became: nobody can log in to them. Reads every account. */
export async function accountsLine(): Promise<HealthLine> {
  const rows = await db()
    .selectFrom("customers")
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
