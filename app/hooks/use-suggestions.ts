import { useEffect, useState } from "react";

import type { SearchSuggestions } from "#app/models/search/search.ts";
import { paths } from "#app/paths.ts";

/** Pause after the last key before anybody is asked, in milliseconds. */
const PAUSE_MS = 150;
const TYPED_MIN_CHARACTERS = 2;
/** Answers that are kept for the life of the page. */
const KEPT_MAX = 50;

const kept = new Map<string, SearchSuggestions>();

/** What the shop offers for `typed`, or null: nothing yet, nothing to ask, or nobody answered. */
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
        // The field goes on as a plain one.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query]);

  // While the next answer is on its way the last one stays, so that the list does not flicker.
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
