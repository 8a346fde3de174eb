import { expect, test } from "vitest";

import { emailSchema } from "#app/models/email/address-schema.ts";
import { isEmailAddress } from "#app/models/email/address.ts";

test.each([
  "hannah@example.com",
  "o'brien@example.ie",
  "first.last+toys@sub.example.co.uk",
  "jürgen@münchen.example",
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
