/** /gift-lists/new: makes a list, as a draft of this browser until its address is confirmed. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { ListFormPage } from "#app/components/gift-list/list-form-page.tsx";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { giftDevice } from "#app/http/session/gift-device-cookie.server.ts";
import { addGift } from "#app/models/gift-list/gifts.server.ts";
import { createGiftList } from "#app/models/gift-list/lists.server.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";
import { refusedForm } from "#app/routes/auth/auth.server.ts";

import { wordsOfLine } from "./gift-list.server.ts";
import { giftInAddress, giftInForm, listFormRules, readListForm, shownValues } from "./list-form.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const [visitor, meta] = await Promise.all([
    findVisitor(request),
    privateMeta("Make a gift list", paths.newGiftList()),
  ]);
  const values: Record<string, string> = visitor
    ? { first_name: visitor.firstName, last_name: visitor.lastName, email: visitor.email }
    : {};
  return json({ values, gift: giftInAddress(new URL(request.url)), meta });
}

export async function action({ request }: ActionFunctionArgs) {
  const now = new Date();
  const form = await readListForm(request, await listFormRules(now));
  if (!form.ok) return form.answer;
  const { details, values } = form;
  const allowed = await limit("gift-list", clientAddress(request));
  if (!allowed.ok) return refusedForm(allowed, { values: shownValues(values) });
  const device = await giftDevice(request);
  const made = await createGiftList(details, device.deviceHash, now);
  if (!made.ok) return refusedForm(made, { values: shownValues(values) });
  const gift = giftInForm(values);
  // A gift that is gone meanwhile is no reason to lose the list.
  if (gift)
    await addGift(
      made.value,
      {
        variantId: gift.variant,
        words: await wordsOfLine(request, gift.line),
        quantity: gift.quantity,
        note: gift.note,
        isAnyColour: gift.any_colour === "on",
      },
      now,
    );
  throw seeOther(giftListPaths.ownGiftList(made.value), { "Set-Cookie": device.cookie });
}

export default function NewList() {
  const { values, gift } = useLoaderData<typeof loader>();
  return (
    <ListFormPage
      title="Make a gift list"
      lead="You can change all of it later."
      crumbs={[{ name: "Make a gift list", path: null }]}
      action={paths.newGiftList()}
      values={values}
      gift={gift}
      answer={useActionData<typeof action>() ?? NO_ANSWER}
      button={{ label: "Make the list", pendingLabel: "Making the list" }}
      canChangeEmail
      isOwner
    />
  );
}
