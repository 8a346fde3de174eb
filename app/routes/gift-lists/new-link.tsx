import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";

import { AuthConfirmPage } from "#app/components/auth/auth-link-page.tsx";
import { requireOwnGiftList } from "#app/http/request/gift-list-editor.server.ts";
import { notFound } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { replaceListCode } from "#app/models/gift-list/lists.server.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { noted } from "#app/routes/auth/email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { id, code } = await requireOwnGiftList(request, params["listId"], new Date());
  if (code === null) throw notFound(request);
  return json({ id, meta: await privateMeta("Make a new link") });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const { id } = await requireOwnGiftList(request, params["listId"], now);
  await replaceListCode(id, now);
  throw await noted(request, {
    to: giftListPaths.ownGiftList(id),
    say: "The list has a new link. The old one no longer works.",
  });
}

export default function NewLink() {
  const { id } = useLoaderData<typeof loader>();
  return (
    <>
      <AuthConfirmPage
        title="Make a new link"
        lead="The old link and printed cards will stop working. Reservations and gifts stay."
        action={giftListPaths.newGiftListLink(id)}
        button={{ label: "Make a new link", pendingLabel: "Making the link" }}
      >
        <p>
          <Link className="link" to={giftListPaths.ownGiftList(id)}>
            Keep the old one
          </Link>
        </p>
      </AuthConfirmPage>
    </>
  );
}
