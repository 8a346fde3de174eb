/** Redirects that cannot leave the shop unless the code says so by name. */
import { safeRedirect as relativeOnly } from "remix-utils/safe-redirect";

/** Any origin will do: what matters is whether a path can get away from it. */
const ANCHOR = "https://shop.invalid";
/** Longest path, in characters, that is worth going back to. */
const PATH_MAX_CHARACTERS = 1024;

/**
 * `target` when it is a path of this shop ("/account?tab=orders"), else `fallback`.
 * For values that a visitor can influence, such as `?redirectTo=`.
 */
export function safeRedirect(target: unknown, fallback = "/"): string {
  if (typeof target !== "string" || target.length > PATH_MAX_CHARACTERS) return fallback;
  const path = relativeOnly(target, "");
  if (path === "" || path !== target || !staysHere(path)) return fallback;
  return path;
}

function staysHere(path: string): boolean {
  const decodedPath = decoded(path.split(/[?#]/, 1)[0] ?? "");
  // A space is a space once decoded; raw, browsers trim it away and look at what follows.
  if (hasHiddenTurn(path) || path.includes(" ") || hasHiddenTurn(decodedPath)) return false;
  return originOf(path) === ANCHOR;
}

// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const SURPRISING = /[\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufeff\\]/;

/** Backslashes, double slashes, dots upwards and control characters: what browsers read in surprising ways. */
function hasHiddenTurn(path: string): boolean {
  return SURPRISING.test(path) || path.startsWith("//") || path.includes("..");
}

function originOf(target: string): string | null {
  return URL.canParse(target, ANCHOR) ? new URL(target, ANCHOR).origin : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // What does not decode is refused by the control character.
    return "\0";
  }
}

/**
 * `target` for our own redirects. Throws "Navigating to an external URL" when it lies on another origin
 * that `allowedOrigins` does not name.
 */
export function redirectTarget(target: string, allowedOrigins: ReadonlyArray<string> = []): string {
  const origin = originOf(target);
  const isPath = origin === ANCHOR && /^\/(?!\/)/.test(target) && !SURPRISING.test(target);
  if (!isPath && !(origin && allowedOrigins.includes(origin)))
    throw new Error("Navigating to an external URL");
  return target;
}
