import { SEARCH_GROUPS, type SearchGroup } from "#app/components/desk/search-page.tsx";

/** In characters. */
const QUERY_MAX = 80;

/** What was searched for, cut to its limit; empty for nothing. */
export function searchedWords(address: URLSearchParams): string {
  return (address.get("q") ?? "").trim().slice(0, QUERY_MAX);
}

export function searchedGroup(address: URLSearchParams): SearchGroup | null {
  return SEARCH_GROUPS.find((group) => group === address.get("only")) ?? null;
}

/** The address of what was found; null where nothing was searched for. */
export function foundQuery(address: URLSearchParams): Readonly<{ q: string; only?: string }> | null {
  const [q, only] = [searchedWords(address), searchedGroup(address)];
  return q === "" ? null : { q, ...(only ? { only } : {}) };
}
