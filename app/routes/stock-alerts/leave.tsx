/** /stock-alerts/leave: "no more of these". The link from the e-mail opens it; only its button does anything. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthDeadLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { canLeave, leaveAlerts } from "#app/models/stock-alert/stock-alert.server.ts";
import { paths } from "#app/paths.ts";
import { privateHead, refusedForm } from "#app/routes/auth/auth-answers.server.ts";
import { DEAD_LINK, linkSpent } from "#app/routes/auth/link-answers.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const token = await readLinkToken(request);
  const isAlive = token ? await canLeave(token) : false;
  return json({ isAlive, meta: await privateHead("No more of these messages", paths.stockAlertLeave()) });
}

export async function action({ request }: ActionFunctionArgs) {
  const token = await readLinkToken(request);
  const done = token ? await leaveAlerts(token) : DEAD_LINK;
  if (!done.ok) return refusedForm(done);
  throw await linkSpent(paths.stockAlertLeft());
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function LeaveAlerts() {
  const { isAlive } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (!isAlive) {
    return (
      <AuthDeadLinkPage ways={[{ to: paths.home(), label: "Go to the shop" }]}>
        <p>If it was about a message that something is back, your address is off that list already.</p>
      </AuthDeadLinkPage>
    );
  }
  return (
    <AuthConfirmPage
      title="No more of these messages"
      lead="Press the button, and we delete this address from all lists of things that people wait for."
      action={paths.stockAlertLeave()}
      button={{ label: "Delete my address", pendingLabel: "Deleting" }}
      answer={answer}
    />
  );
}
