import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import PostalMime from "postal-mime";
import { expect, test } from "vitest";

import { mailToFile } from "#app/services/email/mail-to-file.server.ts";
import type { Email, EmailPort } from "#app/services/email/email-port.ts";
import { smtpEmail } from "#app/services/email/email-smtp.server.ts";
import { startMailServer } from "#tests/support/vendors/mail-server.ts";

const EMAIL: Email = {
  key: "order-confirmation-order_abc",
  from: { name: "Hollybough", address: "hello@hollybough.example" },
  to: "hannah@example.com",
  subject: "Your order 100001 – thank you",
  text: "Thank you, Hannah.\n£12.50",
  html: "<h1>Thank you, Hannah.</h1><p>£12.50</p>",
};

const newFolder = () => mkdtempSync(join(tmpdir(), "shop-mail-"));

async function carriers(): Promise<
  Array<Readonly<{ name: string; port: EmailPort; raw: () => Array<string>; stop: () => Promise<void> }>>
> {
  const folder = join(newFolder(), "mail");
  const server = await startMailServer();
  return [
    {
      name: "files",
      port: mailToFile(folder),
      raw: () => readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")),
      stop: async () => undefined,
    },
    {
      name: "smtp",
      port: smtpEmail(server.url),
      raw: () => server.received.map(({ raw }) => raw),
      stop: () => server.stop(),
    },
  ];
}

test("every adapter delivers text and HTML with a Message-ID that depends on the key alone", async () => {
  for (const carrier of await carriers()) {
    await carrier.port.send(EMAIL);

    const [raw] = carrier.raw();
    const mail = await PostalMime.parse(raw ?? "");
    expect(mail.subject, carrier.name).toBe(EMAIL.subject);
    expect(mail.messageId).toBe("<order-confirmation-order_abc@hollybough.example>");
    expect(mail.from).toMatchObject({ name: "Hollybough", address: "hello@hollybough.example" });
    expect(mail.to?.map(({ address }) => address)).toEqual(["hannah@example.com"]);
    expect(mail.text?.trim()).toBe(EMAIL.text);
    expect(mail.html?.trim()).toBe(EMAIL.html);
    await carrier.stop();
  }
});

test("no input of a shopper becomes a header or another recipient", async () => {
  const attacks: Array<Partial<Email>> = [
    { subject: "Hello\r\nBcc: evil@example.com" },
    { subject: "Hello\u2028Bcc: evil@example.com\u0000" },
    { replyTo: { name: "Ida\r\nBcc: evil@example.com", address: "ida@example.com" } },
    { from: { name: 'Shop"\r\nBcc: evil@example.com', address: "hello@hollybough.example" } },
  ];
  for (const carrier of await carriers()) {
    for (const [index, attack] of attacks.entries()) {
      await carrier.port.send({ ...EMAIL, key: `attack-${index}`, ...attack });
    }

    for (const raw of carrier.raw()) {
      const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
      expect(head, carrier.name).not.toMatch(/^bcc:/im);
      const mail = await PostalMime.parse(raw);
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.to?.map(({ address }) => address)).toEqual(["hannah@example.com"]);
    }
    await carrier.stop();
  }
});

test("anything but one plain address is refused before a file is written", async () => {
  const addresses = [
    "a@example.com\r\nBcc: evil@example.com",
    "a@example.com, evil@example.com",
    "a@example.com;evil@example.com",
    '"a" <evil@example.com>',
    "undisclosed:evil@example.com;",
    "a b@example.com",
    "a@b@example.com",
    "",
  ];
  for (const carrier of await carriers()) {
    for (const to of addresses) {
      await expect(carrier.port.send({ ...EMAIL, to }), to).rejects.toThrow("not one plain email address");
    }
    await carrier.stop();
  }
});

test("an address with an apostrophe is written to unchanged", async () => {
  for (const carrier of await carriers()) {
    await carrier.port.send({ ...EMAIL, to: "o'brien@example.ie" });

    const [raw = ""] = carrier.raw();
    expect((await PostalMime.parse(raw)).to?.map(({ address }) => address)).toEqual(["o'brien@example.ie"]);
    await carrier.stop();
  }
});

test("a key that could leave the folder is refused", async () => {
  const folder = newFolder();

  await expect(mailToFile(folder).send({ ...EMAIL, key: "../../etc/passwd" })).rejects.toThrow("key");

  expect(readdirSync(folder)).toEqual([]);
});

test("sending to a file again leaves the first copy unchanged, byte for byte", async () => {
  const folder = newFolder();
  const port = mailToFile(folder);
  await port.send(EMAIL);
  const [name] = readdirSync(folder);
  const before = readFileSync(join(folder, name ?? ""));

  await port.send(EMAIL);

  expect(readdirSync(folder)).toEqual(["order-confirmation-order_abc.eml"]);
  expect(readFileSync(join(folder, name ?? ""))).toEqual(before);
});

test("a partial file of a killed process is not a delivery", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "order-confirmation-order_abc.eml.0123.part"), "From: ha");

  await mailToFile(folder).send(EMAIL);

  const mail = await PostalMime.parse(readFileSync(join(folder, "order-confirmation-order_abc.eml"), "utf8"));
  expect(mail.subject).toBe(EMAIL.subject);
});

test("a message that the mail server refuses fails", async () => {
  const server = await startMailServer({ refuses: true });

  await expect(smtpEmail(server.url).send(EMAIL)).rejects.toThrow();

  expect(server.received).toEqual([]);
  await server.stop();
});

test("an unreachable mail server fails at once", async () => {
  const server = await startMailServer();
  await server.stop();

  await expect(smtpEmail(server.url).send(EMAIL)).rejects.toThrow(/ECONNREFUSED|connect/i);
});

test("a silent mail server times out", async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as { port: number };
  const limits = { connectMs: 50, silenceMs: 5_000, wholeMs: 5_000 };

  await expect(smtpEmail(`smtp://127.0.0.1:${port}`, limits).send(EMAIL)).rejects.toThrow(/greeting/i);

  silent.close();
});

test("a password is never sent in plain text", async () => {
  const server = await startMailServer();
  const url = server.url.replace("smtp://", "smtp://user:secret@");

  await expect(smtpEmail(url).send(EMAIL)).rejects.toThrow();

  expect(server.received).toEqual([]);
  await server.stop();
});
