import { expect, test } from "vitest";

import { withCircuit } from "#app/services/email/email.server.ts";
import type { Email } from "#app/services/email/email-port.ts";
import { smtpEmail } from "#app/services/email/email-smtp.server.ts";
import { type MailRefusal, startMailServer } from "#tests/support/vendors/mail-server.ts";

const EMAIL: Email = {
  key: "hello",
  from: { name: "Hollybough", address: "hello@hollybough.example" },
  to: "hannah@example.com",
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
};

test("after five failures a mail server is not tried until a minute is over", async () => {
  let now = 0;
  const first = await startMailServer();
  await first.stop();
  const port = withCircuit(smtpEmail(first.url), { now: () => now });

  for (let tries = 1; tries <= 5; tries += 1) await expect(port.send(EMAIL)).rejects.toThrow("ECONNREFUSED");
  await expect(port.send(EMAIL)).rejects.toMatchObject({ problem: "left-alone", retryAfterMs: 60_000 });
  const second = await startMailServer({ port: Number(new URL(first.url).port) });
  now = 59_000;
  await expect(port.send(EMAIL)).rejects.toMatchObject({ problem: "left-alone", retryAfterMs: 1_000 });
  now = 60_000;
  await port.send(EMAIL);

  expect(second.received).toHaveLength(1);
  await second.stop();
});

test.each([
  { at: "MAIL FROM", code: 550, name: "Error" },
  { at: "RCPT TO", code: 450, name: "Error" },
  { at: "RCPT TO", code: 550, name: "GivenUp" },
  { at: "DATA", code: 451, name: "Error" },
  { at: "DATA", code: 554, name: "Error" },
] as const)(
  "a reply of $code at $at fails with $name, and does not count against the mail server",
  async ({ name, ...refuses }) => {
    const refusing = await startMailServer({ refuses });
    const port = withCircuit(smtpEmail(refusing.url));

    for (let tries = 1; tries <= 7; tries += 1)
      await expect(port.send(EMAIL)).rejects.toMatchObject({
        name,
        message: expect.stringContaining("Not today"),
      });

    expect(refusing.received).toEqual([]);
    await refusing.stop();
  },
);

test("a text is given up once the mail server has taken another email since it refused it", async () => {
  const mail: { refuses?: MailRefusal } = { refuses: { at: "DATA", code: 554 } };
  const server = await startMailServer(mail);
  const port = withCircuit(smtpEmail(server.url));
  const isRefused = (name: string) => expect(port.send(EMAIL)).rejects.toMatchObject({ name });

  await isRefused("Error");
  await isRefused("Error");
  delete mail.refuses;
  await port.send({ ...EMAIL, key: "other" });
  mail.refuses = { at: "DATA", code: 554 };
  await isRefused("GivenUp");
  // A first refusal may be the first of all that follow.
  await expect(port.send({ ...EMAIL, key: "third" })).rejects.toMatchObject({ name: "Error" });

  await server.stop();
});
