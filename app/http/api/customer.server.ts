import type { Customer } from "#app/models/customer/customer.ts";
import { findSession } from "#app/models/customer/session.server.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import type { ApiCall } from "./call.ts";

const TOKEN_HEADER = "X-Auth-Token";

export type ApiVisitor = Readonly<{ customer: Customer; token: string }>;

/** A token that is sent must be valid even where none is needed (requirement api-2). */
export async function readVisitor(
  request: Request,
  requiredToken: Exclude<ApiCall["token"], "session">,
  now: Date,
): Promise<Result<ApiVisitor | null, "token-needed" | "CUSTOMER_EXPIRED">> {
  if (requiredToken === "none") return ok(null);
  const token = request.headers.get(TOKEN_HEADER);
  if (token === null && requiredToken === "optional") return ok(null);
  if (!isTokenText(token)) return refused("token-needed");
  const found = await findSession(token, now);
  return found.ok ? ok({ customer: found.value.customer, token }) : refused("CUSTOMER_EXPIRED");
}
