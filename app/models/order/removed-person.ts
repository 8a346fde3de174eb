/** Stands for the address of a forgotten buyer in the tables; the domain does not exist (RFC 2606, section 2). */
export const REMOVED_EMAIL = "removed@customer.invalid";

/** Empty where the buyer is forgotten: nobody is to see the address that stands for none, or to write to it. */
export function emailOrNone(stored: string): string {
  return stored === REMOVED_EMAIL ? "" : stored;
}
