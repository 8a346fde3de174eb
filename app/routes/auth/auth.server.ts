import { json } from "@remix-run/node";
import { z } from "zod";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import type { FormRefusal } from "#app/http/request/form.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { retryAfterHeader } from "#app/http/response/responses.server.ts";
import { passwordRefusal } from "#app/models/customer/password.ts";
import { routeAt } from "#app/models/platform/address-at.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Refusal } from "#app/models/shared/result.ts";

const SECONDS_SHOWN_MAX = 120;

type Values = AuthAnswer["values"];

/** The comparison with the email address comes later. */
export const newPasswordSchema = z
  .string()
  .default("")
  .superRefine((text, context) => {
    const refusal = passwordRefusal(text, "");
    if (text === "") context.addIssue({ code: "custom", message: "Choose a password" });
    else if (refusal) context.addIssue({ code: "custom", message: shopError(refusal).message });
  });

/** 422 with an error for each field. An error of the whole form is its problem. */
export function invalid({ errors, values }: FormRefusal) {
  const { form: problem = null, ...fields } = errors;
  const answer: AuthAnswer = { errors: fields, problem, values };
  return json(answer, { status: 422 });
}

export function refusedForm(
  refusal: Refusal<ShopErrorCode>,
  { values = {}, field }: Readonly<{ values?: Values; field?: string }> = {},
) {
  const { status, message: words } = shopError(refusal);
  const message = words.replace(/\b(\d+) seconds\b/, (_, seconds) => waitText(Number(seconds)));
  const isFieldMatter = field !== undefined && status < 429;
  const answer: AuthAnswer = {
    errors: isFieldMatter ? { [field]: message } : {},
    problem: isFieldMatter ? null : message,
    values,
  };
  return json(answer, { status, headers: retryAfterHeader(refusal) });
}

function waitText(seconds: number): string {
  return seconds < SECONDS_SHOWN_MAX ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** The path of this shop that `target` names, or null. Null for the login page, which would redirect to itself. */
export function ownPath(target: unknown): string | null {
  const path = safeRedirect(target, "");
  const [part = ""] = routeAt(path.split(/[?#]/, 1)[0] ?? "")?.pattern.split("/") ?? [];
  return path === "" || ["login", "logout"].includes(part) ? null : path;
}

export function retryAfterHeaders({ actionHeaders }: Readonly<{ actionHeaders: Headers }>): HeadersInit {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}
