/** /newsletter/confirm: the link from the letter opens it; only its button does anything. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthDeadLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { confirmSubscription, peekConfirmation } from "#app/models/newsletter/subscription.server.ts";
import { topicsText } from "#app/models/newsletter/subscription.ts";
import { paths } from "#app/paths.ts";
import { privateHead, refusedForm } from "#app/routes/auth/auth-answers.server.ts";
import { DEAD_LINK, linkSpent } from "#app/routes/auth/link-answers.server.ts";

import { markReminded } from "./reminded-guest.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const token = await readLinkToken(request);
  const topics = token && (await peekConfirmation(token, new Date()));
  const meta = await privateHead("Shall we write to you?", paths.newsletterConfirm());
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

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function ConfirmNewsletter() {
  const { about } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (about === null) {
    return (
      <AuthDeadLinkPage ways={[]}>
        <p>
          To have letters from us, <Link to={paths.newsletter()}>leave your address again</Link>.
        </p>
      </AuthDeadLinkPage>
    );
  }
  return (
    <AuthConfirmPage
      title="Shall we write to you?"
      lead={`Press the button, and we write to you about ${about}. One click ends it at any time.`}
      action={paths.newsletterConfirm()}
      button={{ label: "Yes, write to me", pendingLabel: "Confirming" }}
      answer={answer}
    />
  );
}
