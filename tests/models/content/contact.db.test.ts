import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import PostalMime, { type Email } from "postal-mime";
import { beforeEach, expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import {
  sendContactEmail,
  cleanUpContactMessages,
  takeContactMessage,
} from "#app/models/content/contact.server.ts";
import type { ContactMessage } from "#app/models/content/contact.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { action, loader } from "#app/routes/content/contact.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { customerWithBrowser, newCustomer } from "#tests/support/people/customer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase({ catalogue: "demo" });

const PATH = "/information/contact-us";
const MAIL_FOLDER = join(config.dataDir, "mail");
const NOW = new Date();
const DAY_MS = 86_400_000;
const MESSAGE: ContactMessage = {
  name: "Ida Marsh",
  email: "ida@example.com",
  topic: "order",
  orderNumber: "100123",
  message: "The box was empty.\n\nWhat now?",
};

beforeEach(() => rmSync(MAIL_FOLDER, { recursive: true, force: true }));

/** Sends what is queued, and answers with all letters so far, those to the shop first. */
async function delivered(): Promise<ReadonlyArray<Email>> {
  await runDueJobs(
    { "contact-email": sendContactEmail("http://localhost:3000") },
    {
      onError: (error) => {
        throw error;
      },
    },
  );
  if (!existsSync(MAIL_FOLDER)) return [];
  const files = readdirSync(MAIL_FOLDER).map((name) => readFileSync(join(MAIL_FOLDER, name)));
  const emails = await Promise.all(files.map((file) => PostalMime.parse(file)));
  return emails.sort((a, b) => (addresseeOf(a) ?? "").localeCompare(addresseeOf(b) ?? ""));
}

const addresseeOf = (mail: Email | undefined) => mail?.to?.[0]?.address;
const rows = () => db().selectFrom("contact_messages").selectAll().execute();

test("a message reaches the shop as one email with the writer as Reply-To", async () => {
  await takeContactMessage({ message: MESSAGE, visitor: null }, NOW);

  const emails = await delivered();

  expect(emails.map(addresseeOf)).toEqual(["hello@hollybough.example"]);
  expect(emails[0]).toMatchObject({
    subject: "An order (100123): a message from Ida Marsh",
    from: { address: "hello@hollybough.example" },
    replyTo: [{ name: "Ida Marsh", address: "ida@example.com" }],
  });
  expect(emails[0]?.text).toContain("> The box was empty.\n>\n> What now?");
  expect(emails[0]?.text).toContain("We have not confirmed this email address");
});

test.each([
  ["repair", "repairs@hollybough.example"],
  ["safety", "safety@hollybough.example"],
  ["privacy", "privacy@hollybough.example"],
  ["other", "hello@hollybough.example"],
] as const)("about %s the message goes to %s", async (topic, address) => {
  await takeContactMessage({ message: { ...MESSAGE, topic }, visitor: null }, NOW);

  expect((await delivered()).map(addresseeOf)).toEqual([address]);
});

test("markup in a message stays text", async () => {
  await takeContactMessage(
    { message: { ...MESSAGE, message: "<img src=x onerror=alert(1)>" }, visitor: null },
    NOW,
  );

  expect((await delivered())[0]?.html).not.toContain("<img src=x");
});

test("a copy is sent to a customer's own confirmed address, and to no other typed address", async () => {
  const grace = await newCustomer({ email: "grace@example.com" });
  const unconfirmed = await newCustomer({ email: "new@example.com", isVerified: false });
  const from = (email: string) => ({ ...MESSAGE, email });

  await takeContactMessage({ message: from("Grace@example.com"), visitor: grace }, NOW);
  await takeContactMessage({ message: from("victim@example.com"), visitor: grace }, NOW);
  await takeContactMessage({ message: from("new@example.com"), visitor: unconfirmed }, NOW);
  const emails = await delivered();

  expect(emails.map(addresseeOf)).toEqual([
    "Grace@example.com",
    ...Array.from({ length: 3 }, () => "hello@hollybough.example"),
  ]);
  expect(emails[0]?.subject).toBe("Your message to Hollybough");
  expect(emails[0]?.text).toContain("> The box was empty.");
  expect(emails[0]?.replyTo).toBeUndefined();
});

test("submitting the same message twice sends one email, and another text sends another", async () => {
  await takeContactMessage({ message: MESSAGE, visitor: null }, NOW);
  await takeContactMessage({ message: MESSAGE, visitor: null }, NOW);
  expect(await delivered()).toHaveLength(1);

  await takeContactMessage({ message: MESSAGE, visitor: null }, NOW);
  await takeContactMessage({ message: { ...MESSAGE, message: "Hello?" }, visitor: null }, NOW);

  expect(await delivered()).toHaveLength(2);
});

test("a sent message is deleted here, and may be sent again after a day", async () => {
  await takeContactMessage({ message: MESSAGE, visitor: null }, NOW);
  await delivered();

  expect(await rows()).toMatchObject([{ name: "", email: "", order_number: "", message: "" }]);
  expect(JSON.stringify(await db().selectFrom("jobs").selectAll().execute())).not.toContain("Ida");
  await cleanUpContactMessages(new Date(NOW.getTime() + DAY_MS - 1));
  expect(await rows()).toHaveLength(1);
  await cleanUpContactMessages(new Date(NOW.getTime() + DAY_MS));
  expect(await rows()).toEqual([]);
  await takeContactMessage({ message: MESSAGE, visitor: null }, NOW);
  expect(await delivered()).toHaveLength(2);
});

test("a message that no mail server accepts is stored for a month, and deleted with its customer", async () => {
  const { customer } = await customerWithBrowser();
  await takeContactMessage({ message: MESSAGE, visitor: customer }, NOW);
  await takeContactMessage({ message: MESSAGE, visitor: null }, NOW);
  expect(await rows()).toHaveLength(1);
  await takeContactMessage({ message: { ...MESSAGE, message: "Else" }, visitor: null }, NOW);

  await removeCustomer(customer.id, NOW);
  expect(await rows()).toMatchObject([{ message: "Else" }]);
  await cleanUpContactMessages(new Date(NOW.getTime() + 29 * DAY_MS));
  expect(await rows()).toHaveLength(1);
  await cleanUpContactMessages(new Date(NOW.getTime() + 30 * DAY_MS));

  expect(await rows()).toEqual([]);
  expect(await delivered()).toEqual([]);
});

type Answer = { errors: Record<string, string>; problem: string | null; values: Record<string, string> };

test("an invalid form is returned with messages and input, and a valid one leads to the thank-you page", async () => {
  const browser = new Browser();
  const wrong = await browser.post(action, PATH, { ...MESSAGE, email: "ida", topic: "", message: " " });
  const { errors, values } = (await wrong.json()) as Answer;

  expect(wrong.status).toBe(422);
  expect(Object.keys(errors)).toEqual(["email", "topic", "message"]);
  expect(values).toMatchObject({ name: "Ida Marsh", email: "ida", orderNumber: "100123" });
  const sent = await browser.post(action, PATH, MESSAGE);
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `${PATH}/thank-you`]);
  expect(await rows()).toHaveLength(1);
});

test("a bot that fills the hidden field is refused, and its input is not shown again", async () => {
  const answer = await new Browser().post(action, PATH, { ...MESSAGE, company_website: "x" });

  expect(answer.status).toBe(422);
  expect(await answer.text()).not.toContain("company_website");
  expect(await rows()).toEqual([]);
});

test("the sixth message in an hour is refused, and its text is preserved", async () => {
  const browser = new Browser();
  for (const message of ["1", "2", "3", "4", "5"]) {
    expect((await browser.post(action, PATH, { ...MESSAGE, message })).status).toBe(303);
  }

  const answer = await browser.post(action, PATH, { ...MESSAGE, message: "6" });

  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(((await answer.json()) as Answer).values).toMatchObject({ message: "6" });
  expect(await rows()).toHaveLength(5);
});

test("name and address are filled in for a customer, and empty for a guest", async () => {
  const { browser, customer } = await customerWithBrowser();

  expect(await (await browser.get(loader, PATH)).json()).toMatchObject({
    writer: { name: "Grace Okafor", email: customer.email },
  });
  expect(await (await new Browser().get(loader, PATH)).json()).toMatchObject({ writer: null });
});
