import type { Warning } from "./product-page.ts";

export type WarningPart = Readonly<{
  /** Null for the warnings about the whole product. */
  part: string | null;
  /** At least one. */
  warnings: ReadonlyArray<Warning>;
}>;

/** Every warning once: first those about the whole product, then part by part, in the order in which they are given. */
export function warningParts(warnings: ReadonlyArray<Warning>): ReadonlyArray<WarningPart> {
  const parts = [null, ...new Set(warnings.flatMap(({ part }) => (part === undefined ? [] : [part])))];
  return parts
    .map((part) => ({ part, warnings: warnings.filter((warning) => (warning.part ?? null) === part) }))
    .filter((group) => group.warnings.length > 0);
}
