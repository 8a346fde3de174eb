/** /newsletter/unsubscribe: the way out. The link from a letter opens it; only its button does anything. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthDeadLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findSubscription, leaveNewsletter } from "#app/models/newsletter/subscription.server.ts";
import { paths } from "#app/paths.ts";
import { privateHead, refusedForm } from "#app/routes/auth/auth-answers.server.ts";
import { DEAD_LINK } from "#app/routes/auth/link-answers.server.ts";

import { leftAnswer, subscriberOf } from "./subscriber.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await subscriberOf(request);
  const shown = subscriber && (await findSubscription(subscriber));
  if (shown && shown.address === null) throw seeOther(paths.newsletterLeft());
  const meta = await privateHead("No more letters", paths.newsletterUnsubscribe());
  return json({ address: shown?.address ?? null, meta });
}

export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await subscriberOf(request);
  const done = subscriber ? await leaveNewsletter(subscriber, new Date()) : DEAD_LINK;
  if (!done.ok) return refusedForm(done);
  throw await leftAnswer();
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function LeaveNewsletter() {
  const { address } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (address === null) {
    return (
      <AuthDeadLinkPage ways={[{ to: paths.home(), label: "Go to the shop" }]}>
        <p>
          To end our letters, use the link at the foot of the newest one, or write to us: we do it for you.
        </p>
      </AuthDeadLinkPage>
    );
  }
  return (
    <AuthConfirmPage
      title="No more letters"
      lead={`Press the button, and we stop writing to ${address} at once. Messages about your orders go on.`}
      action={paths.newsletterUnsubscribe()}
      button={{ label: "Stop the letters", pendingLabel: "Stopping" }}
      answer={answer}
    />
  );
}
