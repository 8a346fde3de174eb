/** Searches with Meilisearch, which a shop can run by itself. Nothing but the ids of a hit is believed. */
import { type EnqueuedTaskPromise, Meilisearch, type Settings } from "meilisearch";
import { z } from "zod";

import type { HostedSearchSettings } from "#app/config.server.ts";
import { foldedWords, type Synonyms } from "#app/models/search/tokenizer.ts";
import { fetchText } from "#app/services/outgoing/limited-fetch.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

import {
  ANSWER_MAX_BYTES,
  type HostedSearch,
  SEARCH_LIMITS,
  SEARCHED_FIELDS,
  type SearchLimits,
  TASK_POLL_MS,
} from "./search-hosted.ts";
import { FOUND_MAX, type SearchIndexPort, type SearchPort } from "./search-port.ts";

type MeilisearchSettings = Extract<HostedSearchSettings, { provider: "meilisearch" }>;

const answerSchema = z.object({
  hits: z.array(z.object({ productId: z.number().int().positive() })),
});

export function meilisearchSearch(
  settings: MeilisearchSettings,
  limits: SearchLimits = SEARCH_LIMITS,
): HostedSearch {
  return { port: searchPort(settings, limits), index: indexPort(settings, limits) };
}

function searchPort(
  { url, searchKey, indexName }: MeilisearchSettings,
  { readMs }: SearchLimits,
): SearchPort {
  const index = newClient(url, searchKey, readMs).index(indexName);
  return {
    search: async (words) => {
      const answer: unknown = await index.search(plainWords(words), {
        limit: FOUND_MAX,
        attributesToRetrieve: ["productId"],
        matchingStrategy: "last",
      });
      const { hits } = answerSchema.parse(answer);
      return { productIds: hits.map(({ productId }) => productId).slice(0, FOUND_MAX), corrected: null };
    },
  };
}

/** Quotes and leading dashes are orders to this engine; in a shopper's search they are decoration. */
function plainWords(words: string): string {
  return words.replace(/["“”]/g, " ").replace(/(^|\s)-+/g, "$1");
}

function indexPort(
  { url, writeKey, indexName }: MeilisearchSettings,
  { writeMs, taskMs }: SearchLimits,
): SearchIndexPort {
  const client = newClient(url, writeKey, writeMs);
  const index = client.index(indexName);
  const finished = (task: EnqueuedTaskPromise) => settled(task, taskMs);
  return {
    name: ["meilisearch", url, indexName].join(" "),
    probe: async () => {
      await client.tasks.getTasks({ limit: 1 });
    },
    configure: async (synonyms) => finished(index.updateSettings(indexSettings(synonyms))),
    save: async (documents) => finished(index.addDocuments([...documents], { primaryKey: "productId" })),
    remove: async (productIds) => finished(index.deleteDocuments([...productIds])),
  };
}

const INVALID = 400;

async function settled(task: EnqueuedTaskPromise, taskMs: number): Promise<void> {
  const { status, error } = await task.waitTask({ timeout: taskMs, interval: TASK_POLL_MS });
  if (status === "succeeded") return;
  throw new OutgoingError("refused", `Meilisearch task ${status}: ${error?.code ?? "no reason"}`, {
    ...(error?.type === "invalid_request" ? { status: INVALID } : {}),
  });
}

function indexSettings({ groups, one_way, misspellings, stop_words }: Synonyms): Settings {
  const synonyms: Record<string, Array<string>> = {};
  const add = (word: string, others: ReadonlyArray<string>) => {
    const key = word.toLowerCase();
    synonyms[key] = [...(synonyms[key] ?? []), ...others.filter((other) => other !== word)];
  };
  for (const group of groups) for (const word of group) add(word, group);
  for (const { from, to } of one_way) for (const word of from) add(word, to);
  for (const [wrong, right] of Object.entries(misspellings)) add(wrong, [right]);
  return {
    searchableAttributes: [...SEARCHED_FIELDS, "description"],
    displayedAttributes: ["productId"],
    synonyms,
    stopWords: stop_words.filter((word) => foldedWords(word).length === 1),
    pagination: { maxTotalHits: FOUND_MAX },
  };
}

function newClient(host: string, apiKey: string, timeoutMs: number): Meilisearch {
  return new Meilisearch({
    host,
    apiKey,
    // The vendor's own way reads bodies of any size. Deprecated, and without a successor so far.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    httpClient: async (address, init) => {
      const { status, text, retryAfterMs } = await fetchText(address as URL, {
        service: "search",
        method: init?.method ?? "GET",
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: init?.body as string | undefined,
        timeoutMs,
        maxBytes: ANSWER_MAX_BYTES,
      });
      if (status < 200 || status >= 300)
        throw new OutgoingError("refused", `Meilisearch answered with status ${status}`, {
          status,
          retryAfterMs,
        });
      return JSON.parse(text) as unknown;
    },
  });
}
