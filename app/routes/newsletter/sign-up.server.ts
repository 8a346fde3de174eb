/** The answer does not tell whether an address is known. */
import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { readGuestMarker, setGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { requestSubscription } from "#app/models/newsletter/subscription.server.ts";
import { CONSENTS, topicsAmong } from "#app/models/newsletter/subscription.ts";
import { paths } from "#app/paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";

import { NO_TOPIC, tickedIn, topicShape } from "./newsletter.server.ts";

/** Only the newsletter page offers topics; the short forms subscribe to all. */
const formSchema = z
  .object({ email: emailSchema, from: z.enum(["page", "home", "footer"]).catch("footer"), ...topicShape })
  .superRefine((form, context) => {
    if (form.from === "page" && tickedIn(form).length === 0) context.addIssue(NO_TOPIC);
  });

export async function answerSignUp(request: Request, now: Date) {
  const form = await readForm(request, formSchema, { honeypot: true });
  if (!form.ok) return invalid(form);
  const { email, from } = form.value;
  const allowed = await limit("newsletter", clientAddress(request));
  if (!allowed.ok) return refusedForm(allowed, { values: { ...typed(form.value), email } });
  const visitor = await findVisitor(request);
  const topics = from === "page" ? topicsAmong(tickedIn(form.value)) : CONSENTS[from].topics;
  const isDone = await requestSubscription({ email, source: from, topics, visitor }, now);
  throw seeOther(
    isDone ? paths.newsletterConfirmed() : paths.newsletterSent(),
    visitor ? {} : { "Set-Cookie": await setGuestMarker((await readGuestMarker(request)) ?? "guest") },
  );
}

function typed(form: z.output<typeof formSchema>): Record<string, string> {
  return Object.fromEntries(tickedIn(form).map((topic) => [topic, "on"]));
}
