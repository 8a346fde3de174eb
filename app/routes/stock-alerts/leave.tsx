/** /stock-alerts/leave: opened by the email's link; only the button unsubscribes. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { canLeave, leaveAlerts } from "#app/models/stock-alert/stock-alert.server.ts";
import { paths } from "#app/paths.ts";
import { refusedForm } from "#app/routes/auth/auth.server.ts";
import { DEAD_LINK, linkSpent } from "#app/routes/auth/email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const token = await readLinkToken(request);
  const isAlive = token ? await canLeave(token) : false;
  return json({ isAlive, meta: await privateMeta("Stop stock alerts", paths.stockAlertLeave()) });
}

export async function action({ request }: ActionFunctionArgs) {
  const token = await readLinkToken(request);
  const done = token ? await leaveAlerts(token) : DEAD_LINK;
  if (!done.ok) return refusedForm(done);
  throw await linkSpent(paths.stockAlertLeft());
}

export default function LeaveAlerts() {
  const { isAlive } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (!isAlive) {
    return (
      <AuthExpiredLinkPage ways={[{ to: paths.home(), label: "Continue shopping" }]}>
        <p>If you used a link in a stock alert, your address has already been removed.</p>
      </AuthExpiredLinkPage>
    );
  }
  return (
    <AuthConfirmPage
      title="Stop stock alerts"
      lead="Confirm and we’ll remove this email address from all our stock alerts."
      action={paths.stockAlertLeave()}
      button={{ label: "Stop stock alerts", pendingLabel: "Stopping" }}
      answer={answer}
    />
  );
}
