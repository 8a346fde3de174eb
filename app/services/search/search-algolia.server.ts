/** Searches with Algolia. Products are named by their id; nothing else of a hit is believed. */
import { algoliasearch, type SynonymHit } from "algoliasearch";
import { z } from "zod";

import type { HostedSearchSettings } from "#app/config.server.ts";
import type { Synonyms } from "#app/models/search/tokenizer.ts";
import { type FetchedText, fetchText } from "#app/services/outgoing/limited-fetch.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

import {
  ANSWER_MAX_BYTES,
  type HostedSearch,
  SEARCH_LIMITS,
  SEARCHED_FIELDS,
  type SearchLimits,
  TASK_POLL_MS,
} from "./search-hosted.ts";
import { FOUND_MAX, type SearchDocument, type SearchIndexPort, type SearchPort } from "./search-port.ts";

type AlgoliaSettings = Extract<HostedSearchSettings, { provider: "algolia" }>;

type ClientOptions = NonNullable<Parameters<typeof algoliasearch>[2]>;
type Requester = NonNullable<ClientOptions["requester"]>;
type IndexSettings = Parameters<ReturnType<typeof algoliasearch>["setSettings"]>[0]["indexSettings"];

const INDEX_SETTINGS: IndexSettings = {
  searchableAttributes: [...SEARCHED_FIELDS, "unordered(description)"],
  attributesToRetrieve: ["objectID"],
  attributesToHighlight: [],
  indexLanguages: ["en"],
  queryLanguages: ["en"],
  ignorePlurals: ["en"],
  removeStopWords: ["en"],
  removeWordsIfNoResults: "allOptional",
  advancedSyntax: false,
  paginationLimitedTo: FOUND_MAX,
};

const answerSchema = z.object({ hits: z.array(z.object({ objectID: z.string().regex(/^[1-9]\d{0,9}$/) })) });

export function algoliaSearch(settings: AlgoliaSettings, limits: SearchLimits = SEARCH_LIMITS): HostedSearch {
  return { port: searchPort(settings, limits), index: indexPort(settings, limits) };
}

function searchPort({ appId, searchKey, indexName, url }: AlgoliaSettings, limits: SearchLimits): SearchPort {
  const client = algoliasearch(appId, searchKey, clientOptions(url, limits));
  return {
    search: async (words) => {
      const answer: unknown = await client.searchSingleIndex({
        indexName,
        searchParams: { query: words, page: 0, hitsPerPage: FOUND_MAX },
      });
      const { hits } = answerSchema.parse(answer);
      return {
        productIds: hits.map(({ objectID }) => Number(objectID)).slice(0, FOUND_MAX),
        corrected: null,
      };
    },
  };
}

function indexPort(
  { appId, writeKey, indexName, url }: AlgoliaSettings,
  limits: SearchLimits,
): SearchIndexPort {
  const client = algoliasearch(appId, writeKey, clientOptions(url, limits));
  const finished = async (taskID: number) => {
    const maxRetries = Math.ceil(limits.taskMs / TASK_POLL_MS);
    await client.waitForTask({ indexName, taskID, maxRetries, timeout: () => TASK_POLL_MS });
  };
  return {
    name: ["algolia", url ?? appId, indexName].join(" "),
    probe: async () => {
      await client.getSettings({ indexName });
    },
    configure: async (synonyms) => {
      const set = await client.setSettings({
        indexName,
        indexSettings: INDEX_SETTINGS,
      });
      await finished(set.taskID);
      const saved = await client.saveSynonyms({
        indexName,
        synonymHit: synonymHits(synonyms),
        replaceExistingSynonyms: true,
      });
      await finished(saved.taskID);
    },
    save: async (documents) => {
      const saved = await client.saveObjects({ indexName, objects: documents.map(objectOf) });
      for (const { taskID } of saved) await finished(taskID);
    },
    remove: async (productIds) => {
      const removed = await client.deleteObjects({ indexName, objectIDs: productIds.map(String) });
      for (const { taskID } of removed) await finished(taskID);
    },
  };
}

function objectOf({ productId, ...words }: SearchDocument) {
  return { objectID: String(productId), ...words };
}

function synonymHits({ groups, one_way, misspellings }: Synonyms): Array<SynonymHit> {
  return [
    ...groups.map((group, at) => ({
      objectID: `group-${at}`,
      type: "synonym" as const,
      synonyms: [...group],
    })),
    ...one_way.flatMap(({ from, to }, at) =>
      from.map((input, place) => ({
        objectID: `one-way-${at}-${place}`,
        type: "onewaysynonym" as const,
        input,
        synonyms: [...to],
      })),
    ),
    ...Object.entries(misspellings).map(([word, right], at) => ({
      objectID: `misspelling-${at}`,
      type: "onewaysynonym" as const,
      input: word,
      synonyms: [right],
    })),
  ];
}

/** `url` in place of Algolia's own hosts. The vendor's client asks the next host when one is silent. */
function clientOptions(url: string | null, { readMs, writeMs }: SearchLimits): ClientOptions {
  const timeouts = { connect: readMs, read: readMs, write: writeMs };
  const requester: Requester = { send };
  return { timeouts, requester, ...(url ? { hosts: [hostOf(new URL(url))] } : {}) };
}

const send: Requester["send"] = async ({ url, method, headers, data, connectTimeout, responseTimeout }) => {
  const answer = await fetchText(new URL(url), {
    service: "search",
    method,
    headers,
    body: data,
    connectMs: connectTimeout,
    timeoutMs: responseTimeout,
    maxBytes: ANSWER_MAX_BYTES,
  }).catch((error: unknown) => error);
  if (answer instanceof Error) {
    const isTimedOut = answer instanceof OutgoingError && answer.problem === "timeout";
    return { status: 0, content: String(answer), isTimedOut };
  }
  const { status, text, retryAfterMs } = answer as FetchedText;
  // The vendor's client drops the header, which a retry needs.
  if (retryAfterMs > 0)
    throw new OutgoingError("refused", `Algolia answered with status ${status}`, { status, retryAfterMs });
  return { status, content: text, isTimedOut: false };
};

function hostOf(url: URL) {
  return {
    url: url.hostname,
    accept: "readWrite" as const,
    protocol: url.protocol === "http:" ? ("http" as const) : ("https" as const),
    ...(url.port ? { port: Number(url.port) } : {}),
  };
}
