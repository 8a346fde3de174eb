/**
 * The database keeps a hash made with the secret of the last start: it tells whether baskets, log-ins and links in emails
 * work with the secrets that this process has. Loads the database when it is asked for: most starts need none.
 */
import { USED_TABLES } from "#app/config/generated-secrets.server.ts";
import { hmacs } from "#app/db/hmac.server.ts";
import type { HealthLine } from "#app/models/health/health.ts";

/** The row of `settings`. */
export const SECRET_MARK = "secret_mark";

/** As JSON: of the secret that signs, then of those that only verify. */
export function secretMarks(): ReadonlyArray<string> {
  return hmacs(SECRET_MARK, "").map((mark) => JSON.stringify(mark));
}

const database = async () => (await import("#app/db/db.server.ts")).db();

async function findMark(): Promise<string | null> {
  const db = await database();
  const row = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", SECRET_MARK)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** True where no start has left a mark yet. */
export async function isSecretKnown(): Promise<boolean> {
  const mark = await findMark();
  return mark === null || secretMarks().includes(mark);
}

/** What to say where a start may replace the secrets; null where no start has left a mark yet. */
export async function replacingWarning(): Promise<string | null> {
  return (await findMark()) === null ? null : replacingText(!(await isSecretKnown()));
}

export function replacingText(isLost: boolean): string {
  const state = isLost ? "the lost secrets are replaced now" : "no secrets are lost";
  return `LOST_SECRETS=replace is set, and ${state}: take it out of the settings, or the next loss is replaced unnoticed`;
}

/** Whether there are rows that cookies and signed links point to. */
export async function isShopInUse(): Promise<boolean> {
  const db = await database();
  const rows = await Promise.all(
    USED_TABLES.map((table) => db.selectFrom(table).select("id").limit(1).executeTakeFirst()),
  );
  return rows.some(Boolean);
}

export async function rememberSecret(): Promise<void> {
  const [value = ""] = secretMarks();
  if ((await findMark()) === value) return;
  const db = await database();
  await db
    .insertInto("settings")
    .values({ key: SECRET_MARK, value, edited_at: null })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

export async function secretsLine(): Promise<HealthLine> {
  const what = "secrets";
  if (await isSecretKnown()) return { what, verdict: "ok", words: "those of the last start" };
  const words = "not those of the last start: its baskets, log-ins and links in emails do not work with them";
  return { what, verdict: "warn", words, remedy: "put secrets.json or SESSION_SECRETS back" };
}
