import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthConfirmPage, AuthExpiredLinkPage } from "#app/components/auth/auth-link-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { giftDevice } from "#app/http/session/gift-device-cookie.server.ts";
import { type MoveStep, peekListMove, useMoveLink } from "#app/models/gift-list/move.server.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";
import { refusedForm } from "#app/routes/auth/auth.server.ts";
import { DEAD_LINK, linkUsed } from "#app/routes/auth/email-link.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

type Words = Readonly<{ title: string; lead: (name: string) => string; button: string; say: string }>;

const WORDS: Readonly<Record<MoveStep, Words>> = {
  confirm: {
    title: "Move the list here",
    lead: (name) =>
      `“${name}” then belongs to your email address. It can no longer be opened with the one it has now.`,
    button: "Move the list",
    say: "The list belongs to your email address now.",
  },
  stop: {
    title: "Stop the move",
    lead: (name) => `“${name}” stays yours, and we close it in every other browser of yours.`,
    button: "Stop the move",
    say: "The list stays yours. It is closed in every other browser of yours.",
  },
  undo: {
    title: "Undo the move",
    lead: (name) => `“${name}” is yours again, and it closes in every browser that the other address opened.`,
    button: "Undo the move",
    say: "The list is yours again. It is closed in every other browser.",
  },
};

export async function loader({ request }: LoaderFunctionArgs) {
  const move = await peekListMove(await readLinkToken(request), new Date());
  const title = move ? WORDS[move.step].title : "Move a gift list";
  return json({ move, meta: await privateMeta(title, giftListPaths.giftListMoveLink()) });
}

export async function action({ request }: ActionFunctionArgs) {
  const token = await readLinkToken(request);
  const device = await giftDevice(request);
  const done = token ? await useMoveLink(token, device.deviceHash, new Date()) : DEAD_LINK;
  if (!done.ok) return refusedForm(done);
  const { listId, step } = done.value;
  const answer = await linkUsed(request, { to: giftListPaths.ownGiftList(listId), say: WORDS[step].say });
  answer.headers.append("Set-Cookie", device.cookie);
  throw answer;
}

export default function MoveLink() {
  const { move } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  if (move === null)
    return (
      <AuthExpiredLinkPage ways={[{ to: paths.giftLists(), label: "Gift lists" }]}>
        <p>If the list is yours, you can ask for the move again on its page.</p>
      </AuthExpiredLinkPage>
    );
  const { title, lead, button } = WORDS[move.step];
  return (
    <AuthConfirmPage
      title={title}
      lead={lead(move.listName)}
      action={giftListPaths.giftListMoveLink()}
      button={{ label: button, pendingLabel: "Saving" }}
      answer={answer}
    />
  );
}
