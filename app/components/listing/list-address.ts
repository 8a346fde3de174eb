import type { Param } from "#app/models/listing/filter.ts";

/** The first page has no number. */
export function listAddress(path: string, params: ReadonlyArray<Param>, page = 1): string {
  const query = new URLSearchParams(params.map(([name, value]) => [name, value]));
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
