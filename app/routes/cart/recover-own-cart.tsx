import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { RecoveryIncompletePage } from "#app/components/cart/recovery-end-pages.tsx";
import { currentCart } from "#app/http/request/current-cart.server.ts";
import { contactAnswer, readRecoveryLink } from "#app/http/request/recovery-request.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const link = await readRecoveryLink(request, undefined, new Date());
  const path = paths.cartRecovery(link?.cartId);
  const stripped = await contactAnswer(request, path);
  if (stripped) throw stripped;
  if (link) throw seeOther(path);
  const cart = await currentCart(request);
  if (cart && cart.lines.length > 0) throw seeOther(paths.cart());
  return json({ meta: await privateMeta("This link is incomplete", paths.cartRecovery()) });
}

export default function RecoverOwnCart() {
  return <RecoveryIncompletePage />;
}
