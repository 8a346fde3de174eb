/** What the shop takes for an e-mail address: the one rule for what may be typed and for what is written to. */

/** Longest e-mail address (RFC 5321). */
export const EMAIL_MAX = 254;

/** Quotes, lists, names and comments would turn one address into something else in a header; an apostrophe would not. */
const LOCAL_PART = /^[^\s@<>,;:"`()[\]\\]{1,64}$/u;
const DOMAIN = /^[^\s@.<>,;:"'`()[\]\\]+(?:\.[^\s@.<>,;:"'`()[\]\\]+)+$/u;

/** True for one plain address with a dot in its domain, such as "o'brien@example.com". */
export function isEmailAddress(text: string): boolean {
  const [local = "", domain = "", ...rest] = text.split("@");
  return text.length <= EMAIL_MAX && rest.length === 0 && LOCAL_PART.test(local) && DOMAIN.test(domain);
}

/** One text for all ways to write the same address. */
export function emailKey(email: string): string {
  return email.normalize("NFC").trim().toLowerCase();
}
