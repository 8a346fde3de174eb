/** Full text search by SQLite's FTS5. It goes through matches in the order of places, and stops when it has enough. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { queryText } from "#app/models/search/query-terms.ts";

import type { FulltextPort } from "./fulltext-port.ts";

const SYNTAX = { and: " AND ", or: " OR ", term: (term: string) => `"${term}"` };
/** Pages of the index that are merged at a time: some milliseconds. */
const MERGED_PAGES = 64;

/** Lists go in as one JSON text: a statement for each length of list would have to be compiled anew. */
export const fts5: FulltextPort = {
  hasSlices: false,
  find: async (query, max) => {
    // A row for each place would cost more than finding them.
    const { rows } = await sql<{ places: string }>`
      select json_group_array(place) as places from (
        select rowid as place from search_terms where search_terms match ${queryText(query, SYNTAX)}
        order by rowid limit ${max})`.execute(db());
    return rows.flatMap(({ places }) => JSON.parse(places) as ReadonlyArray<number>);
  },
  readFields: async (places) => {
    const { rows } = await sql<{ place: number; fields: string }>`
      select place, fields from json_each(${JSON.stringify(places)})
      join search_documents on place = value`.execute(db());
    return rows;
  },
  add: async (rows) => {
    const values = JSON.stringify(
      rows.map(({ place, productId, fields, fingerprint }) => [place, productId, fields, fingerprint]),
    );
    await sql`insert into search_documents (place, product_id, fields, fingerprint)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${values})`.execute(db());
    const terms = JSON.stringify(rows.map(({ place, terms }) => [place, terms.join(" ")]));
    await sql`insert into search_terms (rowid, terms)
      select value ->> 0, value ->> 1 from json_each(${terms}) order by 1`.execute(db());
  },
  remove: async (places) => {
    const list = JSON.stringify(places);
    await sql`delete from search_terms where rowid in (select value from json_each(${list}))`.execute(db());
    await sql`delete from search_documents where place in (select value from json_each(${list}))`.execute(
      db(),
    );
  },
  tidy: async () => {
    await sql`insert into search_terms (search_terms, rank) values ('merge', ${MERGED_PAGES})`.execute(db());
  },
};
