import { isRecord } from "#app/models/shared/is-record.ts";
import { z } from "zod";

/** Flat fields, as Strapi 5 sends them; an id that stays the same when the entry is published again. */
export type Entry = Readonly<Record<string, unknown>> & Readonly<{ id: string }>;

const ID = /^[A-Za-z0-9]{1,40}$/;

export const answerSchema = z.object({
  data: z.array(z.record(z.unknown())),
  meta: z.object({
    pagination: z.object({ page: z.number().int(), pageCount: z.number().int(), total: z.number().int() }),
  }),
});

/** In Strapi 4 `{ id, attributes: { … } }` becomes `{ id, … }`, and a relation `{ data: … }` what it holds. */
function flat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flat);
  if (!isRecord(value)) return value;
  const { attributes } = value;
  if (isRecord(attributes) && "id" in value) return { ...flatFields(attributes), id: value["id"] };
  const isWrapper = "data" in value && Object.keys(value).every((key) => key === "data" || key === "meta");
  return isWrapper ? flat(value["data"]) : flatFields(value);
}

export function entryOf(raw: unknown): Entry | null {
  const fields = flat(raw);
  if (!isRecord(fields)) return null;
  // Strapi 5 gives an entry another number each time it is published; its documentId stays.
  const id = String(fields["documentId"] ?? fields["id"]);
  return ID.test(id) ? { ...fields, id } : null;
}

export function isVersion4(raw: Readonly<Record<string, unknown>>): boolean {
  return isRecord(raw["attributes"]);
}

/** A draft has no date of publication; neither version of Strapi is trusted to leave drafts out. */
export function isPublished(entry: Entry, now: Date): boolean {
  const at = typeof entry["publishedAt"] === "string" ? Date.parse(entry["publishedAt"]) : NaN;
  return at <= now.getTime();
}

function flatFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, flat(value)]));
}
