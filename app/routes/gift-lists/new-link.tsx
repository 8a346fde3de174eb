import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";

import { AuthConfirmPage } from "#app/components/auth/auth-link-page.tsx";
import { requireOwnGiftList } from "#app/http/request/gift-list-editor.server.ts";
import { notFound } from "#app/http/response/responses.server.ts";
import { replaceListCode } from "#app/models/gift-list/lists.server.ts";
import { paths } from "#app/paths.ts";
import { noted } from "#app/routes/auth/email-link.server.ts";

import { giftListHead } from "./gift-list.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { id, code } = await requireOwnGiftList(request, params["listId"], new Date());
  if (code === null) throw notFound(request);
  return json({ id, meta: await giftListHead("Make a new link") });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const { id } = await requireOwnGiftList(request, params["listId"], now);
  await replaceListCode(id, now);
  throw await noted(request, {
    to: paths.ownGiftList(id),
    say: "The list has a new link. The old one no longer works.",
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function NewLink() {
  const { id } = useLoaderData<typeof loader>();
  return (
    <>
      <AuthConfirmPage
        title="Make a new link"
        lead="The old link and printed cards will stop working. Reservations and gifts stay."
        action={paths.newGiftListLink(id)}
        button={{ label: "Make a new link", pendingLabel: "Making the link" }}
      >
        <p>
          <Link className="link" to={paths.ownGiftList(id)}>
            Keep the old one
          </Link>
        </p>
      </AuthConfirmPage>
    </>
  );
}
