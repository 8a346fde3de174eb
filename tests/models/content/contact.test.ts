import { expect, test } from "vitest";

import { contactSchema } from "#app/models/content/contact-form.ts";
import { CONTACT_TOPICS, contactTopic } from "#app/models/content/contact.ts";
import { sectionsOf } from "#app/models/content/content.ts";

const TYPED = {
  name: "Ida Marsh",
  email: "ida@example.com",
  topic: "order",
  orderNumber: "",
  message: "Hello",
};

test("a page is split at its headings, with the text before the first and after the last rule", () => {
  const html =
    '<p>Hello.</p>\n<h2>By <em>post</em></h2>\n<p>Here.</p><hr><p>Or there.</p>\n<h2 id="else">Else</h2>\n<p>x</p>\n<hr />\n<p>End.</p>';

  expect(sectionsOf(html)).toEqual({
    before: "<p>Hello.</p>",
    sections: [
      { id: null, title: "By <em>post</em>", html: "<p>Here.</p><hr><p>Or there.</p>" },
      { id: "else", title: "Else", html: "<p>x</p>" },
    ],
    after: "<p>End.</p>",
  });
});

test.each(["", "<p>No headings here.</p>"])("a page without headings is one introduction: %s", (html) => {
  expect(sectionsOf(html)).toEqual({ before: html, sections: [], after: "" });
});

test.each([
  ["name", "", "Enter your name"],
  ["name", "Ida\r\nBcc: all@example.com", "Remove any hidden or special characters"],
  ["name", "I".repeat(1_000), "Use at most"],
  ["email", "ida", "Enter an email address in the correct format"],
  ["email", "ida@example.com, all@example.com", "Enter an email address in the correct format"],
  ["topic", "", "Choose a topic"],
  ["topic", "__proto__", "Choose a topic"],
  ["orderNumber", "1\n2", "Remove any hidden"],
  ["orderNumber", "1".repeat(41), "Use at most 40"],
  ["message", "   \n ", "Enter your message"],
  ["message", "x".repeat(4_001), "Use at most 4000"],
])("%s %j is refused", (field, text, words) => {
  const read = contactSchema.safeParse({ ...TYPED, [field]: text });

  expect(read.error?.issues[0]).toMatchObject({ path: [field], message: expect.stringContaining(words) });
});

test("valid input is accepted as typed", () => {
  expect(contactSchema.parse({ ...TYPED, name: " Ida  Marsh ", message: "\n One\n\ntwo " })).toEqual({
    ...TYPED,
    message: "One\n\ntwo",
  });
});

test('every topic has a recipient, and an unknown topic counts as "other"', () => {
  expect(new Set(CONTACT_TOPICS.map(({ value }) => value)).size).toBe(CONTACT_TOPICS.length);
  expect(contactTopic("safety").inbox).toBe("safetyEmail");
  expect(contactTopic("gone").value).toBe("other");
});
