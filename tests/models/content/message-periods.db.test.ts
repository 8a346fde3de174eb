/** How long messages are kept at the desk, with and without their words, and whose they are. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { Migrating } from "#app/db/migrations/ddl.ts";
import { up as keepMessages } from "#app/db/migrations/20261129-1017-keeps-messages.ts";
import { cleanUpMessages } from "#app/models/content/message-periods.server.ts";
import { findMessage, replyToMessage, settleMessage } from "#app/models/content/message-queue.server.ts";
import { exportCustomer } from "#app/models/privacy/customer-export.server.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { NOW } from "#tests/support/now.ts";
import { newCustomer } from "#tests/support/people/customer.ts";
import { MESSAGE, sentMessage } from "#tests/support/people/messages.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";
import { changeSettings } from "#tests/support/shops/change-settings.ts";

useTestDatabase();

const afterDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const BY = { by: "Martha", now: NOW };
const isThere = async (id: number) => (await findMessage(id)) !== null;
/** The clean-up, in a shop that keeps words or keeps none. */
async function cleanUp(keeps: boolean, now: Date): Promise<void> {
  const values = { "keep-messages": keeps ? "on" : "off" };
  await changeSettings("contact", values, NOW);
  await cleanUpMessages(now);
}
const stored = async () => JSON.stringify(await rowsOf("desk_messages"));

test("without the setting neither address, order number nor words are stored, and the rest for 30 days", async () => {
  const id = await sentMessage({ orderNumber: "100457" }, { keepsWords: false });
  for (const word of ["sophie@example.com", "chimney", "100457"]) expect(await stored()).not.toContain(word);
  expect(await stored()).toContain("Sophie Lindqvist");

  await cleanUp(false, afterDays(29.9));
  expect(await isThere(id)).toBe(true);
  await cleanUp(false, afterDays(30.1));
  expect(await isThere(id)).toBe(false);
});

test("with the setting the words stay until 90 days after the answer", async () => {
  const [answered, waiting] = [await sentMessage(), await sentMessage({ message: "Hello?" })];
  await settleMessage(answered, { to: "answered", by: "Martha", now: afterDays(10) });

  await cleanUp(true, afterDays(99.9));
  expect([await isThere(answered), await isThere(waiting)]).toEqual([true, true]);
  await cleanUp(true, afterDays(100.1));
  expect([await isThere(answered), await isThere(waiting)]).toEqual([false, true]);
  expect(await stored()).toContain("Hello?");
  await cleanUp(true, afterDays(730.1));
  expect(await isThere(waiting)).toBe(false);
});

/** The setting as stored by the shop's catalogue, which says nothing of it, then updated. */
async function updateShop(): Promise<void> {
  const { value } = await rowOf("settings", { key: "contact" });
  const contact = JSON.parse(value) as { keeps_messages?: string };
  delete contact.keeps_messages;
  await changeRows("settings", { key: "contact" }, { value: JSON.stringify(contact) });
  await keepMessages(db() as unknown as Migrating);
}

test("a shop that kept messages before there was the setting keeps them after its update", async () => {
  const id = await sentMessage();
  await updateShop();
  await cleanUpMessages(afterDays(1));
  expect((await findMessage(id))?.content).not.toBeNull();
  expect((await rowOf("settings", { key: "contact" })).edited_at).not.toBeNull();

  // What was chosen since then stays.
  await changeSettings("contact", { "keep-messages": "off" }, NOW);
  await keepMessages(db() as unknown as Migrating);
  await cleanUpMessages(afterDays(1));
  expect((await findMessage(id))?.content).toBeNull();
});

test("a shop that kept none goes on keeping none", async () => {
  await sentMessage({}, { keepsWords: false });
  await updateShop();
  const id = await sentMessage();
  await cleanUpMessages(afterDays(1));
  expect((await findMessage(id))?.content).toBeNull();
});

test("once the setting is off the words go, except where a reply is still to be sent", async () => {
  const [waiting, replied] = [await sentMessage(), await sentMessage({ message: "Is it oak?" })];
  await replyToMessage(replied, { text: "It is ash.", key: "reply_1", sendAt: afterDays(0.1), ...BY });

  await cleanUp(false, afterDays(0.01));
  expect((await findMessage(waiting))?.content).toBeNull();
  expect(await findMessage(replied)).toMatchObject({ reply: "It is ash.", content: { words: "Is it oak?" } });
  await changeRows("jobs", { kind: "message-reply" }, { status: "done" });
  await cleanUp(false, afterDays(0.2));
  expect(await stored()).not.toMatch(/oak|ash\.|sophie@/);
});

test.each([true, false])(
  "a customer's data has the messages of their confirmed address, and they go with the account (words: %s)",
  async (keepsWords) => {
    const sophie = await newCustomer({ email: MESSAGE.email });
    await sentMessage({ message: "As a guest" }, { keepsWords });
    await sentMessage({ message: "Logged in", email: "work@example.com" }, { visitor: sophie, keepsWords });
    const other = await sentMessage({ email: "ida@example.com" }, { keepsWords });

    const { tables } = await exportCustomer(sophie.id);
    expect(tables["desk_messages"]?.map(({ message }) => message)).toEqual(
      keepsWords ? ["As a guest", "Logged in"] : [null, null],
    );
    await removeCustomer(sophie.id, NOW);

    expect((await rowOf("desk_messages")).id).toBe(other);
  },
);

test("an address that nobody has confirmed gives no account the messages of that address", async () => {
  const stranger = await newCustomer({ email: MESSAGE.email, isVerified: false });
  const id = await sentMessage();

  expect((await exportCustomer(stranger.id)).tables["desk_messages"]).toEqual([]);
  await removeCustomer(stranger.id, NOW);
  expect(await isThere(id)).toBe(true);
});
