/** /newsletter/unsubscribe: opened by the email's link; only the button unsubscribes. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { findSubscription, leaveNewsletter } from "#app/models/newsletter/subscription.server.ts";
import { paths } from "#app/paths.ts";
import { refusedForm } from "#app/routes/auth/auth.server.ts";
import { DEAD_LINK } from "#app/routes/auth/email-link.server.ts";

import { leftAnswer, subscriberOf } from "./newsletter.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await subscriberOf(request);
  const shown = subscriber && (await findSubscription(subscriber));
  if (shown && shown.address === null) throw seeOther(paths.newsletterLeft());
  const meta = await privateMeta("Unsubscribe", paths.newsletterUnsubscribe());
  return json({ address: shown?.address ?? null, meta });
}

export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await subscriberOf(request);
  const done = subscriber ? await leaveNewsletter(subscriber, new Date()) : DEAD_LINK;
  if (!done.ok) return refusedForm(done);
  throw await leftAnswer();
}

export default function LeaveNewsletter() {
  const { address } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (address === null) {
    return (
      <AuthExpiredLinkPage ways={[{ to: paths.home(), label: "Continue shopping" }]}>
        <p>
          To unsubscribe, use the link at the foot of our latest newsletter, or contact us and we’ll do it for
          you.
        </p>
      </AuthExpiredLinkPage>
    );
  }
  return (
    <AuthConfirmPage
      title="Unsubscribe from our newsletter"
      lead={`Confirm and we’ll stop emailing ${address} straight away. You’ll still get emails about your orders.`}
      action={paths.newsletterUnsubscribe()}
      button={{ label: "Unsubscribe", pendingLabel: "Unsubscribing" }}
      answer={answer}
    />
  );
}
