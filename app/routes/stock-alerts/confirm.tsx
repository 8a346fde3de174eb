/** /stock-alerts/confirm: opened by the email's link; only the button confirms. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { confirmAlert, peekAlert } from "#app/models/stock-alert/stock-alert.server.ts";
import { paths } from "#app/paths.ts";
import { refusedForm } from "#app/routes/auth/auth.server.ts";
import { DEAD_LINK, linkSpent } from "#app/routes/auth/email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const token = await readLinkToken(request);
  const subject = token ? await peekAlert(token, new Date()) : null;
  const meta = await privateMeta("Confirm your stock alert", paths.stockAlertConfirm());
  return json({ name: subject?.name ?? null, meta });
}

export async function action({ request }: ActionFunctionArgs) {
  const token = await readLinkToken(request);
  const done = token ? await confirmAlert(token, new Date()) : DEAD_LINK;
  if (!done.ok) return refusedForm(done);
  throw await linkSpent(paths.stockAlertConfirmed());
}

export default function ConfirmAlert() {
  const { name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (name === null) {
    return (
      <AuthExpiredLinkPage ways={[]}>
        <p>
          To get a stock alert, go to the product page and enter your email address again.{" "}
          <Link to={paths.categories()}>All departments</Link>
        </p>
      </AuthExpiredLinkPage>
    );
  }
  return (
    <AuthConfirmPage
      title="Confirm your stock alert"
      lead={`Confirm and we’ll email you once, when ${name} is back in stock.`}
      action={paths.stockAlertConfirm()}
      button={{ label: "Email me when it’s back", pendingLabel: "Confirming" }}
      answer={answer}
    />
  );
}
