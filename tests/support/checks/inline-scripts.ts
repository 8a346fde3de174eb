/** The inline scripts of a page as a browser finds them, whoever wrote them. */
import { createHash } from "node:crypto";

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
/** Data in a script element is never run, so it needs no permission. */
const NOT_RUN = /\btype="(?!module"|text\/javascript")/;

/** The code of each inline script in `html`. */
export function inlineScripts(html: string): ReadonlyArray<string> {
  return [...html.matchAll(SCRIPT)]
    .filter(([, attributes = ""]) => !/\bsrc=/.test(attributes) && !NOT_RUN.test(attributes))
    .map(([, , code = ""]) => code);
}

/** The hash of each inline script in `html`, as a policy names it, each once. */
export function inlineScriptHashes(html: string): ReadonlyArray<string> {
  const hashes = inlineScripts(html).map(
    (code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  return [...new Set(hashes)];
}

/** The hashes that the policy of a page permits. */
export function permittedHashes(policy: string): ReadonlyArray<string> {
  const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];
  return sources.filter((source) => source.startsWith("'sha256-"));
}
