/** How the forms on the way into an account answer: the page again with its words, status and Retry-After. */
import { json } from "@remix-run/node";
import { z } from "zod";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import type { FormRefusal } from "#app/http/request/form.server.ts";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { pageMeta } from "#app/http/response/meta.ts";
import { passwordRefusal } from "#app/models/customer/password.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

/** From here on a wait is told in minutes. */
const SECONDS_TOLD_MAX = 120;

type Values = AuthAnswer["values"];

/** A password that is being made. What it must not share with the e-mail address is looked at later. */
export const newPasswordSchema = z
  .string()
  .default("")
  .superRefine((text, context) => {
    const refusal = passwordRefusal(text, "");
    if (text === "") context.addIssue({ code: "custom", message: "Choose a password" });
    else if (refusal) context.addIssue({ code: "custom", message: shopError(refusal).message });
  });

/** 422: the fields need another look. A refusal of the whole form is a problem, not a field's error. */
export function invalid({ errors, values }: FormRefusal) {
  const { form: problem = null, ...fields } = errors;
  const answer: AuthAnswer = { errors: fields, problem, values };
  return json(answer, { status: 422 });
}

/** A refusal by the shop's rules: at `field` when it is one field's matter, else for the whole form. */
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
  const retryAfter = refusal.detail["retryAfterSeconds"];
  return json(answer, {
    status,
    headers: retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
  });
}

/** "45 seconds", "12 minutes": nobody counts thousands of seconds. */
function waitText(seconds: number): string {
  return seconds < SECONDS_TOLD_MAX ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** The head of a page that no search engine should list. */
export async function privateHead(title: string, canonicalPath: string) {
  const { name: storeName } = await findStore();
  return pageMeta({ title, canonicalPath, noindex: true, origin: shopOrigin(), storeName });
}

/** The path of this shop that `target` names, or null. Back to the login page would be a circle. */
export function ownPath(target: unknown): string | null {
  const path = safeRedirect(target, "");
  return path === "" || /^\/(?:login|logout)(?:[/?#]|$)/.test(path) ? null : path;
}

/** Passes on what an action says about when to try again. */
export function retryAfterHeaders({ actionHeaders }: Readonly<{ actionHeaders: Headers }>): HeadersInit {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}
