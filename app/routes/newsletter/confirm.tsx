/** /newsletter/confirm: opened by the email's link; only the button confirms. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { confirmSubscription, peekConfirmation } from "#app/models/newsletter/subscription.server.ts";
import { topicsText } from "#app/models/newsletter/subscription.ts";
import { paths } from "#app/paths.ts";
import { refusedForm } from "#app/routes/auth/auth.server.ts";
import { DEAD_LINK, linkSpent } from "#app/routes/auth/email-link.server.ts";

import { markReminded } from "./newsletter.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const token = await readLinkToken(request);
  const topics = token && (await peekConfirmation(token, new Date()));
  const meta = await privateMeta("Confirm your sign-up", paths.newsletterConfirm());
  return json({ about: topics ? topicsText(topics) : null, meta });
}

export async function action({ request }: ActionFunctionArgs) {
  const now = new Date();
  const token = await readLinkToken(request);
  const done = token ? await confirmSubscription(token, now) : DEAD_LINK;
  if (!done.ok) return refusedForm(done);
  const answer = await linkSpent(paths.newsletterConfirmed());
  throw await markReminded(request, done.value, { answer, now });
}

export default function ConfirmNewsletter() {
  const { about } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (about === null) {
    return (
      <AuthExpiredLinkPage ways={[]}>
        <p>
          To get our newsletter, <Link to={paths.newsletter()}>sign up again</Link>.
        </p>
      </AuthExpiredLinkPage>
    );
  }
  return (
    <AuthConfirmPage
      title="Confirm your sign-up"
      lead={`Confirm and we’ll email you about ${about}. You can unsubscribe at any time.`}
      action={paths.newsletterConfirm()}
      button={{ label: "Confirm sign-up", pendingLabel: "Confirming" }}
      answer={answer}
    />
  );
}
