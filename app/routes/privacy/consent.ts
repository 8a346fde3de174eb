import { type ActionFunctionArgs, json } from "@remix-run/node";
import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { visitorCookie } from "#app/http/session/analytics-visitor.server.ts";
import { refusedCookies } from "#app/http/session/consent-policy.server.ts";
import { consentCookie } from "#app/http/session/consent.server.ts";
import { type Consent, FULL_CONSENT, NO_CONSENT } from "#app/models/analytics/consent.ts";
import { paths } from "#app/paths.ts";

const formSchema = z.object({
  choice: z.enum(["accept", "refuse", "chosen"]),
  analytics: z.literal("on").optional(),
  marketing: z.literal("on").optional(),
  from: z.string().default(""),
  script: z.literal("1").optional(),
});

type ChoiceForm = z.infer<typeof formSchema>;

export function loader() {
  throw seeOther(paths.cookieSettings());
}

export { cookieCheckedAction as clientAction } from "#app/hooks/cookie-check.ts";

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, formSchema);
  if (!form.ok) throw seeOther(paths.cookieSettings());
  const consent = chosen(form.value);
  const headers = new Headers({ "Set-Cookie": await consentCookie(consent, new Date()) });
  for (const cookie of refusedCookies(request, consent)) headers.append("Set-Cookie", cookie);
  const visitor = await visitorCookie(request, consent);
  if (visitor) headers.append("Set-Cookie", visitor);
  if (form.value.script) return json({ ok: true as const }, { headers });
  throw seeOther(safeRedirect(form.value.from), headers);
}

function chosen({ choice, analytics, marketing }: ChoiceForm): Consent {
  switch (choice) {
    case "accept":
      return FULL_CONSENT;
    case "refuse":
      return NO_CONSENT;
    case "chosen":
      return { analytics: analytics === "on", marketing: marketing === "on" };
  }
}
