import { json, type LoaderFunctionArgs } from "@remix-run/node";
import type { MetaFunction } from "@remix-run/react";

import { RecoveryIncompletePage } from "#app/components/cart/recovery-end-pages.tsx";
import { currentCart } from "#app/http/request/current-cart.server.ts";
import { contactAnswer, readRecoveryLink } from "#app/http/request/recovery-request.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { paths } from "#app/paths.ts";
import { privateHead } from "#app/routes/auth/auth.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const link = await readRecoveryLink(request, undefined, new Date());
  const path = paths.cartRecovery(link?.cartId);
  const stripped = await contactAnswer(request, path);
  if (stripped) throw stripped;
  if (link) throw seeOther(path);
  const cart = await currentCart(request);
  if (cart && cart.lines.length > 0) throw seeOther(paths.cart());
  return json({ meta: await privateHead("This link is incomplete", paths.cartRecovery()) });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function RecoverOwnCart() {
  return <RecoveryIncompletePage />;
}
