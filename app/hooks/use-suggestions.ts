import { useEffect, useState } from "react";

import type { SearchSuggestions } from "#app/models/search/search.ts";
import { paths } from "#app/paths.ts";

/** In milliseconds after the last key. */
const PAUSE_MS = 150;
const TYPED_MIN_CHARACTERS = 2;
/** Cached for the life of the page. */
const KEPT_MAX = 50;

const kept = new Map<string, SearchSuggestions>();

/** Null for too short a text, a pending first answer or a failure. */
export function useSuggestions(typed: string): SearchSuggestions | null {
  const query = typed.trim().replace(/\s+/g, " ").toLowerCase();
  const [answer, setAnswer] = useState<Readonly<{ query: string; found: SearchSuggestions }> | null>(null);

  useEffect(() => {
    if (query.length < TYPED_MIN_CHARACTERS) return;
    const known = kept.get(query);
    if (known) {
      setAnswer({ query, found: known });
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      ask(query, controller.signal).then(
        (found) => setAnswer({ query, found }),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query]);

  // The last answer stays until the next, so that the list does not flicker.
  return query.length < TYPED_MIN_CHARACTERS ? null : (answer?.found ?? null);
}

async function ask(query: string, signal: AbortSignal): Promise<SearchSuggestions> {
  const response = await fetch(paths.searchSuggestions(query), { signal });
  if (!response.ok) throw new Error("No suggestions");
  const found = (await response.json()) as SearchSuggestions;
  const oldest = kept.size >= KEPT_MAX ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(query, found);
  return found;
}
