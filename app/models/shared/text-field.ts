import { z } from "zod";

// Line breaks, tabs and invisible direction marks.
const UNUSABLE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

export const lineSchema = (maximum: number) =>
  z
    .string()
    .default("")
    .transform((text) => text.normalize("NFC").trim())
    .refine((text) => !UNUSABLE.test(text), "Remove any hidden or special characters")
    .transform((text) => text.replace(/\s+/gu, " "))
    .refine((text) => text.length <= maximum, `Use at most ${maximum} characters`);

/** Card numbers are hidden. */
export const textSchema = (maximum: number) =>
  z
    .string()
    .default("")
    .transform((text) => text.normalize("NFC").replace(/\r\n?/g, "\n").trim())
    .refine((text) => !/[^\P{Cc}\n\t]/u.test(text), "Remove any hidden or special characters")
    .refine((text) => text.length <= maximum, `Use at most ${maximum} characters`)
    .transform((text) => (text === "" ? null : hideCardNumbers(text)));

/** 13 to 19 digits with a card's checksum become dots. */
export function hideCardNumbers(text: string): string {
  return text.replace(/\d(?:[ -]?\d){12,18}/g, (found) =>
    isCardNumber(found) ? found.replace(/\d/g, "•") : found,
  );
}

function isCardNumber(text: string): boolean {
  const digits = Array.from(text.replace(/\D/g, "")).reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
