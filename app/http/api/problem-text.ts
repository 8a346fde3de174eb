import { z } from "zod";

const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  float: "a fraction",
  nan: "no number",
  null: "null",
  string: "a text",
};
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  array: ["item", "items"],
  string: ["character", "characters"],
};

/** The first problem of `error` after the name of its field; "body" for the body itself. */
export function zodErrorText(error: z.ZodError): string {
  const [first] = error.issues;
  return `${(first?.path ?? []).join(".") || "body"}: ${first?.message ?? ""}`;
}

export const plainEnglish: z.ZodErrorMap = (issue, { defaultError }) => ({
  message: wordsOf(issue) ?? defaultError,
});

type Bounded = Readonly<{ type: string; inclusive: boolean }>;

function wordsOf(issue: z.ZodIssueOptionalMessage): string | null {
  switch (issue.code) {
    case z.ZodIssueCode.invalid_type:
      if (issue.received === "undefined") return "is missing";
      return `must be ${TYPES[issue.expected] ?? issue.expected}, not ${TYPES[issue.received] ?? issue.received}`;
    case z.ZodIssueCode.invalid_enum_value:
      return `must be one of ${issue.options.join(", ")}`;
    case z.ZodIssueCode.too_small:
      return boundWords(issue, "least", Number(issue.minimum));
    case z.ZodIssueCode.too_big:
      return boundWords(issue, "most", Number(issue.maximum));
    case z.ZodIssueCode.not_finite:
      return "must be a number that is not endless";
    default:
      return null;
  }
}

/** "must have at least 1 item", "must be at most 12", "must be more than 0". */
function boundWords({ type, inclusive }: Bounded, bound: "least" | "most", count: number): string {
  const unit = UNITS[type];
  if (unit) return `must have at ${bound} ${count} ${count === 1 ? unit[0] : unit[1]}`;
  if (inclusive) return `must be at ${bound} ${count}`;
  return `must be ${bound === "least" ? "more" : "less"} than ${count}`;
}
