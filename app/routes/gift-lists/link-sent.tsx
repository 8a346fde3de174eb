/** /gift-lists/check-your-e-mail: the same words whether there is a list for the address or not. */
import { json } from "@remix-run/node";
import { Link } from "@remix-run/react";

import { AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader() {
  return json({
    meta: await privateMeta("Check your email for your gift list", giftListPaths.giftListLinkSent()),
  });
}

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
