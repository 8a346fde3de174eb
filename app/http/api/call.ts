/** What is said of a call before it is made: one description for the door that answers it and for the document. */
import type { z } from "zod";

import type { ApiErrorCode } from "./error-json.ts";

/** A call of the API. Its path, schemas and refusals are what /api/openapi.json says, and what the frame holds it to. */
export type ApiCall = Readonly<{
  /** Name of the operation, such as "createCart". */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With parameters in braces: "/api/carts/{id}". */
  path: string;
  /** The folder of the document that it is in. */
  tag: "carts" | "products" | "customers" | "marketing";
  summary: string;
  description?: string;
  /**
   * Whether X-Auth-Token must come with it, may, or is not looked at; one that comes must be good. "session": it is not
   * looked at, and the browser's own cookies say who calls.
   */
  token: "none" | "optional" | "needed" | "session";
  /** Bucket that every call takes one from: of its network address, and of the cart where its path names one. */
  limit?: "new-cart" | "change-cart";
  query?: z.AnyZodObject;
  body?: z.ZodTypeAny;
  /** What a call that was carried out answers. */
  status: 200 | 201 | 202;
  answer: z.ZodTypeAny;
  /** The refusals that its command may answer with; those of the frame come on top. */
  refusals: ReadonlyArray<ApiErrorCode>;
  examples: Readonly<{
    params?: Readonly<Record<string, string>>;
    query?: Readonly<Record<string, string>>;
    body?: unknown;
    answer: unknown;
  }>;
}>;

/** What any request to any address of the API may be refused with, before its call is looked at. */
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

/** The refusals of the frame around `call`, and of the guard in front of it. */
export function frameRefusals({ method, token, body, query }: ApiCall): ReadonlyArray<ApiErrorCode> {
  return [
    ...ALWAYS,
    ...(method === "GET" ? [] : (["csrf-refused"] as const)),
    ...(token === "none" || token === "session" ? [] : (["CUSTOMER_EXPIRED", "token-needed"] as const)),
    ...(body ? (["unsupported-media-type", "invalid-json", "invalid-request"] as const) : []),
    ...(query ? (["invalid-request"] as const) : []),
  ];
}
