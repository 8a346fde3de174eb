import { useEffect, useState } from "react";

import type { Suggestions } from "#app/models/search/search.ts";
import { paths } from "#app/paths.ts";

const PAUSE_MS = 150;
const TYPED_MIN_CHARACTERS = 2;
const CACHE_SIZE_MAX = 50;
/** As long as the answer itself may be stored. */
const CACHE_MS = 60_000;

const stored = new Map<string, Readonly<{ found: Suggestions; until: number }>>();

/** Null for too short a text, a pending first answer or a failure. */
export function useSuggestions(typed: string): Suggestions | null {
  const query = typed.trim().replace(/\s+/g, " ").toLowerCase();
  const [answer, setAnswer] = useState<Readonly<{ query: string; found: Suggestions }> | null>(null);

  useEffect(() => {
    if (query.length < TYPED_MIN_CHARACTERS) return;
    const known = stored.get(query);
    if (known && Date.now() < known.until) {
      setAnswer({ query, found: known.found });
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      ask(query, controller.signal).then(
        (found) => setAnswer({ query, found }),
        () => {
          if (!controller.signal.aborted) setAnswer(null);
        },
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

async function ask(query: string, signal: AbortSignal): Promise<Suggestions> {
  const response = await fetch(paths.searchSuggestions(query), { signal });
  if (!response.ok) throw new Error("No suggestions");
  const found = (await response.json()) as Suggestions;
  const oldest = stored.size >= CACHE_SIZE_MAX ? stored.keys().next().value : undefined;
  if (oldest !== undefined) stored.delete(oldest);
  stored.delete(query);
  stored.set(query, { found, until: Date.now() + CACHE_MS });
  return found;
}
