import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { GiftFormPage } from "#app/components/gift-list/gift-form-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { requireOwnGiftList } from "#app/http/request/gift-list-editor.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { changeGiftSchema } from "#app/models/gift-list/gift-form.ts";
import { findSiblings } from "#app/models/gift-list/gift-colours.server.ts";
import { changeGift } from "#app/models/gift-list/gift-changes.server.ts";
import { findGift } from "#app/models/gift-list/gifts.server.ts";
import { isGiftId } from "#app/models/shared/ids.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";

import { typedValues } from "./gift-list.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

async function requireGift(request: Request, params: LoaderFunctionArgs["params"]) {
  const list = await requireOwnGiftList(request, params["listId"], new Date());
  const { giftId } = params;
  const gift = isGiftId(giftId) ? await findGift(list.id, giftId) : null;
  if (!gift || gift.isRemoved) throw notFound(request);
  return { list, gift };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { list, gift } = await requireGift(request, params);
  const values: Record<string, string> = {
    variant: String(gift.variantId),
    quantity: String(gift.quantity),
    note: gift.note ?? "",
    ...(gift.words === null ? {} : { words: gift.words }),
    ...(gift.isAnyColour ? { any_colour: "on" } : {}),
    ...(gift.isMostNeeded ? { most_needed: "on" } : {}),
  };
  const siblings = await findSiblings([gift.productId], gift.variantId);
  return json({
    list: { id: list.id, name: list.name },
    variants: siblings.flatMap(({ variantId, label }) =>
      label === null ? [] : [{ value: String(variantId), label }],
    ),
    gift: { id: gift.id, name: gift.name, image: gift.image },
    values,
    meta: await privateMeta(`Edit ${gift.name}`),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { list, gift } = await requireGift(request, params);
  const form = await readForm(request, changeGiftSchema);
  if (!form.ok) return invalid({ ...form, values: { ...UNTICKED, ...typedValues(form) } });
  const { variant, words, quantity, note, any_colour: anyColour, most_needed: mostNeeded } = form.value;
  const engraving: Record<string, string> = words === undefined ? {} : { words };
  const typed = {
    ...engraving,
    variant: String(variant ?? gift.variantId),
    quantity: String(quantity),
    note: note ?? "",
    any_colour: anyColour ?? "",
    most_needed: mostNeeded ?? "",
  };
  if (quantity > gift.quantityMaximum)
    return invalid({
      ok: false,
      errors: { quantity: `Choose a number from 1 to ${gift.quantityMaximum}` },
      values: typed,
    });
  const done = await changeGift(
    { listId: list.id, giftId: gift.id },
    {
      variantId: variant,
      ...engraving,
      quantity,
      note,
      isAnyColour: anyColour === "on",
      isMostNeeded: mostNeeded === "on",
    },
    new Date(),
  );
  if (!done.ok)
    return refusedForm(done, {
      values: typed,
      field: FIELDS_OF_REFUSALS[done.code] ?? "words",
    });
  throw seeOther(`${giftListPaths.ownGiftList(list.id)}#${done.value}`);
}

const FIELDS_OF_REFUSALS: Readonly<Record<string, string>> = {
  "gift-listed": "variant",
  "variant-not-found": "variant",
  "gift-most-needed": "most_needed",
  "gift-not-found": "most_needed",
};

const UNTICKED = { any_colour: "", most_needed: "" };

export default function EditGift() {
  const { list, gift, variants, values } = useLoaderData<typeof loader>();
  return (
    <GiftFormPage
      title={`Edit ${gift.name}`}
      crumbs={[
        { name: "Gift lists", path: paths.giftLists() },
        { name: list.name, path: giftListPaths.ownGiftList(list.id) },
        { name: gift.name, path: null },
      ]}
      action={giftListPaths.editGift(list.id, gift.id)}
      gift={gift}
      hidden={NOTHING}
      values={values}
      lists={null}
      variants={variants}
      button={{ label: "Save changes", pendingLabel: "Saving" }}
      back={{ to: giftListPaths.ownGiftList(list.id), label: "Cancel" }}
      answer={useActionData<typeof action>() ?? NO_ANSWER}
    />
  );
}

const NOTHING = {};
