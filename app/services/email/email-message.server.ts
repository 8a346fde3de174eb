/** Turns an email into what nodemailer takes, so that nothing a shopper typed can become a header. */
import { isEmailAddress } from "#app/models/email/address.ts";

import type { Email } from "./email-port.ts";

const KEY = /^[A-Za-z0-9._-]{1,200}$/;
// eslint-disable-next-line no-control-regex -- these are the characters that must not reach a header
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
const SUBJECT_MAX_CHARACTERS = 200;

export function emailMessage(email: Email) {
  if (!KEY.test(email.key)) throw new Error("An email needs a key of letters, digits, dots and hyphens");
  const domain = checkedAddress(email.from.address).split("@")[1] ?? "";
  return {
    messageId: `<${email.key}@${domain}>`,
    from: { name: oneLine(email.from.name), address: email.from.address },
    to: { name: "", address: checkedAddress(email.to) },
    ...replyTo(email),
    subject: oneLine(email.subject).slice(0, SUBJECT_MAX_CHARACTERS),
    text: email.text,
    html: email.html,
    headers: {
      "Auto-Submitted": "auto-generated",
      // Mail programs group similar emails; this separates two emails about one order.
      "X-Entity-Ref-ID": email.key,
      ...unsubscribeHeaders(email),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function replyTo({ replyTo: to }: Email) {
  return to ? { replyTo: { name: oneLine(to.name), address: checkedAddress(to.address) } } : {};
}

function unsubscribeHeaders({ unsubscribeUrl }: Email): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  const { href } = new URL(unsubscribeUrl);
  return { "List-Unsubscribe": `<${href}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

function checkedAddress(address: string): string {
  if (!isEmailAddress(address)) throw new Error("This is not one plain email address");
  return address;
}

function oneLine(text: string): string {
  return text.replace(CONTROL_CHARACTERS, " ").trim();
}
