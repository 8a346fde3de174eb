/** /gift-lists/check-your-e-mail: the same words whether there is a list for the address or not. */
import { json } from "@remix-run/node";
import { Link, type MetaFunction } from "@remix-run/react";

import { AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { paths } from "#app/paths.ts";

import { giftListHead } from "./gift-list.server.ts";

export async function loader() {
  return json({ meta: await giftListHead("Check your email for your gift list", paths.giftListLinkSent()) });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function LinkSent() {
  return (
    <AuthFrame title="Check your email">
      <div className="stack">
        <p className="lead">
          If there is a list for that address, a link is on its way. It works once, for 30 minutes.
        </p>
        <p>
          <Link className="link" to={paths.giftLists()}>
            Back to gift lists
          </Link>
        </p>
      </div>
    </AuthFrame>
  );
}
