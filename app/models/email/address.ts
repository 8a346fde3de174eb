import { withoutInvisible } from "#app/models/shared/text.ts";

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

const NOT_ASCII = /[^\0-\u007f]/;
/** What may be given to the parser of web addresses and is nothing but a domain afterwards. */
const PLAIN_DOMAIN = /^[^\s/?#:@\\[\]]+$/;

/** As it is stored and sent to: without invisible characters, and the domain in ASCII, as mail servers know it (RFC 5890). */
export function normalEmail(typed: string): string {
  const text = withoutInvisible(typed.normalize("NFC")).trim();
  const at = text.lastIndexOf("@") + 1;
  return text.slice(0, at) + (at === 0 ? text : asciiDomain(text.slice(at)));
}

function asciiDomain(domain: string): string {
  if (!NOT_ASCII.test(domain) || !PLAIN_DOMAIN.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** By which two spellings of one mailbox are the same. */
export function emailKey(email: string): string {
  return normalEmail(email).toLowerCase();
}
