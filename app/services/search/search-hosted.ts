/** What the adapters of hosted search engines share. */
import type { SearchIndexPort, SearchPort } from "./search-port.ts";

export type HostedSearch = Readonly<{ port: SearchPort; index: SearchIndexPort }>;

export type SearchLimits = Readonly<{
  /** Longest wait for one host's answer to a search, in milliseconds; the guard ends all of them together. */
  readMs: number;
  /** Longest wait for the answer to a write, in milliseconds. */
  writeMs: number;
}>;

export const SEARCH_LIMITS: SearchLimits = { readMs: 700, writeMs: 10_000 };
/** Longest answer that is read: the ids of a full page take a tenth of it. */
export const ANSWER_MAX_BYTES = 1_000_000;
