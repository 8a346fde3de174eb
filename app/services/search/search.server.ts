/** Chooses who searches the catalogue: the index of this process. */
import { embeddedSearch } from "./search-embedded.server.ts";
import type { SearchPort } from "./search-port.ts";

export function searchPort(): SearchPort {
  return embeddedSearch;
}
