import { pastedCode } from "#app/models/shared/text.ts";

import type { GiftList } from "./gift-list.ts";

/** Without 0 and O, 1, I and L. */
export const CODE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
export const CODE_LENGTH = 8;

const CODE = new RegExp(`^[${CODE_CHARACTERS}]{${CODE_LENGTH}}$`);

/** Case, spaces and hyphens make no difference; null if it can be no code. */
export function readListCode(text: string): string | null {
  const code = pastedCode(text).replace(/[\s\p{Pd}]/gu, "");
  return CODE.test(code) ? code : null;
}

/** "7K4P-9QWX", as it is written on cards. */
export function formatListCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** As `formatListCode`; null where nothing can be given from the list. */
export function openCode({ code, state }: Pick<GiftList, "code" | "state">): string | null {
  return code !== null && state === "open" ? formatListCode(code) : null;
}
