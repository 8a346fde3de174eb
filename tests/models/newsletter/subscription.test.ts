import { expect, test } from "vitest";

import {
  CONSENTS,
  maskedEmail,
  readTopics,
  topicsAmong,
  topicsText,
} from "#app/models/newsletter/subscription.ts";

test("chosen topics read as a sentence, in one order, each once", () => {
  expect(topicsText(["news"])).toBe("news and offers");
  expect(topicsText(["news", "blog"])).toBe("news and offers and journal articles");
  expect(topicsText(["news", "arrivals", "blog"])).toBe("news and offers, new arrivals and journal articles");
  expect(topicsAmong(["blog", "news", "news", "spam"])).toEqual(["news", "blog"]);
});

test("unknown topics are ignored when read", () => {
  expect(readTopics('["blog","puzzles"]')).toEqual(["blog"]);
  expect(readTopics('{"news":true}')).toEqual([]);
});

test("every form with a consent names its wording version and its topics", () => {
  for (const { wording, topics } of Object.values(CONSENTS)) {
    expect(wording).toMatch(/^[a-z]+-\d+$/);
    expect(topics.length).toBeGreaterThan(0);
  }
});

test("an address is masked so that only its owner recognises it", () => {
  expect(maskedEmail("hannah@example.com")).toBe("h•••@example.com");
  expect(maskedEmail("x@example.com")).toBe("x•••@example.com");
});
