import { availableParallelism } from "node:os";

import { z } from "zod";

import { ConfigError } from "./generated-secrets.server.ts";

export const wholeNumber = (fallback: number, min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ message }).int(message).min(min, message).max(max, message).default(fallback);
};

export const word = () => z.string().regex(/^[\x21-\x7e]+$/, "must be one word without spaces");

/** The address of a server, such as https://api.example.com. */
export const serverAddress = () =>
  z.string().regex(/^https?:\/\/[^\s/?#@]+$/, "must be an http:// or https:// address without a path");

const OWN_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** False for a service that a shop in production would reach without encryption; this machine's own may be. */
export function isSafeService({ protocol, hostname }: URL, environment: string): boolean {
  return environment !== "production" || protocol === "https:" || isOwnMachine(hostname);
}

export function isOwnMachine(hostname: string): boolean {
  return OWN_HOSTS.includes(hostname);
}

/** `address`, if it is one that a service may have. Throws ConfigError. */
export function checkedAddress(name: string, address: string, environment: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.origin !== address) throw new ConfigError(`${name}: is not an address`);
  if (!isSafeService(url, environment))
    throw new ConfigError(`${name}: must be an https:// address, or on this machine`);
  return address;
}

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
