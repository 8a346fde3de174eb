/** The numbers of invoices and credit notes, as they are read (decision 0048). */

const DIGITS = 6;

const numberText = (prefix: string, number: number) => `${prefix}-${String(number).padStart(DIGITS, "0")}`;

type Numbered = Readonly<{ number: number; paid_at: string | null; invoice_number: number | null }>;

/** "INV-000001"; that of its order where it is older than the sequence; null while nothing was paid. */
export function invoiceNumberText({ number, paid_at, invoice_number }: Numbered): string | null {
  if (paid_at === null) return null;
  return invoice_number === null ? String(number) : numberText("INV", invoice_number);
}

/** "CN-000001"; null where the refund has no credit note. */
export function creditNoteNumberText(number: number | null): string | null {
  return number === null ? null : numberText("CN", number);
}
