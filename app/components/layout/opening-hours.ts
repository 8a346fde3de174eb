import type { OpeningHours } from "#app/models/store.ts";

/** The main hours in words: "Monday to Friday, 9 am to 5.30 pm". Null when the shop is never open. */
export function openingHoursText(hours: ReadonlyArray<OpeningHours>): string | null {
  const main = hours.find(({ opens, closes }) => opens !== null && closes !== null);
  const [first] = main?.days ?? [];
  if (!main?.opens || !main.closes || !first) return null;
  const last = main.days.at(-1) ?? first;
  const days = first === last ? first : `${first} to ${last}`;
  return `${days}, ${clockText(main.opens)} to ${clockText(main.closes)}`;
}

/** "17:30" as "5.30 pm". */
function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const half = hour < 12 ? "am" : "pm";
  const hourText = String(hour % 12 === 0 ? 12 : hour % 12);
  return minute === 0 ? `${hourText} ${half}` : `${hourText}.${String(minute).padStart(2, "0")} ${half}`;
}
