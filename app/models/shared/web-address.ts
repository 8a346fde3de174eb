/** Web addresses have no place in a name, and none in an email that the shop sends. */

const REMOVED = "(web address removed)";

/** A dot, the end of a domain, and a path: "evil.example/claim". A name such as "St.John" has none. */
const DOMAIN_AND_PATH = /\.[a-z]{2,}[/?#]/;

function isWebAddress(word: string): boolean {
  const lower = word.toLowerCase();
  return lower.includes("://") || lower.includes("www.") || DOMAIN_AND_PATH.test(lower);
}

export function hasWebAddress(text: string): boolean {
  return text.split(/\s/).some(isWebAddress);
}

/** A remark replaces each; spaces and line breaks stay. */
export function withoutWebAddresses(text: string): string {
  return text
    .split(/(\s)/)
    .map((word) => (isWebAddress(word) ? REMOVED : word))
    .join("");
}
