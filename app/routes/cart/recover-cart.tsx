/** /cart-recovery/{cartId}: restores a saved cart by a link. Opening it changes nothing. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { RecoveryGonePage, RecoveryIncompletePage } from "#app/components/cart/recovery-end-pages.tsx";
import { RecoveryPage } from "#app/components/cart/recovery-page.tsx";
import { currentVisit, linkMarkedGuestCart } from "#app/http/request/current-cart.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { contactAnswer, countVisit, readRecoveryLink } from "#app/http/request/recovery-request.server.ts";
import { visibleOrderId } from "#app/http/request/visible-order.server.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { findRecovery } from "#app/models/cart-recovery/cart-recovery.server.ts";
import { canAdopt, type Recovery } from "#app/models/cart-recovery/cart-recovery.ts";
import { RECOVERY_CHOICES, recoverCart } from "#app/models/cart-recovery/restore.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

import { basketAnswer } from "./recover-cart.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

type PageData = Exclude<Recovery, { kind: "here" }> | Readonly<{ kind: "incomplete" }>;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const now = new Date();
  const link = await readRecoveryLink(request, params["cartId"], now);
  if (!link) return page({ kind: "incomplete" }, { path: paths.cartRecovery(), status: 404 });
  const path = paths.cartRecovery(link.cartId);
  const stripped = await contactAnswer(request, path);
  if (stripped) throw stripped;

  const recovery = await findRecovery(link, await currentVisit(request), now);
  const isHere = recovery.kind === "here";
  const isAdopted = recovery.kind === "found" && canAdopt(recovery);
  if (recovery.kind !== "gone")
    await countVisit(request, { cartId: link.cartId, isRecovered: isHere || isAdopted }, now);
  if (isHere || isAdopted)
    throw await basketAnswer(request, {
      cartId: link.cartId,
      notes: isAdopted ? ["We have restored your saved basket."] : [],
    });
  if (recovery.kind === "gone") return page(recovery, { path, status: 410 });
  const orderId = await visibleOrderId(request, recovery.orderId);
  return page({ ...recovery, orderId }, { path, status: 200 });
}

async function page(data: PageData, { path, status }: Readonly<{ path: string; status: number }>) {
  const meta = await privateMeta(TITLES[data.kind], paths.cartRecovery());
  return json({ data, path, meta }, { status });
}

const TITLES = {
  found: "Your saved basket",
  gone: "This basket is no longer saved",
  incomplete: "This link is incomplete",
} as const;

const formSchema = z.object({ intent: z.enum(RECOVERY_CHOICES) });

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const link = await readRecoveryLink(request, params["cartId"], now);
  if (!link) return seeOther(paths.cartRecovery());
  const [visit, form] = [await currentVisit(request), await readForm(request, formSchema)];
  if (!form.ok) return refusal(refused("unknown-action"));

  const recovered = await recoverCart(link, { visit, choice: form.value.intent }, now);
  // The cart expired between opening and pressing the button.
  if (!recovered.ok) return seeOther(paths.cartRecovery(link.cartId));
  const cartId = recovered.value.cartId ?? visit.cartId;
  if (!visit.customerId && cartId) await linkMarkedGuestCart(request, cartId, now);
  return basketAnswer(request, recovered.value);
}

/** The address alone opens the cart, so other sites must not see it. */
export const headers = () => ({ "Referrer-Policy": "strict-origin", "X-Robots-Tag": "noindex" });

export default function RecoverCart() {
  const { data, path } = useLoaderData<typeof loader>() as { data: PageData; path: string };
  const answer = useActionData<typeof action>() as { message: string } | undefined;
  if (data.kind === "incomplete") return <RecoveryIncompletePage />;
  if (data.kind === "gone") return <RecoveryGonePage currentItems={data.currentItems} />;
  return <RecoveryPage recovery={data} path={path} problem={answer?.message ?? null} />;
}
