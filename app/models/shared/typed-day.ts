import { type Day, isDay } from "./local-date.ts";

export const TYPED_DAY_MESSAGE = "Enter a date, such as 15/01/2027";

const BRITISH_DAY = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/;

/** "15/01/2027", as a text field has it, or "2027-01-15", which date fields of browsers send; null for other texts. */
export function typedDay(text: string): Day | null {
  const [, day = "", month = "", year = ""] = BRITISH_DAY.exec(text.trim()) ?? [];
  const typed = year === "" ? text.trim() : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(typed) ? typed : null;
}
