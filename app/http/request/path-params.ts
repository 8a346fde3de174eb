/** Dynamic path segments, in which a plus is a space and `%2B` a plus (requirement routes-6). */
import { decoded } from "#app/models/shared/decoded.ts";

/** Needs a raw segment: decoded parameters no longer tell "+" from "%2B". */
export function plusToSpace(rawSegment: string): string {
  return decoded(rawSegment.replaceAll("+", " "));
}

/** `path` as a person reads it. A plus of its query stays one. */
export function readablePath(path: string): string {
  const spaced = path.replace(/^[^?]+/, (pathname) => pathname.replaceAll("+", " "));
  try {
    return decodeURI(spaced);
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
