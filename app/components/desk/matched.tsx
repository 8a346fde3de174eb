import { matchedParts } from "#app/models/desk/matched-parts.ts";
import { readDeskQuery } from "#app/models/desk/search-terms.ts";

export function Matched({ text, query }: Readonly<{ text: string; query?: string | undefined }>) {
  if (!query) return text;
  // One element, so that a link laid out as a box keeps the spaces. The parts never change their order.
  return (
    <span>
      {matchedParts(text, readDeskQuery(query)).map((part, place) =>
        part.isMatch ? <b key={place}>{part.text}</b> : part.text,
      )}
    </span>
  );
}
