/** Accounts for tests: a customer with a password, and the emails that reached them. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import PostalMime, { type Email } from "postal-mime";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import { sendCustomerEmail } from "#app/models/customer/customer-email.server.ts";
import { registerCustomer } from "#app/models/customer/sign-up.server.ts";
import { type Customer } from "#app/models/customer/customer.ts";
import { logIn } from "#app/models/customer/session.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";

const ORIGIN = "http://localhost:3000";
export const PASSWORD = "quiet larch over water";
const MAIL_FOLDER = join(config.dataDir, "mail");

type Options = Readonly<{ email?: string; isVerified?: boolean; now?: Date }>;

/** A customer who registered, logged in once and, unless told otherwise, confirmed their address. */
export async function makeCustomer({
  email = "hannah@example.com",
  isVerified = true,
  now = new Date(),
}: Options = {}): Promise<Readonly<{ customer: Customer; token: string }>> {
  const person = { firstName: "Hannah", lastName: "Okafor", email, password: PASSWORD };
  const made = await registerCustomer(person, now);
  if (!made.ok) throw new Error(made.code);
  if (isVerified) {
    await db()
      .updateTable("customers")
      .set({ verified_at: now.toISOString() })
      .where("email_key", "=", emailKey(email))
      .execute();
  }
  // What was on its way to them is not what the test is about.
  await db().deleteFrom("jobs").execute();
  return logInAs(email, { now });
}

type Visit = Readonly<{ password?: string; now?: Date; address?: string }>;

export async function logInAs(
  email: string,
  { password = PASSWORD, now = new Date(), address = "192.0.2.1" }: Visit = {},
) {
  const done = await logIn({ email, password, address, userAgent: "a test" }, now);
  if (!done.ok) throw new Error(done.code);
  return done.value;
}

/** Sends what is queued and answers with the messages, oldest name first; the folder is empty afterwards. */
export async function deliverMail(): Promise<ReadonlyArray<Email>> {
  await runDueJobs(
    { "account-email": sendCustomerEmail(ORIGIN) },
    {
      // Jobs of other kinds are not what these tests are about.
      onError: (error, job) => {
        if (job?.kind === "account-email") throw error;
      },
    },
  );
  if (!existsSync(MAIL_FOLDER)) return [];
  const files = readdirSync(MAIL_FOLDER).filter((name) => name.startsWith("account-email"));
  const mails = await Promise.all(
    files.map((name) => new PostalMime().parse(readFileSync(join(MAIL_FOLDER, name)))),
  );
  rmSync(MAIL_FOLDER, { recursive: true, force: true });
  return mails;
}

/** Whom the message is for. */
export function addresseeOf(mail: Email | undefined): string | undefined {
  return mail?.to?.[0]?.address;
}

/** The secret in the one link of the message that has one. */
export function tokenIn(mail: Email | undefined): string {
  const token = /\?token=([\w-]{43})/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`There is no link in "${mail?.subject ?? "no message"}"`);
  return token;
}

export async function auditEvents(): Promise<ReadonlyArray<string>> {
  const rows = await db().selectFrom("audit_log").select("event").orderBy("id").execute();
  return rows.map((row) => row.event);
}
