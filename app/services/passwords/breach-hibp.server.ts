/** haveibeenpwned.com/API/v3#PwnedPasswords: the service learns five of the forty digits of SHA-1, which is its index. */
import { createHash } from "node:crypto";

import { newResilience, type ResilienceSettings } from "#app/services/outgoing/resilience.server.ts";
import { fetchText } from "#app/services/outgoing/limited-fetch.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

import type { BreachPort } from "./breach-port.ts";

const TIMEOUT_MS = 1_500;
const FAILURES = 3;
const REST_MS = 60_000;
const PREFIX_DIGITS = 5;
/** Longest answer that is read, in bytes; the service's are about 40,000, padded up to 80,000. */
const ANSWER_MAX_BYTES = 500_000;
/** What a line of the answer is: the other 35 digits, and how often that password has leaked. 0 is padding. */
const LINE = /^[0-9A-F]{35}:\d+$/;

export function hibpBreaches(origin: string, settings: Partial<ResilienceSettings> = {}): BreachPort {
  const guard = newResilience({ timeoutMs: TIMEOUT_MS, failures: FAILURES, restMs: REST_MS, ...settings });
  return {
    name: "hibp",
    isLeaked: async (password) => {
      const hash = createHash("sha1").update(password, "utf8").digest("hex").toUpperCase();
      const rest = hash.slice(PREFIX_DIGITS);
      const answer = await guard.call((signal) => askRange(origin, hash.slice(0, PREFIX_DIGITS), signal));
      return answer.ok && answer.value.some((line) => line.startsWith(`${rest}:`) && line !== `${rest}:0`);
    },
  };
}

async function askRange(origin: string, prefix: string, signal: AbortSignal): Promise<ReadonlyArray<string>> {
  const { status, text } = await fetchText(new URL(`/range/${prefix}`, origin), {
    method: "GET",
    // Padding makes all answers about as long: nobody on the way can tell them apart by their length.
    headers: { "Add-Padding": "true", "User-Agent": "hollybough-shop" },
    timeoutMs: TIMEOUT_MS,
    maxBytes: ANSWER_MAX_BYTES,
    signal,
  });
  const lines = text.split(/\r?\n/).filter(Boolean);
  // A page of some proxy says nothing about passwords.
  if (status !== 200 || !lines.every((line) => LINE.test(line)))
    throw new OutgoingError("refused", `The list of leaked passwords answered ${status}`, { status });
  return lines;
}
