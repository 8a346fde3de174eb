import { availableParallelism } from "node:os";

import { z } from "zod";

export const wholeNumber = (fallback: number, min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ message }).int(message).min(min, message).max(max, message).default(fallback);
};

export const word = () => z.string().regex(/^[\x21-\x7e]+$/, "must be one word without spaces");

export const commaList = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );

/** How many processes; 0 or nothing: one for each core. */
export const processCount = wholeNumber(0, 0, 256).transform((count) => count || availableParallelism());

/** Names of settings that hold secrets: what was written there is repeated nowhere. */
const SECRET_NAME = /(?<!LOST_)SECRET|KEY|TOKEN/;
const SHOWN_MAX = 60;

export const oneOf: z.ZodErrorMap = (issue, { defaultError }) => ({
  message:
    issue.code === z.ZodIssueCode.invalid_enum_value
      ? `must be ${alternatives(issue.options)}`
      : defaultError,
});

function alternatives(options: ReadonlyArray<string | number>): string {
  return options.join(", ").replace(/, ([^,]*)$/, " or $1");
}

export function wrongSetting(name: string, message: string, value: string): string {
  if (SECRET_NAME.test(name)) return `${name}: ${message}`;
  return `${name}: ${message}, not ${shown(value)}`;
}

/** Cut short, and without the user and the password of an address. */
export function shown(value: string): string {
  return `"${value.trim().replace(/^.*@/s, "…@").slice(0, SHOWN_MAX)}"`;
}
