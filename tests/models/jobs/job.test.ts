import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import {
  failureText,
  GivenUp,
  isLastTry,
  Postponed,
  retryAfterOf,
  triesOf,
  waitAfterTry,
} from "#app/models/jobs/job.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test("a failed email is retried within a minute, then with twice the delay each time, at most six hours", () => {
  const longest = [1, 2, 3, 9, 10, 13].map((tries) => waitAfterTry("order-confirmation", tries, 1));

  expect(longest).toEqual([MINUTE, 2 * MINUTE, 4 * MINUTE, 256 * MINUTE, 6 * HOUR, 6 * HOUR]);
});

test("an order's email survives a mail server that is down for a whole day, with any random delays", () => {
  expect(isLastTry("order-confirmation", 5_000, 24 * HOUR)).toBe(false);
  expect(isLastTry("order-confirmation", triesOf("order-confirmation"), 27 * HOUR)).toBe(true);
  expect(isLastTry("order-confirmation", triesOf("order-confirmation") - 1, 900 * HOUR)).toBe(false);
});

test("a webhook to this server is retried within seconds", () => {
  expect(waitAfterTry("payment-webhook", 1, 1)).toBe(1_000);
});

test("every delay is between half a minute and the maximum of its try", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, random) => {
        const longest = Math.min(MINUTE * 2 ** (tries - 1), 6 * HOUR);
        expect(waitAfterTry("order-refunded", tries, 0)).toBe(MINUTE / 2);
        expect(waitAfterTry("order-refunded", tries, 1)).toBe(longest);
        expect(waitAfterTry("order-refunded", tries, random)).toBeGreaterThanOrEqual(MINUTE / 2);
        expect(waitAfterTry("order-refunded", tries, random)).toBeLessThanOrEqual(longest);
      },
    ),
  );
});

test("a provider's Retry-After is found inside other errors, and respected for ten minutes at most", () => {
  const requested = (retryAfterMs: unknown) => Object.assign(new Error("429"), { retryAfterMs });

  expect(retryAfterOf(requested(90_000))).toBe(90_000);
  expect(retryAfterOf(new Error("outer", { cause: new Error("middle", { cause: requested(5_000) }) }))).toBe(
    5_000,
  );
  expect(retryAfterOf(requested(365 * 24 * HOUR))).toBe(10 * MINUTE);
  expect([requested(-1), requested("90"), new Error("plain"), "text", null].map(retryAfterOf)).toEqual([
    0, 0, 0, 0, 0,
  ]);
});

test("a failure is stored in few words and without an address", () => {
  const text = failureText(new Error(`550 5.1.1 <hannah@example.com> unknown ${"x".repeat(1000)}`));

  expect(text).toContain("550 5.1.1 <[address]> unknown");
  expect(text).not.toContain("hannah");
  expect(text).toHaveLength(500);
});

test.each([
  new Error("The bank is closed."),
  new GivenUp("The bank is closed."),
  new Postponed(1, "The bank is closed."),
  new TypeError("The bank is closed."),
])("a failure is stored as a sentence, without the name of its class: %s", (error) => {
  expect(failureText(error)).toBe("The bank is closed.");
});

test("a failure without a message is stored by its name", () => {
  expect(failureText(new AggregateError([]))).toBe("AggregateError");
});
