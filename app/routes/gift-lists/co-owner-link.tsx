/** /gift-lists/co-owner: opened by an invitation's link; only the button accepts it. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { giftDevice } from "#app/http/session/gift-device-cookie.server.ts";
import { joinGiftList, peekInvitation } from "#app/models/gift-list/co-owners.server.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";
import { refusedForm } from "#app/routes/auth/auth.server.ts";
import { DEAD_LINK, linkUsed } from "#app/routes/auth/email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const list = await peekInvitation(await readLinkToken(request), new Date());
  return json({
    invitation: list && { owner: list.firstName, name: list.name },
    meta: await privateMeta("Look after a gift list", giftListPaths.coOwnerLink()),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const token = await readLinkToken(request);
  const device = await giftDevice(request);
  const done = token ? await joinGiftList(token, device.deviceHash, new Date()) : DEAD_LINK;
  if (!done.ok) return refusedForm(done);
  const answer = await linkUsed(request, {
    to: giftListPaths.ownGiftList(done.value),
    say: "You look after this list too now. To open it in another browser, go to gift lists and enter your email address.",
  });
  answer.headers.append("Set-Cookie", device.cookie);
  throw answer;
}

export default function CoOwnerLink() {
  const { invitation } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (invitation === null)
    return (
      <AuthExpiredLinkPage ways={[{ to: paths.giftLists(), label: "Gift lists" }]}>
        <p>Ask the owner of the list for another invitation.</p>
      </AuthExpiredLinkPage>
    );
  return (
    <AuthConfirmPage
      title="Look after a gift list"
      lead={`${invitation.owner} asks you to look after “${invitation.name}” together.`}
      action={giftListPaths.coOwnerLink()}
      button={{ label: "Look after the list", pendingLabel: "Opening" }}
      answer={answer}
    >
      <p>You can change the gifts and share the list. You can leave it whenever you like.</p>
    </AuthConfirmPage>
  );
}
