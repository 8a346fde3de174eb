import { expect, test } from "vitest";

import { emailSchema } from "#app/models/email/address-schema.ts";
import { emailKey, isEmailAddress, normalEmail } from "#app/models/email/address.ts";

test.each([
  "hannah@example.com",
  "o'brien@example.ie",
  "first.last+toys@sub.example.co.uk",
  "jürgen@xn--mnchen-3ya.example",
  "x@a.b",
])("%s is a valid recipient", (text) => {
  expect(isEmailAddress(text)).toBe(true);
  expect(emailSchema.safeParse(` ${text} `)).toMatchObject({ success: true, data: text });
});

test.each([
  "hannah",
  "hannah@example",
  "@example.com",
  "hannah@",
  "a@b@example.com",
  "a b@example.com",
  "a@exa mple.com",
  "a@example..com",
  "a@.example.com",
  "Hannah <hannah@example.com>",
  "a@example.com,b@example.com",
  '"a"@example.com',
  "a@[192.0.2.1]",
  "a@exam'ple.com",
  "a(comment)@example.com",
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(250)}.com`,
])("%s is refused", (text) => {
  expect(isEmailAddress(text)).toBe(false);
  expect(emailSchema.safeParse(text).success).toBe(false);
});

const INVISIBLE = [
  "\u200b",
  "\u00ad",
  "\u2060",
  "\ufeff",
  "\u200e",
  "\u202a",
  "\u034f",
  "\u3164",
  "\ufe0f",
  "\u2800",
];

test.each([
  ...INVISIBLE.map((hidden) => [`${hidden}pat${hidden}@mail.exam${hidden}ple${hidden}`, "pat@mail.example"]),
  ["\u00a0eva@bücher.example ", "eva@xn--bcher-kva.example"],
  ["eva@BÜCHER.example", "eva@xn--bcher-kva.example"],
  ["eva@bu\u0308cher。example", "eva@xn--bcher-kva.example"],
  ["eva@xn--bcher-kva.example", "eva@xn--bcher-kva.example"],
])("%j is stored as %s, and is the same mailbox", (typed = "", stored = "") => {
  expect(emailSchema.safeParse(typed)).toMatchObject({ success: true, data: stored });
  expect(emailKey(typed)).toBe(stored);
  expect(normalEmail(stored)).toBe(stored);
});

test.each(["eva@bü/cher.example", "eva@bücher.example:80", "eva@bücher.example#x@y"])(
  "%s does not become another address",
  (typed) => {
    expect(normalEmail(typed)).toBe(typed);
  },
);
