/** What the API answers when it refuses: the code, the status, and the words that its clients look for. */
import { z } from "zod";

import type { Refusal } from "#app/models/result.ts";
import { shopError, type ShopErrorCode } from "#app/models/shop-errors.ts";

type ApiError = Readonly<{ status: number; message: string }>;

/** Refusals of the frame: about the request itself, before the shop's rules are asked. */
const FRAME_ERRORS = {
  "method-not-allowed": { status: 405, message: "This address takes {allow} only" },
  "body-too-large": { status: 413, message: "The body is larger than 64 KB" },
  "unsupported-media-type": { status: 415, message: "Send the body as application/json" },
  "invalid-json": { status: 400, message: "The body is not JSON that can be read" },
  "invalid-request": { status: 422, message: "{problem}" },
  "token-needed": { status: 401, message: "Send the customer_token of a login in the header X-Auth-Token" },
  unavailable: {
    status: 503,
    message: "The shop is busy just now. Try again in {retryAfterSeconds} seconds",
  },
  "unexpected-error": { status: 500, message: "Something went wrong at our end. Try again in a moment" },
} as const satisfies Record<string, ApiError>;

/** Refusals by the guard, which answers before the frame is asked. It brings its own status and words. */
const GUARD_CODES = [
  "address-malformed",
  "address-too-long",
  "busy",
  "csrf-refused",
  "length-required",
  "wrong-host",
] as const;

/** Named by the specification, and kept for it: a client may meet them one day. No call answers with them today. */
const KEPT_CODES = ["NOT_VERIFIED", "EXPIRED", "INVALID"] as const satisfies ReadonlyArray<ShopErrorCode>;

/** Refusals by the shop's rules that the API can answer with. */
const SHOP_CODES = [
  "rate-limited",
  "cart-not-found",
  "cart-full",
  "cart-value-too-large",
  "line-not-found",
  "marketing-record-none",
  "order-not-found",
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
  "password-own-email",
  "email-unchanged",
  "CUSTOMER_EXPIRED",
  "NOT_FOUND",
] as const satisfies ReadonlyArray<ShopErrorCode>;

type FrameCode = keyof typeof FRAME_ERRORS;
export type ApiErrorCode = FrameCode | (typeof SHOP_CODES)[number];

/**
 * Words that clients match (specification, section 8), where the shop has others for shoppers: "does not exists" makes
 * a client start a new cart, "not have sufficient stock" is shown as "Insufficient stock".
 */
const CLIENT_WORDS: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  "cart-not-found": "The cart does not exists",
  "line-not-found": "The cart has no such item",
  "variant-not-found": "There is no such product and variant",
  "insufficient-stock": "{name} does not have sufficient stock: {available} left",
  "order-not-found": "There is no paid order of this session that the marketing service is told of",
  NOT_FOUND: "Not found",
};

const FRAME_CODES = Object.keys(FRAME_ERRORS) as ReadonlyArray<FrameCode>;

export const errorSchema = z
  .object({
    statusCode: z.number().int().describe("The HTTP status."),
    message: z.string(),
    data: z
      .object({
        message: z.string().describe("The same words, where clients look for them: at data.data.message."),
        code: z.enum([...GUARD_CODES, ...FRAME_CODES, ...SHOP_CODES, ...KEPT_CODES]),
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

/** The answer of a refusal, in the words of the API. */
export function errorJson({ code, detail }: Pick<Refusal<ApiErrorCode>, "code" | "detail">): ErrorJson {
  return errorBody(apiErrorStatus(code), wordsOf(code, detail), code);
}

export function errorBody(statusCode: number, message: string, code: string): ErrorJson {
  return { statusCode, message, data: { message, code } };
}

/** The HTTP status of a refusal. */
export function apiErrorStatus(code: ApiErrorCode): number {
  return isFrameCode(code) ? FRAME_ERRORS[code].status : shopError({ code, detail: {} }).status;
}

function wordsOf(code: ApiErrorCode, detail: Refusal<string>["detail"]): string {
  const own = CLIENT_WORDS[code] ?? (isFrameCode(code) ? FRAME_ERRORS[code].message : null);
  if (own === null) return shopError({ code: code as (typeof SHOP_CODES)[number], detail }).message;
  return own.replace(/\{(\w+)\}/g, (_, name: string) => String(detail[name] ?? ""));
}

function isFrameCode(code: ApiErrorCode): code is FrameCode {
  return code in FRAME_ERRORS;
}
