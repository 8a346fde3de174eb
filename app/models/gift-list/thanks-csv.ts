type Thanked = Readonly<{ giftName: string; givers: string; message: string | null; givenAt: string }>;

/** A spreadsheet would take a cell that begins so for a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180, with a byte order mark for spreadsheets. */
export function csvText(gifts: ReadonlyArray<Thanked>): string {
  const rows = gifts.map(({ giftName, givers, message, givenAt }) => [
    giftName,
    givers,
    message ?? "",
    givenAt.slice(0, 10),
  ]);
  const lines = [["Gift", "From", "Message", "Date"], ...rows].map((row) => row.map(cell).join(","));
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
