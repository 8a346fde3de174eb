/** A challenge is a row until its only use, for a few minutes. */
import { db } from "#app/db/db.server.ts";
import { randomness } from "#app/models/shared/randomness.server.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";

import { CHALLENGE_MINUTES, type ChallengeUse } from "./passkey.ts";

const CHALLENGE_BYTES = 32;
const MINUTE_MS = 60_000;

export async function newChallenge({ purpose, subject }: ChallengeUse, now: Date): Promise<string> {
  const challenge = randomness().bytes(CHALLENGE_BYTES).toString("base64url");
  await db()
    .insertInto("passkey_challenges")
    .values({
      challenge_hash: hashOfToken(challenge),
      purpose,
      subject,
      expires_at: new Date(now.getTime() + CHALLENGE_MINUTES * MINUTE_MS).toISOString(),
    })
    .execute();
  return challenge;
}

/** True once for each challenge; call it outside a transaction that may be rolled back. */
export async function takeChallenge(challenge: string, use: ChallengeUse, now: Date): Promise<boolean> {
  const row = await db()
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", hashOfToken(challenge))
    .returning(["purpose", "subject", "expires_at"])
    .executeTakeFirst();
  return (
    row !== undefined &&
    row.purpose === use.purpose &&
    row.subject === use.subject &&
    row.expires_at > now.toISOString()
  );
}

/** Safe to repeat. */
export async function cleanUpChallenges(now: Date): Promise<void> {
  await db().deleteFrom("passkey_challenges").where("expires_at", "<=", now.toISOString()).execute();
}
