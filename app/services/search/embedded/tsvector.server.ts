/** A GIN index knows no order, so each product has a slice: the most popular ones are asked first. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { SLICES } from "#app/models/search/popularity-rank.ts";
import { queryText, type TermQuery } from "#app/models/search/query-terms.ts";

import type { FulltextPort } from "./fulltext-port.ts";

const SYNTAX = { and: " & ", or: " | ", term: (term: string) => `'${term}'` };
/** Fewer matches than these are found all at once. */
const FEW_MATCHES = 4_000;
/** When so many slices have fewer matches than these, the rest is asked at once. */
const RARE_AFTER_SLICES = 2;
const RARE_MATCHES = 50;

export const tsvector: FulltextPort = {
  hasSlices: true,
  find: async (query, max, expected) => {
    if (expected <= FEW_MATCHES) return match(query, max);
    const places: Array<number> = [];
    for (let slice = 0; slice < SLICES && places.length < max; slice += 1) {
      const isLast = slice >= RARE_AFTER_SLICES && places.length < RARE_MATCHES;
      const slices = Array.from({ length: isLast ? SLICES - slice : 1 }, (_, more) =>
        sliceTerm(slice + more),
      );
      places.push(...(await match({ all: [{ any: slices }, query] }, max - places.length)));
      if (isLast) break;
    }
    return places;
  },
  readFields: async (places) => {
    const { rows } = await sql<{ place: number; fields: string }>`
      select place, fields from search_documents where place = any(${[...places]}::bigint[])`.execute(db());
    return rows;
  },
  add: async (rows) => {
    const values = rows.map(({ place, productId, fields, fingerprint, terms, slice }) => ({
      place,
      product_id: productId,
      fields,
      fingerprint,
      terms: [sliceTerm(slice), ...terms].join(" "),
    }));
    await sql`insert into search_documents (place, product_id, fields, fingerprint, terms)
      select place, product_id, fields, fingerprint, array_to_tsvector(string_to_array(terms, ' '))
      from json_to_recordset(${JSON.stringify(values)}::json)
        as new (place bigint, product_id integer, fields text, fingerprint text, terms text)`.execute(db());
  },
  remove: async (places) => {
    await sql`delete from search_documents where place = any(${[...places]}::bigint[])`.execute(db());
  },
  tidy: async () => {
    await sql`select gin_clean_pending_list('search_documents_terms')`.execute(db());
  },
};

function sliceTerm(slice: number): string {
  return `s${slice}`;
}

/** The fence keeps the planner from going through all places in the hope of meeting matches soon. */
async function match(query: TermQuery, max: number): Promise<ReadonlyArray<number>> {
  const text = queryText(query, SYNTAX);
  const { rows } = await sql<{ places: ReadonlyArray<number> | null }>`
    select json_agg(place order by place) as places from (
      select place from (select place from search_documents where terms @@ ${text}::tsquery offset 0) as matches
      order by place limit ${max}
    ) as first`.execute(db());
  return rows[0]?.places ?? [];
}
