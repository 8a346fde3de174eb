import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import PostalMime from "postal-mime";
import { expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
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
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { STAFF_ROLES, type StaffRole } from "#app/models/staff/role.ts";
import { planOf } from "#tests/support/checks/query-plan.ts";
import { newCustomer } from "#tests/support/people/customer.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { MESSAGE, sentMessage } from "#tests/support/people/messages.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const MAIL_FOLDER = join(config.dataDir, "mail");

const reply = (id: number, text: string, by: DeskPerson, key = "reply_1") =>
  replyToMessageAtDesk(id, { text, key }, by);
const WAITING = { isDone: false, topics: messageTopics("owner") };
const OTHER_HANDLERS = { "contact-email": async () => undefined, "staff-email": async () => undefined };

/** Runs the jobs of replies that are due at `now`, and answers with every mail so far. */
async function emailsBy(now: Date) {
  const handlers = { ...OTHER_HANDLERS, "message-reply": sendMessageReply("http://localhost:3000") };
  const onError = (error: unknown) => {
    throw error;
  };
  await runDueJobs(handlers, { now: () => now, onError });
  if (!existsSync(MAIL_FOLDER)) return [];
  const files = readdirSync(MAIL_FOLDER).map((name) => readFileSync(join(MAIL_FOLDER, name)));
  return Promise.all(files.map((file) => PostalMime.parse(file)));
}

async function messageOf(id: number) {
  const message = await findMessage(id);
  if (!message) throw new Error("no message");
  return message;
}

const standingOf = async (id: number) => findReplyStanding(await messageOf(id));
const settledAt = async (id: number) => (await messageOf(id)).settledAt ?? "";

test("of two people who reply at once one does, the other gets a refusal, and one email goes out", async () => {
  const id = await sentMessage();
  const [owner, packer] = [await person("owner"), await person("packer")];

  const done = await atOnce(
    reply(id, "A new train leaves today.", owner, "reply_a"),
    reply(id, "Please send it back.", packer, "reply_b"),
  );

  expect(done).toEqual(["done", "message-changed"]);
  expect(await deskActions(id)).toEqual(["message-replied"]);
  const found = await messageOf(id);
  expect([owner.staff.name, packer.staff.name]).toContain(found.settledBy);
  const emails = await emailsBy(later(3));
  expect(emails.map(({ text }) => text?.includes(found.reply ?? "-"))).toEqual([true]);
});

test("a form that is sent twice at once replies once, and neither press is an error", async () => {
  const id = await sentMessage();
  const owner = await person("owner");
  const press = () => reply(id, "A new train leaves today.", owner);

  expect(await atOnce(press(), press())).toEqual(["done", "unchanged"]);
  expect(await outcomeOf(press())).toBe("unchanged");
  expect(await emailsBy(later(3))).toHaveLength(1);
  expect(await deskActions(id)).toEqual(["message-replied"]);
});

test.each([
  ["repair", "repairs@hollybough.example"],
  ["safety", "safety@hollybough.example"],
  ["privacy", "privacy@hollybough.example"],
  ["order", "hello@hollybough.example"],
] as const)("a reply about %s leaves %s after two minutes, and not before", async (topic, address) => {
  const id = await sentMessage({ topic });
  await reply(id, "Dear Sophie,\n\nYes.", await person("owner"));
  expect(await standingOf(id)).toEqual({ state: "planned", at: later(2).toISOString() });

  expect(await emailsBy(later(1.9))).toEqual([]);
  const [mail] = await emailsBy(later(2.1));

  expect(mail).toMatchObject({
    ...{ subject: "Re: Your message to Hollybough", from: { address } },
    to: [{ address: "sophie@example.com" }],
  });
  expect(mail?.text).toContain("Dear Sophie,\n\nYes.");
  expect((await messageOf(id)).replySentAt).not.toBeNull();
  expect(await standingOf(id)).toBeNull();
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
    await reply(id, "Yes.", owner);
    const mail = (await emailsBy(later(3))).find(({ subject }) => subject?.startsWith("Re:"));
    expect(mail?.text?.includes("From the account")).toBe(isRepeated);
    expect(mail?.text).not.toContain("From somebody");
  }
});

test("a reply is taken back until its email begins: nothing is sent, and its words are there again", async () => {
  const id = await sentMessage();
  const owner = await person("owner");
  await reply(id, "Yes.", owner);
  const shown = await settledAt(id);

  const done = await Promise.all([1, 2].map(() => reopenMessageAtDesk(id, shown, owner)));

  expect(done.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  const back = { state: "waiting", reply: "Yes.", replyKey: null, settledBy: "" };
  expect(await messageOf(id)).toMatchObject(back);
  expect(await emailsBy(later(3))).toEqual([]);
  await reply(id, "Yes, today.", owner);
  const [mail] = await emailsBy(later(3));
  expect(mail?.text).toContain("Yes, today.");
  expect(await outcomeOf(reopenMessageAtDesk(id, await settledAt(id), owner))).toBe("message-changed");
  expect(await deskActions(id)).toEqual([
    ...["message-replied", "message-reply-withdrawn", "message-replied"],
  ]);
});

test("a page that shows an older answer takes no newer one back", async () => {
  const id = await sentMessage();
  const owner = await person("owner");
  await settleMessageAtDesk(id, "closed", owner);
  const shown = await settledAt(id);
  await reopenMessageAtDesk(id, shown, owner);
  await reply(id, "Yes.", { ...owner, now: later(1) });

  expect(await outcomeOf(reopenMessageAtDesk(id, shown, owner))).toBe("message-changed");
  expect(await messageOf(id)).toMatchObject({ state: "answered", reply: "Yes." });
});

test("an email service that is away loses no reply: it is tried again, and once given up it can be taken back", async () => {
  const id = await sentMessage();
  const owner = await person("owner");
  await reply(id, "Yes.", owner);
  const failing = { ...OTHER_HANDLERS, "message-reply": async () => Promise.reject(new Error("away")) };
  await runDueJobs(failing, { now: () => later(3), onError: () => undefined });

  expect(await standingOf(id)).toMatchObject({ state: "trying" });
  const shown = await settledAt(id);
  expect(await outcomeOf(reopenMessageAtDesk(id, shown, owner))).toBe("message-changed");
  expect(await messageOf(id)).toMatchObject({ state: "answered", reply: "Yes." });

  await db().updateTable("jobs").set({ status: "dead" }).where("kind", "=", "message-reply").execute();
  expect(await standingOf(id)).toMatchObject({ state: "failed" });
  expect(await outcomeOf(reopenMessageAtDesk(id, shown, owner))).toBe("done");
  expect(await messageOf(id)).toMatchObject({ state: "waiting", reply: "Yes." });
});

test("a message without words is marked as answered, and no reply is taken for it", async () => {
  const id = await sentMessage({}, { keepsWords: false });
  const editor = await person("editor");
  expect(await messageOf(id)).toMatchObject({ name: MESSAGE.name, topic: "order", content: null });
  const settle = (as: "answered" | "closed") => outcomeOf(settleMessageAtDesk(id, as, editor));

  expect(await outcomeOf(reply(id, "Yes.", editor))).toBe("message-without-words");
  expect([await settle("answered"), await settle("answered")]).toEqual(["done", "unchanged"]);
  expect(await settle("closed")).toBe("message-changed");
  expect(await deskActions(id)).toEqual(["message-answered"]);
});

test.each<[topic: "safety" | "privacy" | "order", others: ReadonlyArray<StaffRole>]>([
  ["safety", ["packer", "editor", "reader"]],
  ["privacy", ["packer", "editor", "reader"]],
  ["order", ["reader"]],
])("messages about %s are nothing for %j", async (topic, others) => {
  const id = await sentMessage({ topic });
  for (const role of STAFF_ROLES.filter((each) => !others.includes(each))) {
    expect(await countWaitingMessages(role)).toMatchObject({ count: 1 });
    expect(await findMessageAtDesk(id, role)).toMatchObject({ ok: true });
  }
  for (const role of others) {
    const actor = await person(role);
    expect(await countWaitingMessages(role)).toEqual({ count: 0, oldestDue: null });
    expect(await outcomeOf(findMessageAtDesk(id, role))).toBe("desk-not-allowed");
    for (const step of [reply(id, "Yes.", actor), settleMessageAtDesk(id, "closed", actor)])
      expect(await outcomeOf(step)).toBe("desk-not-allowed");
    expect(await outcomeOf(reopenMessageAtDesk(id, "", actor))).toBe("desk-not-allowed");
  }
  expect(await outcomeOf(settleMessageAtDesk(id, "closed", await person("owner")))).toBe("done");
});

test("the earliest promise comes first, and each view is as long as its count says", async () => {
  const monday = { now: new Date("2026-11-23T10:00:00.000Z") };
  const late = await sentMessage({ message: "late" }, { now: new Date("2026-11-26T10:00:00.000Z") });
  const early = await sentMessage({ message: "early", topic: "repair" }, monday);
  const closed = await sentMessage({ message: "closed" }, monday);
  await settleMessageAtDesk(closed, "closed", await person("owner"));

  const waiting = await listMessages(WAITING, 10);
  expect(waiting.map(({ id }) => id)).toEqual([early, late]);
  expect(await countWaitingMessages("owner")).toEqual({ count: 2, oldestDue: waiting[0]?.dueDay });
  for (const view of MESSAGE_VIEWS) {
    const query = { isDone: view.isDone, topics: topicsIn(view, "owner") };
    expect(await listMessages(query, 10)).toHaveLength((await countMessages(query)).count);
  }
  const [first] = await listMessages(WAITING, 1);
  const place = { at: first?.dueDay ?? "", id: first?.id ?? 0 };
  expect((await listMessages(WAITING, 1, place)).map(({ id }) => id)).toEqual([late]);
});

test("the queue is read by its index", async () => {
  for (let index = 0; index < 3; index += 1) await sentMessage({ message: String(index) });
  const query = `SELECT id FROM desk_messages WHERE state = 'waiting' AND topic IN ('order') ORDER BY due_day, id LIMIT 50`;
  expect(await planOf(query)).toContain("desk_messages_queue");
});

test("no word of a message or of a reply is in the log or in a job", async () => {
  const id = await sentMessage();
  await reply(id, "Glue it with resin.", await person("owner"));
  const log = await db().selectFrom("desk_log").selectAll().execute();
  const stored = JSON.stringify([log, await db().selectFrom("jobs").selectAll().execute()]);

  for (const word of ["chimney", "resin", "Sophie", "sophie@"]) expect(stored).not.toContain(word);
  expect(stored).toContain('characters of the reply\\":[\\"0\\",\\"19\\"]');
});
