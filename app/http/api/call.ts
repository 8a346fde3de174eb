import type { z } from "zod";

import type { ApiErrorCode } from "./error-json.ts";

/** One call of the API, as it is described; the description of each file has them by their ids. */
export type ApiCall = Readonly<{
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  tag: "carts" | "products" | "customers" | "marketing";
  summary: string;
  description?: string;
  /** A token that is sent must be valid, even where it is optional. "session": the cookies say who calls. */
  token: "none" | "optional" | "needed" | "session";
  /** The rate limit bucket, counted for the network address and for the cart that the path names. */
  limit?: "new-cart" | "change-cart";
  query?: z.AnyZodObject;
  body?: z.ZodTypeAny;
  /** True: the header Idempotency-Key makes a repeat harmless. */
  isRepeatable?: true;
  status: 200 | 201 | 202;
  answer: z.ZodTypeAny;
  refusals: ReadonlyArray<ApiErrorCode>;
  examples: Readonly<{
    params?: Readonly<Record<string, string>>;
    query?: Readonly<Record<string, string>>;
    body?: unknown;
    answer: unknown;
  }>;
}>;

const ALWAYS = [
  "address-malformed",
  "address-too-long",
  "body-too-large",
  "busy",
  "length-required",
  "method-not-allowed",
  "rate-limited",
  "unavailable",
  "unexpected-error",
  "wrong-host",
] as const;

export function frameRefusals({
  method,
  token,
  body,
  query,
  isRepeatable,
}: ApiCall): ReadonlyArray<ApiErrorCode> {
  return [
    ...ALWAYS,
    ...(method === "GET" ? [] : (["csrf-refused"] as const)),
    ...(token === "none" || token === "session" ? [] : (["CUSTOMER_EXPIRED", "token-needed"] as const)),
    ...(body ? (["unsupported-media-type", "invalid-json", "invalid-request"] as const) : []),
    ...(query ? (["invalid-request"] as const) : []),
    ...(isRepeatable ? (["idempotency-key-reused"] as const) : []),
  ];
}
