import type { SearchIndexPort, SearchPort } from "./search-port.ts";

export type HostedSearch = Readonly<{ port: SearchPort; index: SearchIndexPort }>;

export type SearchLimits = Readonly<{
  /** Longest wait for one host's answer to a search, in milliseconds; the guard ends all of them together. */
  readMs: number;
  writeMs: number;
  taskMs: number;
}>;

export const SEARCH_LIMITS: SearchLimits = { readMs: 700, writeMs: 10_000, taskMs: 20_000 };

export const TASK_POLL_MS = 100;
/** Longest answer that is read: the ids of a full page take a tenth of it. */
export const ANSWER_MAX_BYTES = 1_000_000;

/** Fields of a document, the weightiest first; before its description. */
export const SEARCHED_FIELDS = ["name", "skus", "brand", "keywords", "categories", "options"];
