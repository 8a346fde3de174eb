const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Before the last slug (requirement routes-3). */
const PARENTS_MAX = 4;

export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** Without accents; "" if nothing is left (requirement shared-3). */
export function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9\s_-]/g, "")
    .split(/[\s_-]+/)
    .filter(Boolean)
    .join("-");
}

export function joinSlugs(slugs: ReadonlyArray<string>): string | null {
  if (slugs.length === 0 || slugs.length > PARENTS_MAX + 1 || !slugs.every(isSlug)) return null;
  return slugs.join("/");
}
