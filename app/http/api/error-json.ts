import { z } from "zod";

import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Refusal } from "#app/models/shared/result.ts";

type ApiError = Readonly<{ status: number; message: string }>;

const FRAME_ERRORS = {
  "method-not-allowed": { status: 405, message: "This address accepts {allow} only" },
  "body-too-large": { status: 413, message: "The body is larger than 64 KB" },
  "unsupported-media-type": { status: 415, message: "Send the body as application/json" },
  "invalid-json": { status: 400, message: "The body is not valid JSON" },
  "invalid-request": { status: 422, message: "{problem}" },
  "idempotency-key-reused": {
    status: 422,
    message: "Another call has used this Idempotency-Key. Send a new key with another body",
  },
  "token-needed": { status: 401, message: "Send the customer_token from login in the X-Auth-Token header" },
  unavailable: {
    status: 503,
    message: "The shop is very busy. Try again in {retryAfterSeconds} seconds",
  },
  "unexpected-error": { status: 500, message: "Something went wrong on our side. Try again in a moment" },
} as const satisfies Record<string, ApiError>;

const GUARD_ERRORS = {
  "address-malformed": { status: 400, message: "The address cannot be read" },
  "csrf-refused": {
    status: 403,
    message: "Origin, Sec-Fetch-Site or Referer name another site. Programs send none of them",
  },
  "length-required": { status: 411, message: "Send a Content-Length: bodies in chunks are not taken" },
  "address-too-long": { status: 414, message: "The address is longer than 2,048 characters" },
  "rate-limited": {
    status: 429,
    message: "Too many calls. Retry-After says in how many seconds to try again",
  },
  "wrong-host": { status: 421, message: "This server does not answer under the name in Host" },
} as const satisfies Record<string, ApiError>;

/** Codes that a client must know (requirement api-3). No call answers with them today. */
const STABLE_CODES = ["NOT_VERIFIED", "EXPIRED", "INVALID"] as const satisfies ReadonlyArray<ShopErrorCode>;

const SHOP_CODES = [
  "cart-not-found",
  "cart-full",
  "cart-value-too-large",
  "line-not-found",
  "marketing-record-none",
  "order-not-found",
  "personalisation-needed",
  "personalisation-not-offered",
  "personalisation-empty",
  "personalisation-too-long",
  "personalisation-character",
  "variant-not-found",
  "not-for-sale",
  "insufficient-stock",
  "quantity-invalid",
  "quantity-too-small",
  "quantity-too-large",
  "login-refused",
  "login-slow-down",
  "busy",
  "password-wrong",
  "password-too-short",
  "password-too-long",
  "password-common",
  "password-leaked",
  "password-own-email",
  "email-unchanged",
  "CUSTOMER_EXPIRED",
  "NOT_FOUND",
] as const satisfies ReadonlyArray<ShopErrorCode>;

const OWN_ERRORS = { ...FRAME_ERRORS, ...GUARD_ERRORS };
type OwnCode = keyof typeof OWN_ERRORS;
export type ApiErrorCode = OwnCode | (typeof SHOP_CODES)[number];

/** Words that clients match (requirement api-4): "does not exists" makes a client start a new cart. */
const CLIENT_WORDS: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  "cart-not-found": "The cart does not exists",
  "line-not-found": "There is no such item in the cart",
  "variant-not-found": "There is no such product and variant",
  "insufficient-stock": "{name} does not have sufficient stock: {available} left",
  "order-not-found": "There is no paid order of this session that the marketing service is told of",
  NOT_FOUND: "Not found",
};

const OWN_CODES = Object.keys(OWN_ERRORS) as ReadonlyArray<OwnCode>;

export const errorSchema = z
  .object({
    statusCode: z.number().int().describe("The HTTP status."),
    message: z.string(),
    data: z
      .object({
        message: z.string().describe("The same words, where clients look for them: at data.data.message."),
        code: z.enum([...SHOP_CODES, ...OWN_CODES, ...STABLE_CODES]),
      })
      .strict(),
  })
  .strict()
  .describe("What every refused call answers.");

type ErrorJson = Readonly<{
  statusCode: number;
  message: string;
  data: Readonly<{ message: string; code: string }>;
}>;

export function errorJson({ code, detail }: Pick<Refusal<ApiErrorCode>, "code" | "detail">): ErrorJson {
  return errorBody(apiErrorStatus(code), wordsOf(code, detail), code);
}

export function frontServerErrorBody(status: number, code: string, message: string): ErrorJson {
  const own = Object.hasOwn(GUARD_ERRORS, code) ? GUARD_ERRORS[code as keyof typeof GUARD_ERRORS] : null;
  return errorBody(status, own?.message ?? message, code);
}

function errorBody(statusCode: number, message: string, code: string): ErrorJson {
  return { statusCode, message, data: { message, code } };
}

export function apiErrorStatus(code: ApiErrorCode): number {
  return isOwnCode(code) ? OWN_ERRORS[code].status : shopError({ code, detail: {} }).status;
}

function wordsOf(code: ApiErrorCode, detail: Refusal<string>["detail"]): string {
  const own = CLIENT_WORDS[code] ?? (isOwnCode(code) ? OWN_ERRORS[code].message : null);
  if (own === null) return shopError({ code: code as (typeof SHOP_CODES)[number], detail }).message;
  return own.replace(/\{(\w+)\}/g, (_, name: string) => String(detail[name] ?? ""));
}

function isOwnCode(code: ApiErrorCode): code is OwnCode {
  return Object.hasOwn(OWN_ERRORS, code);
}
