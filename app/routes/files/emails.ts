/** A resource route, so that browsers download no script for it. In development only. */
import type { LoaderFunctionArgs } from "@remix-run/node";

import { shopOrigin } from "#app/http/request/origin.server.ts";
import { notFound } from "#app/http/response/responses.server.ts";
import { isProduction } from "#app/http/server/environment.server.ts";
import { previewEmail } from "#app/models/email-previews/email-previews.ts";
import { emailListPage, emailPage } from "#app/models/email-previews/page.ts";
import { isEmailTemplate, type EmailTemplate, EMAIL_TEMPLATES } from "#app/models/email/templates.ts";
import { findStore } from "#app/models/store/store.server.ts";

/** Emails have inline styles and the shop's images, and no scripts. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'";
const PAGE_POLICY = `${POLICY}; frame-src 'self'; frame-ancestors 'none'`;
const EMAIL_PAGE_POLICY = `${POLICY}; frame-ancestors 'self'; sandbox`;

export async function loader({ request, params }: LoaderFunctionArgs) {
  if (isProduction()) throw notFound(request);
  const sender = { store: await findStore(), origin: shopOrigin() };
  const { email, part } = params;
  if (email === undefined) {
    const kinds = Object.keys(EMAIL_TEMPLATES) as ReadonlyArray<EmailTemplate>;
    return answer(emailListPage(kinds.map((kind) => previewEmail(kind, sender))), PAGE_POLICY);
  }
  if (!isEmailTemplate(email)) throw notFound(request);
  const words = previewEmail(email, sender);
  switch (part) {
    case undefined:
      return answer(emailPage(words), PAGE_POLICY);
    case "html":
      return answer(words.html, EMAIL_PAGE_POLICY);
    case "text":
      return answer(words.text, EMAIL_PAGE_POLICY, "text/plain");
    default:
      throw notFound(request);
  }
}

function answer(body: string, policy: string, type = "text/html"): Response {
  return new Response(body, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Security-Policy": policy,
      "X-Frame-Options": "SAMEORIGIN",
      "Cache-Control": "no-store",
    },
  });
}
