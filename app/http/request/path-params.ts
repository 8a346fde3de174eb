/** Dynamic path segments as people mean them: a plus is a space, `%2B` is a plus (reading 10). */

/**
 * The text of one raw, still encoded path segment: "wooden+train" and "wooden%20train" are both "wooden train".
 * Decoded parameters have lost the difference between "+" and "%2B", so this needs the raw one.
 */
export function plusToSpace(rawSegment: string): string {
  const spaced = rawSegment.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Every segment of the request's path, decoded: "/search/wooden+train" is ["search", "wooden train"]. */
export function pathSegments(request: Request): ReadonlyArray<string> {
  return new URL(request.url).pathname.split("/").filter(Boolean).map(plusToSpace);
}

/** The last segment of the request's path, decoded, or "" for the home page. */
export function lastPathSegment(request: Request): string {
  return pathSegments(request).at(-1) ?? "";
}
