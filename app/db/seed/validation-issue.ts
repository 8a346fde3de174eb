/** A mistake in a catalogue folder, with its place. */

export type ValidationIssue = Readonly<{
  /** "products.json". */
  file: string;
  /** "row 12 (rainbow-stacker)", or empty for the whole file. */
  row: string;
  /** "variants.0.price", or empty for the whole row. */
  field: string;
  message: string;
}>;

/** Collects problems: the whole folder is checked before they are reported. */
export type Report = (problem: ValidationIssue) => void;

/** "products.json row 12 (rainbow-stacker): price: must not be below 0". */
export function problemText({ file, row, field, message }: ValidationIssue): string {
  return [[file, row].filter(Boolean).join(" "), field, message].filter(Boolean).join(": ");
}

/** "row 12 (rainbow-stacker)" for the row at `index` (from 0) that calls itself `name`. */
export function rowText(index: number, name: unknown): string {
  return typeof name === "string" || typeof name === "number"
    ? `row ${index + 1} (${name})`
    : `row ${index + 1}`;
}
