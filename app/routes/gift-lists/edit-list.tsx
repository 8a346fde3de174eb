import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { ListFormPage } from "#app/components/gift-list/list-form-page.tsx";
import { requireOwnGiftList } from "#app/http/request/gift-list-editor.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { giftListValues } from "#app/models/gift-list/list-form.ts";
import { changeGiftList } from "#app/models/gift-list/lists.server.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { refusedForm } from "#app/routes/auth/auth.server.ts";
import { noted } from "#app/routes/auth/email-link.server.ts";

import { listFormRules, readListForm, shownValues } from "./list-form.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const list = await requireOwnGiftList(request, params["listId"], new Date());
  const { id, name, state, role } = list;
  const isOwner = role === "owner";
  return json({
    list: { id, name, isOwner, isDraft: state === "draft" },
    // A co-owner need not know where gifts go.
    values: giftListValues(isOwner ? list : { ...list, address: null, lastName: "", email: "" }),
    meta: await privateMeta("Edit the list"),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const now = new Date();
  const list = await requireOwnGiftList(request, params["listId"], now);
  const form = await readListForm(request, await listFormRules(now, list), list);
  if (!form.ok) return form.answer;
  const done = await changeGiftList(list, form.details, now);
  if (!done.ok) return refusedForm(done, { values: shownValues(form.values) });
  throw await noted(request, {
    to: giftListPaths.ownGiftList(list.id),
    say: "Your changes have been saved.",
  });
}

export default function EditList() {
  const { list, values } = useLoaderData<typeof loader>();
  return (
    <ListFormPage
      title="Edit the list"
      lead="Givers see your changes at once."
      crumbs={[
        { name: list.name, path: giftListPaths.ownGiftList(list.id) },
        { name: "Edit the list", path: null },
      ]}
      action={giftListPaths.editGiftList(list.id)}
      values={values}
      gift={NO_GIFT}
      answer={useActionData<typeof action>() ?? NO_ANSWER}
      button={{ label: "Save changes", pendingLabel: "Saving" }}
      canChangeEmail={list.isDraft}
      isOwner={list.isOwner}
    />
  );
}

const NO_GIFT = {};
