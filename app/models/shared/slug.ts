/** The words of which addresses are made. */

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Most parents in an address, before the leaf (reading 3). */
const PARENTS_MAX = 4;

export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** `text` as a slug: lower case, without accents and symbols, its words joined by hyphens; "" where none is left. */
export function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9\s_-]/g, "")
    .split(/[\s_-]+/)
    .filter(Boolean)
    .join("-");
}

/** `slugs` as one path, or null when they cannot be one: none, more than four parents, or a word that is no slug. */
export function joinSlugs(slugs: ReadonlyArray<string>): string | null {
  if (slugs.length === 0 || slugs.length > PARENTS_MAX + 1 || !slugs.every(isSlug)) return null;
  return slugs.join("/");
}
