import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import PostalMime from "postal-mime";
import { expect, test } from "vitest";

import { mailToFile } from "#app/services/email/mail-to-file.server.ts";
import type { Email, EmailPort } from "#app/services/email/email-port.ts";
import { smtpEmail } from "#app/services/email/email-smtp.server.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";
import { startMailServer } from "#tests/support/vendors/mail-server.ts";

const EMAIL: Email = {
  key: "order-confirmation-order_abc",
  from: { name: "Hollybough", address: "hello@hollybough.example" },
  to: "hannah@example.com",
  subject: "Your order 100001 – thank you",
  text: "Thank you, Hannah.\n£12.50",
  html: "<h1>Thank you, Hannah.</h1><p>£12.50</p>",
};

type Carrier = Readonly<{ name: string; port: EmailPort; raw: () => Array<string> }>;

/** Each adapter in turn. */
async function withCarriers(work: (carrier: Carrier) => Promise<void>): Promise<void> {
  const folder = join(newFolder(), "mail");
  const server = await startMailServer();
  const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const received = () => server.received.map(({ raw }) => raw);
  await work({ name: "files", port: mailToFile(folder), raw: files });
  await work({ name: "smtp", port: smtpEmail(server.url), raw: received });
  await server.stop();
}

test("every adapter delivers text and HTML with a Message-ID that depends on the key alone", async () => {
  await withCarriers(async ({ name, port, raw: sent }) => {
    await port.send(EMAIL);

    const [raw] = sent();
    const mail = await PostalMime.parse(raw ?? "");
    expect(mail.subject, name).toBe(EMAIL.subject);
    expect(mail.messageId).toBe("<order-confirmation-order_abc@hollybough.example>");
    expect(mail.from).toMatchObject({ name: "Hollybough", address: "hello@hollybough.example" });
    expect(mail.to?.map(({ address }) => address)).toEqual(["hannah@example.com"]);
    expect(mail.text?.trim()).toBe(EMAIL.text);
    expect(mail.html?.trim()).toBe(EMAIL.html);
  });
});

test("no input of a shopper becomes a header or another recipient", async () => {
  const attacks: Array<Partial<Email>> = [
    { subject: "Hello\r\nBcc: evil@example.com" },
    { subject: "Hello\u2028Bcc: evil@example.com\u0000" },
    { replyTo: { name: "Ida\r\nBcc: evil@example.com", address: "ida@example.com" } },
    { from: { name: 'Shop"\r\nBcc: evil@example.com', address: "hello@hollybough.example" } },
  ];
  await withCarriers(async ({ name, port, raw: sent }) => {
    for (const [index, attack] of attacks.entries())
      await port.send({ ...EMAIL, key: `attack-${index}`, ...attack });

    for (const raw of sent()) {
      const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
      expect(head, name).not.toMatch(/^bcc:/im);
      const mail = await PostalMime.parse(raw);
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.to?.map(({ address }) => address)).toEqual(["hannah@example.com"]);
    }
  });
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
  await withCarriers(async ({ port }) => {
    for (const to of addresses)
      await expect(port.send({ ...EMAIL, to }), to).rejects.toThrow("not one plain email address");
  });
});

test("an address with an apostrophe is written to unchanged", async () => {
  await withCarriers(async ({ port, raw: sent }) => {
    await port.send({ ...EMAIL, to: "o'brien@example.ie" });

    const [raw = ""] = sent();
    expect((await PostalMime.parse(raw)).to?.map(({ address }) => address)).toEqual(["o'brien@example.ie"]);
  });
});

test("a key that could leave the folder is refused", async () => {
  const folder = newFolder();

  await expect(mailToFile(folder).send({ ...EMAIL, key: "../../etc/passwd" })).rejects.toThrow("key");

  expect(readdirSync(folder)).toEqual([]);
});

test("sending to a file again leaves the first copy unchanged, byte for byte", async () => {
  const folder = newFolder();
  const name = "order-confirmation-order_abc.eml";
  const port = mailToFile(folder);
  await port.send(EMAIL);
  const before = readFileSync(join(folder, name));

  await port.send(EMAIL);

  expect(readdirSync(folder)).toEqual([name]);
  expect(readFileSync(join(folder, name))).toEqual(before);
});

test("a partial file of a killed process is not a delivery", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "order-confirmation-order_abc.eml.0123.part"), "From: ha");

  await mailToFile(folder).send(EMAIL);

  const mail = await PostalMime.parse(readFileSync(join(folder, "order-confirmation-order_abc.eml"), "utf8"));
  expect(mail.subject).toBe(EMAIL.subject);
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
