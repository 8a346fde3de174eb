import fc from "fast-check";
import { expect, test } from "vitest";

import { failureText, triesOf, waitAfterTry } from "#app/models/job.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test("a failed e-mail is tried again after a minute, then after twice as long each time, at most after six hours", () => {
  const waits = [1, 2, 3, 9, 10, 13].map((tries) => waitAfterTry("order-confirmation", tries, 0.5));

  expect(waits).toEqual([MINUTE, 2 * MINUTE, 4 * MINUTE, 256 * MINUTE, 6 * HOUR, 6 * HOUR]);
});

test("an order's e-mail outlives a mail server that is away for a whole day, however the dice fall", () => {
  let shortest = 0;
  for (let tries = 1; tries < triesOf("order-confirmation"); tries += 1) {
    shortest += waitAfterTry("order-confirmation", tries, 0);
  }

  expect(shortest).toBeGreaterThan(24 * HOUR);
});

test("a webhook to this very server is tried again within seconds", () => {
  expect(waitAfterTry("payment-webhook", 1, 1)).toBeLessThanOrEqual(1_200);
});

test("every wait is within a fifth of its planned length", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, random) => {
        const planned = Math.min(MINUTE * 2 ** (tries - 1), 6 * HOUR);
        const wait = waitAfterTry("order-refunded", tries, random);
        expect(wait).toBeGreaterThanOrEqual(Math.floor(planned * 0.8));
        expect(wait).toBeLessThanOrEqual(Math.ceil(planned * 1.2));
      },
    ),
  );
});

test("a failure is remembered in few words and without anybody's address", () => {
  const text = failureText(new Error(`550 5.1.1 <hannah@example.com> unknown ${"x".repeat(1000)}`));

  expect(text).toContain("Error: 550 5.1.1 <[address]> unknown");
  expect(text).not.toContain("hannah");
  expect(text).toHaveLength(500);
});
