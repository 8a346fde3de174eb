/** https://docs.ideal-postcodes.co.uk/docs/api/postcodes. Each look-up costs money; only the postcode is sent. */
import { LRUCache } from "lru-cache";
import { z } from "zod";

import { fetchText } from "#app/services/outgoing/limited-fetch.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";
import { newResilience, type ResilienceSettings } from "#app/services/outgoing/resilience.server.ts";

import type { AddressLookupPort, FoundAddress } from "./address-lookup-port.ts";

const TIMEOUT_MS = 1_500;
const FAILURES = 3;
const REST_MS = 60_000;
/** Longest answer that is read, in bytes: a hundred addresses of about 1,500 each, twice over. */
const ANSWER_MAX_BYTES = 300_000;
const CACHED_MAX = 500;
const CACHED_MS = 600_000;
/** A line of an address is at most so long, in characters; a longer one is no address. */
const LINE_MAX = 150;

/** For tests of keys: costs nothing. */
const FREE = "ID1 1QD";
const FOUND = 2000;
const NO_SUCH_POSTCODE = 4040;

const lineSchema = z.string().trim().max(LINE_MAX);
const answerSchema = z.object({
  code: z.number(),
  result: z
    .array(
      z.object({
        line_1: lineSchema.min(1),
        line_2: lineSchema.default(""),
        line_3: lineSchema.default(""),
        post_town: lineSchema.min(1),
        postcode: z.string(),
      }),
    )
    .default([]),
});

type IdealPostcodes = Readonly<{ origin: string; key: string }>;

export function idealPostcodes(
  { origin, key }: IdealPostcodes,
  settings: Partial<ResilienceSettings> = {},
): AddressLookupPort {
  const guard = newResilience({ timeoutMs: TIMEOUT_MS, failures: FAILURES, restMs: REST_MS, ...settings });
  const cache = new LRUCache<string, ReadonlyArray<FoundAddress>>({ max: CACHED_MAX, ttl: CACHED_MS });
  const urlOf = (postcode: string) =>
    new URL(`/v1/postcodes/${encodeURIComponent(postcode)}?api_key=${key}`, origin);
  return {
    name: "ideal-postcodes",
    probe: async () => {
      await askFor(urlOf(FREE), FREE, AbortSignal.timeout(TIMEOUT_MS));
    },
    find: async (postcode) => {
      const known = cache.get(postcode);
      if (known) return known;
      const answer = await guard.call((signal) => askFor(urlOf(postcode), postcode, signal));
      if (!answer.ok) return null;
      cache.set(postcode, answer.value);
      return answer.value;
    },
  };
}

async function askFor(url: URL, postcode: string, signal: AbortSignal): Promise<ReadonlyArray<FoundAddress>> {
  const { status, text } = await fetchText(url, {
    service: "addresses",
    method: "GET",
    headers: { Accept: "application/json", "User-Agent": "hollybough-shop" },
    timeoutMs: TIMEOUT_MS,
    maxBytes: ANSWER_MAX_BYTES,
    signal,
  });
  const read = answerSchema.safeParse(jsonIn(text));
  const code = read.success ? read.data.code : null;
  if (status === 404 && code === NO_SUCH_POSTCODE) return [];
  if (!read.success || status !== 200 || code !== FOUND)
    throw new OutgoingError("refused", `Ideal Postcodes answered ${status}, code ${code ?? "none"}`, {
      status,
    });
  // An address of another postcode would send the parcel to the wrong place.
  if (read.data.result.some((one) => bare(one.postcode) !== bare(postcode)))
    throw new OutgoingError("refused", "Ideal Postcodes answered with another postcode", { status });
  return read.data.result.map(({ line_1, line_2, line_3, post_town }) => ({
    line1: line_1,
    line2: [line_2, line_3].filter(Boolean).join(", ").slice(0, LINE_MAX),
    town: townText(post_town),
  }));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function bare(postcode: string): string {
  return postcode.toUpperCase().replace(/\s+/g, "");
}

const SMALL_WORDS: ReadonlyArray<string> = [
  ...["and", "by", "in", "le", "next", "of", "on"],
  ...["the", "under", "upon", "with"],
];

/** "Stoke-on-Trent" for "STOKE-ON-TRENT", as the post writes towns. */
function townText(town: string): string {
  return town
    .toLowerCase()
    .replace(/[a-z’']+/g, (word, at: number) =>
      at > 0 && SMALL_WORDS.includes(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1),
    );
}
