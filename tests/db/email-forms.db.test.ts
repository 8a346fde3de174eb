/** Addresses from before there was one form of them. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { up as normaliseEmails } from "#app/db/migrations/20261129-0130-email-forms.ts";
import type { Migrating } from "#app/db/migrations/ddl.ts";
import { accountsLine } from "#app/models/health/accounts.server.ts";
import { newCustomer } from "#tests/support/people/customer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase({ catalogue: "none" });

const HIDDEN = "pat\u200b@mail.example";
const UNICODE = "eva@bücher.example";
const ASCII = "eva@xn--bcher-kva.example";

const migrate = () => normaliseEmails(db() as unknown as Migrating);
const rows = () => db().selectFrom("customers").select(["email", "email_key"]).orderBy("email_key").execute();

async function olderAccount(current: string, email: string): Promise<void> {
  await newCustomer({ email: current });
  const { numUpdatedRows } = await db()
    .updateTable("customers")
    .set({ email, email_key: email.toLowerCase() })
    .where("email", "=", current)
    .executeTakeFirstOrThrow();
  expect(Number(numUpdatedRows)).toBe(1);
}

test("old addresses get the one form, twice as once", async () => {
  await olderAccount("a@example.com", HIDDEN);
  await olderAccount("b@example.com", UNICODE);
  await migrate();
  await migrate();

  const normal = [ASCII, "pat@mail.example"].map((email) => ({ email, email_key: email }));
  expect(await rows()).toEqual(normal);
  expect((await accountsLine()).verdict).toBe("ok");
});

test("of two accounts that become one address both stay, and doctor names the one that nobody can log in to", async () => {
  await newCustomer({ email: ASCII });
  await olderAccount("b@example.com", UNICODE);
  await migrate();

  expect((await rows()).map(({ email_key: key }) => key)).toEqual([UNICODE, ASCII]);
  expect(await accountsLine()).toMatchObject({
    verdict: "warn",
    words: expect.stringContaining("1 with the same"),
  });
});
