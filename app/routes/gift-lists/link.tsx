/** /gift-lists/link: opened by an email's link; only the button confirms a list or opens the lists of an address. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { giftDevice } from "#app/http/session/gift-device-cookie.server.ts";
import { peekListLink, openListLink } from "#app/models/gift-list/access.server.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";
import { refusedForm } from "#app/routes/auth/auth.server.ts";
import { DEAD_LINK, linkUsed } from "#app/routes/auth/email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const token = await readLinkToken(request);
  const link = token ? await peekListLink(token, new Date()) : null;
  return json({
    isAlive: link !== null,
    name: link?.list?.name ?? null,
    meta: await privateMeta(
      link?.list ? "Confirm your gift list" : "Open your gift lists",
      paths.giftListLink(),
    ),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const token = await readLinkToken(request);
  const device = await giftDevice(request);
  const done = token ? await openListLink(token, device.deviceHash, new Date()) : DEAD_LINK;
  if (!done.ok) return refusedForm(done);
  const confirmed = done.value;
  const answer = await linkUsed(
    request,
    confirmed
      ? {
          to: giftListPaths.ownGiftList(confirmed),
          say: "Your address is confirmed. You can share your list now.",
        }
      : { to: paths.giftLists(), say: "Your gift lists are open in this browser." },
  );
  answer.headers.append("Set-Cookie", device.cookie);
  throw answer;
}

export default function ListLink() {
  const { isAlive, name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (!isAlive)
    return (
      <AuthExpiredLinkPage ways={[{ to: paths.giftLists(), label: "Gift lists" }]}>
        <p>To get another link, go to gift lists and enter your email address.</p>
      </AuthExpiredLinkPage>
    );
  return name === null ? (
    <AuthConfirmPage
      title="Open your gift lists"
      lead="Open them in this browser. We’ll remember it for 180 days."
      action={paths.giftListLink()}
      button={{ label: "Open your gift lists", pendingLabel: "Opening" }}
      answer={answer}
    />
  ) : (
    <AuthConfirmPage
      title="Confirm your gift list"
      lead={`Confirm that “${name}” is yours, and you can share it.`}
      action={paths.giftListLink()}
      button={{ label: "Confirm your list", pendingLabel: "Confirming" }}
      answer={answer}
    />
  );
}
