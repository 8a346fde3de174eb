import { matchedParts } from "#app/models/desk/matched-parts.ts";
import { readDeskQuery } from "#app/models/desk/search-terms.ts";

/** `text` with what was searched for in bold; without `query` as it is. */
export function Matched({ text, query }: Readonly<{ text: string; query?: string | undefined }>) {
  if (!query) return text;
  return matchedParts(text, readDeskQuery(query)).map((part, place) =>
    // The parts of one text never change their order.
    part.isMatch ? <b key={place}>{part.text}</b> : <span key={place}>{part.text}</span>,
  );
}
