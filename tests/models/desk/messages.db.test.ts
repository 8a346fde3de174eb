import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";
import PostalMime from "postal-mime";
import { beforeEach, expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import {
  countMessages,
  findMessage,
  findReplyStanding,
  listMessages,
  sendMessageReply,
} from "#app/models/content/message-queue.server.ts";
import {
  countWaitingMessages,
  findMessageAtDesk,
  reopenMessageAtDesk,
  replyToMessageAtDesk,
  settleMessageAtDesk,
} from "#app/models/desk/message-steps.server.ts";
import { MESSAGE_VIEWS, topicsIn, messageTopics } from "#app/models/desk/message-views.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { newCustomer } from "#tests/support/people/customer.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { MESSAGE, sentMessage } from "#tests/support/people/messages.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const MAIL_FOLDER = join(config.dataDir, "mail");
beforeEach(() => rmSync(MAIL_FOLDER, { recursive: true, force: true }));

type Role = "owner" | "packer" | "editor" | "reader";
const person = async (role: Role, email?: string) => actorAt((await deskPerson(role, email)).token);
const reply = (text: string, key = "reply_1") => ({ text, key });
const ALL = messageTopics("owner");

/** Runs the jobs of replies that are due at `now`, and answers with every mail so far. */
async function emailsBy(
  now: Date,
  complain: (error: unknown) => void = (error) => {
    throw error;
  },
) {
  const handlers = {
    "message-reply": sendMessageReply("http://localhost:3000"),
    "contact-email": async () => undefined,
    "staff-email": async () => undefined,
  };
  await runDueJobs(handlers, { now: () => now, onError: complain });
  if (!existsSync(MAIL_FOLDER)) return [];
  const files = readdirSync(MAIL_FOLDER).map((name) => readFileSync(join(MAIL_FOLDER, name)));
  return Promise.all(files.map((file) => PostalMime.parse(file)));
}

test("of two people who reply at once one does, the other gets a refusal, and one email goes out", async () => {
  const id = await sentMessage();
  const [owner, packer] = [await person("owner"), await person("packer")];

  const done = await Promise.all([
    replyToMessageAtDesk(id, reply("A new train leaves today.", "reply_a"), owner),
    replyToMessageAtDesk(id, reply("Please send it back.", "reply_b"), packer),
  ]);

  expect(done.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  expect(done.filter((each) => !each.ok && each.code === "message-changed")).toHaveLength(1);
  expect(await deskActions(String(id))).toEqual(["message-replied"]);
  const found = await findMessage(id);
  expect([owner.staff.name, packer.staff.name]).toContain(found?.settledBy);
  const emails = await emailsBy(later(3));
  expect(emails.map(({ text }) => text?.includes(found?.reply ?? "-"))).toEqual([true]);
});

test("a form that is sent twice at once replies once, and neither press is an error", async () => {
  const id = await sentMessage();
  const owner = await person("owner");
  const press = () => replyToMessageAtDesk(id, reply("A new train leaves today."), owner);

  const done = [...(await Promise.all([press(), press()])), await press()];

  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(done.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  expect(await emailsBy(later(3))).toHaveLength(1);
  expect(await deskActions(String(id))).toEqual(["message-replied"]);
});

test.each([
  ["repair", "repairs@hollybough.example"],
  ["safety", "safety@hollybough.example"],
  ["privacy", "privacy@hollybough.example"],
  ["order", "hello@hollybough.example"],
] as const)("a reply about %s leaves %s after two minutes, and not before", async (topic, address) => {
  const id = await sentMessage({ topic });
  await replyToMessageAtDesk(id, reply("Dear Sophie,\n\nYes."), await person("owner"));
  const found = await findMessage(id);
  expect(found && (await findReplyStanding(found))).toEqual({ state: "planned", at: later(2).toISOString() });

  expect(await emailsBy(later(1.9))).toEqual([]);
  const [mail] = await emailsBy(later(2.1));

  expect(mail).toMatchObject({
    subject: "Re: Your message to Hollybough",
    from: { address },
    to: [{ address: "sophie@example.com" }],
  });
  expect(mail?.text).toContain("Dear Sophie,\n\nYes.");
  const sent = await findMessage(id);
  expect(sent?.replySentAt).not.toBeNull();
  expect(sent && (await findReplyStanding(sent))).toBeNull();
});

test("the words of the message are repeated to a confirmed address only", async () => {
  const owner = await person("owner");
  const sophie = await newCustomer({ email: MESSAGE.email });
  for (const [visitor, isRepeated] of [
    [null, false],
    [sophie, true],
  ] as const) {
    rmSync(MAIL_FOLDER, { recursive: true, force: true });
    const id = await sentMessage({ message: `From ${visitor ? "the account" : "somebody"}` }, { visitor });
    await replyToMessageAtDesk(id, reply("Yes."), owner);
    const mail = (await emailsBy(later(3))).find(({ subject }) => subject?.startsWith("Re:"));
    expect(mail?.text?.includes("From the account")).toBe(isRepeated);
    expect(mail?.text).not.toContain("From somebody");
  }
});

test("a reply is taken back until its email begins: nothing is sent, and its words are there again", async () => {
  const id = await sentMessage();
  const owner = await person("owner");
  await replyToMessageAtDesk(id, reply("Yes."), owner);
  const shown = (await findMessage(id))?.settledAt ?? "";

  const done = await Promise.all([
    reopenMessageAtDesk(id, shown, owner),
    reopenMessageAtDesk(id, shown, owner),
  ]);

  expect(done.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  expect(await findMessage(id)).toMatchObject({
    state: "waiting",
    reply: "Yes.",
    replyKey: null,
    settledBy: "",
  });
  expect(await emailsBy(later(3))).toEqual([]);
  await replyToMessageAtDesk(id, reply("Yes, today."), owner);
  const [mail] = await emailsBy(later(3));
  expect(mail?.text).toContain("Yes, today.");
  const sent = await findMessage(id);
  expect(await reopenMessageAtDesk(id, sent?.settledAt ?? "", owner)).toMatchObject({
    code: "message-changed",
  });
  expect(await deskActions(String(id))).toEqual([
    ...["message-replied", "message-reply-withdrawn", "message-replied"],
  ]);
});

test("a page that shows an older answer takes no newer one back", async () => {
  const id = await sentMessage();
  const owner = await person("owner");
  await settleMessageAtDesk(id, "closed", owner);
  const shown = (await findMessage(id))?.settledAt ?? "";
  await reopenMessageAtDesk(id, shown, owner);
  await replyToMessageAtDesk(id, reply("Yes."), { ...owner, now: later(1) });

  expect(await reopenMessageAtDesk(id, shown, owner)).toMatchObject({ code: "message-changed" });
  expect(await findMessage(id)).toMatchObject({ state: "answered", reply: "Yes." });
});

test("an email service that is away loses no reply: it is tried again, and once given up it can be taken back", async () => {
  const id = await sentMessage();
  const owner = await person("owner");
  await replyToMessageAtDesk(id, reply("Yes."), owner);
  const failing = {
    "message-reply": async () => Promise.reject(new Error("away")),
    "contact-email": async () => undefined,
    "staff-email": async () => undefined,
  };
  await runDueJobs(failing, { now: () => later(3), onError: () => undefined });

  const found = await findMessage(id);
  expect(found && (await findReplyStanding(found))).toMatchObject({ state: "trying" });
  const shown = found?.settledAt ?? "";
  expect(await reopenMessageAtDesk(id, shown, owner)).toMatchObject({ code: "message-changed" });
  expect(await findMessage(id)).toMatchObject({ state: "answered", reply: "Yes." });

  await db().updateTable("jobs").set({ status: "dead" }).where("kind", "=", "message-reply").execute();
  expect(found && (await findReplyStanding(found))).toMatchObject({ state: "failed" });
  expect(await reopenMessageAtDesk(id, shown, owner)).toMatchObject({ ok: true });
  expect(await findMessage(id)).toMatchObject({ state: "waiting", reply: "Yes." });
});

test("a message without words is marked as answered, and no reply is taken for it", async () => {
  const id = await sentMessage({}, { keepsWords: false });
  const editor = await person("editor");
  expect(await findMessage(id)).toMatchObject({ name: MESSAGE.name, topic: "order", content: null });

  expect(await replyToMessageAtDesk(id, reply("Yes."), editor)).toMatchObject({
    code: "message-without-words",
  });
  const press = () => settleMessageAtDesk(id, "answered", editor);
  expect([await press(), await press()]).toEqual([
    { ok: true, value: { isChanged: true } },
    { ok: true, value: { isChanged: false } },
  ]);
  expect(await settleMessageAtDesk(id, "closed", editor)).toMatchObject({ code: "message-changed" });
  expect(await deskActions(String(id))).toEqual(["message-answered"]);
});

test.each(["safety", "privacy"] as const)("messages about %s are the owner's", async (topic) => {
  const id = await sentMessage({ topic });
  for (const role of ["packer", "editor", "reader"] as const) {
    const actor = await person(role);
    const done = await Promise.all([
      findMessageAtDesk(id, role),
      replyToMessageAtDesk(id, reply("Yes."), actor),
      settleMessageAtDesk(id, "closed", actor),
      reopenMessageAtDesk(id, "", actor),
    ]);
    expect(done.map((each) => (each.ok ? "done" : each.code))).toEqual(done.map(() => "desk-not-allowed"));
    expect(await countWaitingMessages(role)).toEqual({ count: 0, oldestDue: null });
  }
  expect((await countWaitingMessages("owner")).count).toBe(1);
  expect(await settleMessageAtDesk(id, "closed", await person("owner"))).toMatchObject({ ok: true });
});

test("a reader handles no message, and packers and editors the rest", async () => {
  const id = await sentMessage();
  expect(await findMessageAtDesk(id, "reader")).toMatchObject({ code: "desk-not-allowed" });
  expect(await settleMessageAtDesk(id, "closed", await person("reader"))).toMatchObject({
    code: "desk-not-allowed",
  });
  for (const role of ["packer", "editor"] as const)
    expect(await findMessageAtDesk(id, role)).toMatchObject({ ok: true });
});

test("the earliest promise comes first, and each view is as long as its count says", async () => {
  const monday = new Date("2026-11-23T10:00:00.000Z");
  const thursday = new Date("2026-11-26T10:00:00.000Z");
  const late = await sentMessage({ message: "late" }, { now: thursday });
  const early = await sentMessage({ message: "early", topic: "repair" }, { now: monday });
  const closed = await sentMessage({ message: "closed" }, { now: monday });
  await settleMessageAtDesk(closed, "closed", await person("owner"));

  const waiting = await listMessages({ isDone: false, topics: ALL }, 10);
  expect(waiting.map(({ id }) => id)).toEqual([early, late]);
  expect(await countWaitingMessages("owner")).toEqual({ count: 2, oldestDue: waiting[0]?.dueDay });
  for (const view of MESSAGE_VIEWS) {
    const query = { isDone: view.isDone, topics: topicsIn(view, "owner") };
    expect(await listMessages(query, 10)).toHaveLength((await countMessages(query)).count);
  }
  const first = await listMessages({ isDone: false, topics: ALL }, 1);
  const place = { at: first[0]?.dueDay ?? "", id: first[0]?.id ?? 0 };
  expect((await listMessages({ isDone: false, topics: ALL }, 1, place)).map(({ id }) => id)).toEqual([late]);
});

test("the queue is read by its index", async () => {
  for (let index = 0; index < 3; index += 1) await sentMessage({ message: String(index) });
  const query = `SELECT id FROM desk_messages WHERE state = 'waiting' AND topic IN ('order') ORDER BY due_day, id LIMIT 50`;
  if (isSqlite(db())) {
    const { rows } = await sql<{ detail: string }>`EXPLAIN QUERY PLAN ${sql.raw(query)}`.execute(db());
    expect(rows.map(({ detail }) => detail).join()).toMatch(/USING (?:COVERING )?INDEX desk_messages_queue/);
    return;
  }
  const plan = await db()
    .transaction()
    .execute(async (one) => {
      // So small a table is read from its beginning otherwise.
      await sql`SET LOCAL enable_seqscan = off`.execute(one);
      return sql<Record<string, string>>`EXPLAIN ${sql.raw(query)}`.execute(one);
    });
  expect(JSON.stringify(plan.rows)).toContain("desk_messages_queue");
});

test("no word of a message or of a reply is in the log or in a job", async () => {
  const id = await sentMessage();
  const owner = await person("owner");
  await replyToMessageAtDesk(id, reply("Glue it with resin."), owner);
  const stored = [
    await db().selectFrom("desk_log").selectAll().execute(),
    await db().selectFrom("jobs").selectAll().execute(),
  ];

  for (const word of ["chimney", "resin", "Sophie", "sophie@"])
    expect(JSON.stringify(stored)).not.toContain(word);
  expect(JSON.stringify(stored)).toContain('characters of the reply\\":[\\"0\\",\\"19\\"]');
});
