export type ValidationIssue = Readonly<{
  file: string;
  /** "row 12 (rainbow-stacker)", or empty for the whole file. */
  row: string;
  /** "variants.0.price", or empty for the whole row. */
  field: string;
  message: string;
}>;

export type Report = (problem: ValidationIssue) => void;

/** "products.json row 12 (rainbow-stacker): price: must not be below 0". */
export function problemText({ file, row, field, message }: ValidationIssue): string {
  return [[file, row].filter(Boolean).join(" "), field, message].filter(Boolean).join(": ");
}

/** Counts from 1; `index` counts from 0. */
export function rowText(index: number, name: unknown): string {
  return typeof name === "string" || typeof name === "number"
    ? `row ${index + 1} (${name})`
    : `row ${index + 1}`;
}

/** Makes problems of one row of `file`; `index` counts from 0. */
export function issueOfRow(file: string, index: number, name: unknown) {
  return (field: string, message: string): ValidationIssue => ({
    ...{ file, row: rowText(index, name) },
    ...{ field, message },
  });
}
