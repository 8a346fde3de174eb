import { safeRedirect as relativeOnly } from "remix-utils/safe-redirect";

/** Any origin: it only shows whether a path leaves it. */
const ANCHOR = "https://shop.invalid";
const PATH_MAX_CHARACTERS = 1024;

/** `fallback` unless `target` is a path of this shop. For values that a visitor can influence. */
export function safeRedirect(target: unknown, fallback = "/"): string {
  if (typeof target !== "string" || target.length > PATH_MAX_CHARACTERS) return fallback;
  const path = relativeOnly(target, "");
  if (path === "" || path !== target || !staysHere(path)) return fallback;
  return path;
}

function staysHere(path: string): boolean {
  const decodedPath = decoded(path.split(/[?#]/, 1)[0] ?? "");
  // A decoded space is fine. Browsers trim a raw one and read what follows.
  if (hasHiddenSegment(path) || path.includes(" ") || hasHiddenSegment(decodedPath)) return false;
  return originOf(path) === ANCHOR;
}

// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const SURPRISING = /[\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufeff\\]/;

/** True for backslashes, double slashes, ".." and control characters, which browsers read in surprising ways. */
function hasHiddenSegment(path: string): boolean {
  return SURPRISING.test(path) || path.startsWith("//") || path.includes("..");
}

function originOf(target: string): string | null {
  return URL.canParse(target, ANCHOR) ? new URL(target, ANCHOR).origin : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A control character, so that it is refused.
    return "\0";
  }
}

/** Throws "Navigating to an external URL" unless its origin is the shop's or in `allowedOrigins`. */
export function redirectTarget(target: string, allowedOrigins: ReadonlyArray<string> = []): string {
  const origin = originOf(target);
  const isPath = origin === ANCHOR && /^\/(?!\/)/.test(target) && !SURPRISING.test(target);
  if (!isPath && !(origin && allowedOrigins.includes(origin)))
    throw new Error("Navigating to an external URL");
  return target;
}
