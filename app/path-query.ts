export type PathQuery = Readonly<Record<string, string | number | null | undefined>>;

/** Null, undefined and empty values are left out. */
export function withQuery(path: string, query: PathQuery = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
