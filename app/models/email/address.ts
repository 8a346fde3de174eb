/** RFC 5321. */
export const EMAIL_MAX = 254;

/** Quotes, lists, names and comments could change the recipient in a header; an apostrophe cannot. */
const LOCAL_PART = /^[^\s@<>,;:"`()[\]\\]{1,64}$/u;
const DOMAIN = /^[^\s@.<>,;:"'`()[\]\\]+(?:\.[^\s@.<>,;:"'`()[\]\\]+)+$/u;

/** True for one plain address with a dot in its domain, such as "o'brien@example.com". */
export function isEmailAddress(text: string): boolean {
  const [local = "", domain = "", ...rest] = text.split("@");
  return text.length <= EMAIL_MAX && rest.length === 0 && LOCAL_PART.test(local) && DOMAIN.test(domain);
}

export function emailKey(email: string): string {
  return email.normalize("NFC").trim().toLowerCase();
}
