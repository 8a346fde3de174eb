/** Where a category stands: below its parent, whose address its own begins with. */
import { GIFTS_BY_AGE_PATH, isReservedCategoryPath } from "#app/models/catalogue/category.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { isSlug, joinSlugs } from "#app/models/shared/slug.ts";

type Placed = Readonly<{ id: number; path: string }>;

type Moving = Readonly<{
  /** Null for a new one. */
  id: number | null;
  slug: string;
  /** The parent's path; null: a department. */
  parent: string | null;
}>;

export type CategoryPlace = Readonly<{ parentId: number | null; path: string }>;

export type PlaceRefusal =
  | ("slug-malformed" | "category-parent-unknown" | "category-in-itself" | "category-too-deep")
  | ("category-path-taken" | "category-path-reserved" | "category-path-needed");

/** In what is below, `from` is the category's path of now, null for a new one. */
export function categoryPlaceOf(
  moving: Moving,
  all: ReadonlyArray<Placed>,
): Result<CategoryPlace, PlaceRefusal> {
  const from = all.find(({ id }) => id === moving.id)?.path ?? null;
  const parent = all.find(({ path }) => path === moving.parent);
  const refusal = parentRefusal(from, moving.parent, all);
  if (refusal) return refusal;
  const path = [...(parent ? [parent.path] : []), moving.slug].join("/");
  const place = ok({ parentId: parent?.id ?? null, path });
  if (from === path) return place;
  return pathRefusal(path, moving.slug, all) ?? moveRefusal(from, path, all) ?? place;
}

type Refused = Refusal<PlaceRefusal> | null;

function parentRefusal(from: string | null, parent: string | null, all: ReadonlyArray<Placed>): Refused {
  if (parent === null) return null;
  if (!all.some(({ path }) => path === parent)) return refused("category-parent-unknown", { parent });
  return from !== null && isWithin(parent, from) ? refused("category-in-itself") : null;
}

function pathRefusal(path: string, slug: string, all: ReadonlyArray<Placed>): Refused {
  if (!isSlug(slug)) return refused("slug-malformed");
  if (isReservedCategoryPath(path)) return refused("category-path-reserved", { path });
  return all.some((one) => one.path === path) ? refused("category-path-taken", { path }) : null;
}

function moveRefusal(from: string | null, to: string, all: ReadonlyArray<Placed>): Refused {
  if (from !== null && isWithin(GIFTS_BY_AGE_PATH, from))
    return refused("category-path-needed", { path: from });
  const below = from === null ? [] : all.filter(({ path }) => isWithin(path, from));
  const deepest = [to, ...below.map(({ path }) => movedPath(path, from ?? "", to))];
  return deepest.every((path) => joinSlugs(path.split("/")) !== null) ? null : refused("category-too-deep");
}

export function isWithin(path: string, above: string): boolean {
  return `${path}/`.startsWith(`${above}/`);
}

/** What is `path`, at or below `from`, once that is `to`. */
export function movedPath(path: string, from: string, to: string): string {
  return to + path.slice(from.length);
}

type Child = Readonly<{ id: number; slug: string; parent_id: number | null }>;

/** By the parents as they are among `rows`; null for one that would be inside itself, or too deep. */
export function pathsByParents(rows: ReadonlyArray<Child>): ReadonlyMap<number, string | null> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const slugsOf = (row: Child, below: ReadonlyArray<string>): ReadonlyArray<string> => {
    const slugs = [row.slug, ...below];
    const parent = byId.get(row.parent_id ?? 0);
    return parent && joinSlugs(slugs) !== null ? slugsOf(parent, slugs) : slugs;
  };
  return new Map(rows.map((row) => [row.id, joinSlugs(slugsOf(row, []))]));
}

export function depthOf(path: string): number {
  return path.split("/").length - 1;
}
