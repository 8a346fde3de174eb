import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";

import { AuthConfirmPage } from "#app/components/auth/auth-link-page.tsx";
import { requireOwnedGiftList } from "#app/http/request/gift-list-editor.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { endSurprise } from "#app/models/gift-list/thanks.server.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { id } = await requireOwnedGiftList(request, params["listId"], new Date());
  return json({ id, meta: await privateMeta("See what has been given?") });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const list = await requireOwnedGiftList(request, params["listId"], now);
  const done = await endSurprise(list, now);
  if (!done.ok) throw notFound(request);
  throw seeOther(giftListPaths.giftListThanks(list.id));
}

export default function ShowNow() {
  const { id } = useLoaderData<typeof loader>();
  return (
    <AuthConfirmPage
      title="See what has been given?"
      lead="You cannot hide it again."
      action={giftListPaths.showGifts(id)}
      button={{ label: "Show me", pendingLabel: "Opening" }}
    >
      <p>
        <Link className="link" to={giftListPaths.ownGiftList(id)}>
          Keep the surprise
        </Link>
      </p>
    </AuthConfirmPage>
  );
}
