import type { Warning } from "./product-page.ts";

export type WarningPart = Readonly<{
  part: string | null;
  warnings: ReadonlyArray<Warning>;
}>;

/** Every warning once: the whole product first, then part by part in the order given. */
export function warningParts(warnings: ReadonlyArray<Warning>): ReadonlyArray<WarningPart> {
  const parts = [null, ...new Set(warnings.flatMap(({ part }) => (part === undefined ? [] : [part])))];
  return parts
    .map((part) => ({ part, warnings: warnings.filter((warning) => (warning.part ?? null) === part) }))
    .filter((group) => group.warnings.length > 0);
}
