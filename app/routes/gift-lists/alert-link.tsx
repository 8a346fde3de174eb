import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import {
  confirmGiftAlert,
  type GiftAlert,
  leaveGiftAlert,
  peekGiftAlert,
} from "#app/models/gift-list/alert.server.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import { findGift } from "#app/models/gift-list/gifts.server.ts";
import { findGiftList } from "#app/models/gift-list/lists.server.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";
import { DEAD_LINK, linkUsed } from "#app/routes/auth/email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const alert = await peekGiftAlert(await readLinkToken(request));
  return json({
    about: alert && (await subjectOf(alert)),
    meta: await privateMeta("Your alert", giftListPaths.giftAlertLink()),
  });
}

async function subjectOf({ listId, giftId, confirmedAt }: GiftAlert) {
  const [list, gift] = await Promise.all([findGiftList(listId, new Date()), findGift(listId, giftId)]);
  return list && gift && { name: gift.name, listName: list.name, isConfirmed: confirmedAt !== null };
}

const formSchema = z.object({ intent: z.enum(["confirm", "leave"]) });

const NOTES = {
  confirm: "Thank you. We’ll email you if it is free again.",
  leave: "We’ll send you no more emails about it.",
} as const;

export async function action({ request }: ActionFunctionArgs) {
  const now = new Date();
  const form = await readForm(request, formSchema);
  if (!form.ok) return invalid(form);
  const { intent } = form.value;
  const token = await readLinkToken(request);
  if (token === null) return refusedForm(DEAD_LINK);
  const done = await (intent === "confirm" ? confirmGiftAlert(token, now) : leaveGiftAlert(token));
  if (!done.ok) return refusedForm(done);
  const list = await findGiftList(done.value.listId, now);
  const to = list?.code ? giftListPaths.giftList(formatListCode(list.code)) : paths.giftLists();
  throw await linkUsed(request, { to, say: NOTES[intent] });
}

export default function AlertLink() {
  const { about } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (about === null)
    return (
      <AuthExpiredLinkPage ways={[{ to: paths.giftLists(), label: "Gift lists" }]}>
        <p>To be told of a gift, open its list again.</p>
      </AuthExpiredLinkPage>
    );
  const { name, listName, isConfirmed } = about;
  return isConfirmed ? (
    <AuthConfirmPage
      title="Stop emails about this gift"
      lead={`We email you if ${name}, for ${listName}, is free again.`}
      action={giftListPaths.giftAlertLink()}
      button={{ label: "Stop these emails", pendingLabel: "Stopping", intent: "leave" }}
      answer={answer}
    />
  ) : (
    <AuthConfirmPage
      title="Confirm your alert"
      lead={`Confirm, and we’ll email you if ${name}, for ${listName}, is free again.`}
      action={giftListPaths.giftAlertLink()}
      button={{ label: "Confirm your alert", pendingLabel: "Confirming", intent: "confirm" }}
      answer={answer}
    />
  );
}
