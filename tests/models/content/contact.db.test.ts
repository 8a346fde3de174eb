import type { Email } from "postal-mime";
import { expect, test } from "vitest";

import {
  sendContactEmail,
  cleanUpContactMessages,
  takeContactMessage,
} from "#app/models/content/contact.server.ts";
import type { ContactMessage } from "#app/models/content/contact.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { action, loader } from "#app/routes/content/contact.tsx";
import { addresseeOf } from "#tests/support/people/customer/customer-mail.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { customerWithBrowser, newCustomer } from "#tests/support/people/customer.ts";
import { readEmails } from "#tests/support/people/gift-lists.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase({ catalogue: "demo" });

const PATH = "/information/contact-us";
const NOW = new Date();
const DAY_MS = 86_400_000;
const MESSAGE: ContactMessage = {
  name: "Ida Marsh",
  email: "ida@example.com",
  topic: "order",
  orderNumber: "100123",
  message: "The box was empty.\n\nWhat now?",
};

/** Sends what is queued, and answers with all letters so far, those to the shop first. */
async function delivered(): Promise<ReadonlyArray<Email>> {
  const onError = (error: unknown) => {
    throw error;
  };
  await runDueJobs({ "contact-email": sendContactEmail("http://localhost:3000") }, { onError });
  return [...(await readEmails())].sort((a, b) => (addresseeOf(a) ?? "").localeCompare(addresseeOf(b) ?? ""));
}

const rows = () => rowsOf("contact_messages");
const take = (changes: Partial<ContactMessage> = {}, visitor: Customer | null = null) =>
  takeContactMessage({ message: { ...MESSAGE, ...changes }, visitor }, NOW);

test("a message reaches the shop as one email with the writer as Reply-To", async () => {
  await take();

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
  await take({ topic });

  expect((await delivered()).map(addresseeOf)).toEqual([address]);
});

test("markup in a message stays text", async () => {
  await take({ message: "<img src=x onerror=alert(1)>" });

  expect((await delivered())[0]?.html).not.toContain("<img src=x");
});

test("a copy is sent to a customer's own confirmed address, and to no other typed address", async () => {
  const grace = await newCustomer({ email: "grace@example.com" });
  const unconfirmed = await newCustomer({ email: "new@example.com", isVerified: false });

  await take({ email: "Grace@example.com" }, grace);
  await take({ email: "victim@example.com" }, grace);
  await take({ email: "new@example.com" }, unconfirmed);
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
  await take();
  await take();
  expect(await delivered()).toHaveLength(1);

  await take();
  await take({ message: "Hello?" });

  expect(await delivered()).toHaveLength(2);
});

test("a sent message is deleted here, and may be sent again after a day", async () => {
  await take();
  await delivered();

  expect(await rows()).toMatchObject([{ name: "", email: "", order_number: "", message: "" }]);
  expect(JSON.stringify(await rowsOf("jobs"))).not.toContain("Ida");
  await cleanUpContactMessages(new Date(NOW.getTime() + DAY_MS - 1));
  expect(await rows()).toHaveLength(1);
  await cleanUpContactMessages(new Date(NOW.getTime() + DAY_MS));
  expect(await rows()).toEqual([]);
  await take();
  expect(await delivered()).toHaveLength(2);
});

test("a message that no mail server accepts is stored for a month, and deleted with its customer", async () => {
  const { customer } = await customerWithBrowser();
  await take({}, customer);
  await take();
  expect(await rows()).toHaveLength(1);
  await take({ message: "Else" });

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
