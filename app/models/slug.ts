/** The words of which addresses are made. */

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Most parents in an address, before the leaf (reading 3). */
const PARENTS_MAX = 4;

export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** `slugs` as one path, or null when they cannot be one: none, more than four parents, or a word that is no slug. */
export function joinSlugs(slugs: ReadonlyArray<string>): string | null {
  if (slugs.length === 0 || slugs.length > PARENTS_MAX + 1 || !slugs.every(isSlug)) return null;
  return slugs.join("/");
}
