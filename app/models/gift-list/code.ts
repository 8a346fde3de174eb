/** The code in a list's link: eight letters and figures that cannot be mistaken for one another. */

/** Without 0 and O, 1, I and L. */
export const CODE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
export const CODE_LENGTH = 8;

const CODE = new RegExp(`^[${CODE_CHARACTERS}]{${CODE_LENGTH}}$`);

/** The code that `text` means, whatever its case, spaces and hyphens; null if it can be none. */
export function readListCode(text: string): string | null {
  const code = text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "");
  return CODE.test(code) ? code : null;
}

/** "7K4P-9QWX". */
export function formatListCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}
