import { config } from "#app/config.server.ts";
import { warnWhenLeftAlone } from "#app/services/outgoing/resilience.server.ts";

import { embeddedSearch } from "./embedded/search.server.ts";
import { algoliaSearch } from "./search-algolia.server.ts";
import { withFallback } from "./search-fallback.server.ts";
import type { HostedSearch } from "./search-hosted.ts";
import { meilisearchSearch } from "./search-meilisearch.server.ts";
import type { SearchIndexPort, SearchPort } from "./search-port.ts";

let connected: Readonly<{ hosted: HostedSearch | null; port: SearchPort }> | null = null;

export function searchPort(): SearchPort {
  return current().port;
}

export function searchIndex(): SearchIndexPort | null {
  return current().hosted?.index ?? null;
}

/** A hosted engine's answers change without the shop's data. */
export function isSearchHosted(): boolean {
  return current().hosted !== null;
}

/** Null for none; undefined brings the configured one back. For tests. */
export function connectSearch(hosted: HostedSearch | null | undefined): void {
  connected = hosted === undefined ? null : withPort(hosted);
}

function current() {
  connected ??= withPort(configured());
  return connected;
}

function withPort(hosted: HostedSearch | null) {
  const onFailure = warnWhenLeftAlone("The hosted search", "SearchWarning");
  return { hosted, port: hosted ? withFallback(hosted.port, embeddedSearch, { onFailure }) : embeddedSearch };
}

function configured(): HostedSearch | null {
  const settings = config.search;
  switch (settings.provider) {
    case "embedded":
      return null;
    case "algolia":
      return algoliaSearch(settings);
    case "meilisearch":
      return meilisearchSearch(settings);
  }
}
