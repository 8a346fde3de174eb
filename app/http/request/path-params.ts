/** Dynamic path segments, in which a plus is a space and `%2B` a plus (requirement routes-6). */

/** Needs a raw segment: decoded parameters no longer tell "+" from "%2B". */
export function plusToSpace(rawSegment: string): string {
  const spaced = rawSegment.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Every decoded segment of the request's path: "/search/wooden+train" is ["search", "wooden train"]. */
export function pathSegments(request: Request): ReadonlyArray<string> {
  return new URL(request.url).pathname.split("/").filter(Boolean).map(plusToSpace);
}

export function lastPathSegment(request: Request): string {
  return pathSegments(request).at(-1) ?? "";
}
