import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { GiftFormPage } from "#app/components/gift-list/gift-form-page.tsx";
import { currentCartId } from "#app/http/request/current-cart.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { listEditor } from "#app/http/request/gift-list-editor.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { removeLine } from "#app/models/cart/update-line.server.ts";
import { isListEditor, listOwnGiftLists } from "#app/models/gift-list/access.server.ts";
import { addGiftSchema, NEW_LIST } from "#app/models/gift-list/gift-form.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import {
  addGift,
  findFirstVariant,
  findProductForGift,
  type GiftToAdd,
} from "#app/models/gift-list/gifts.server.ts";
import { isCartLineId } from "#app/models/shared/ids.ts";
import { refused } from "#app/models/shared/result.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";
import { noted } from "#app/routes/auth/email-link.server.ts";

import { typedValues, wordsOfLine } from "./gift-list.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

const FIELDS = ["quantity", "note", "any_colour", "list", "line"];
const ID = /^[1-9]\d{0,8}$/;

async function variantIn(query: URLSearchParams): Promise<number | null> {
  const [variant, product] = [query.get("variant") ?? "", query.get("product") ?? ""];
  if (ID.test(variant)) return Number(variant);
  return ID.test(product) ? findFirstVariant(Number(product)) : null;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const given = Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = searchParams.get(name);
      return value ? [[name, value] as const] : [];
    }),
  );
  const variantId = await variantIn(searchParams);
  const words = await wordsOfLine(request, searchParams.get("line"));
  const gift = variantId === null ? null : await findProductForGift(variantId, words);
  if (!gift || variantId === null) throw notFound(request);
  const [lists, meta] = await Promise.all([
    openLists(request),
    privateMeta("Add to a gift list", paths.addToGiftList()),
  ]);
  const { line, ...values } = given;
  return json({
    gift,
    hidden: { variant: String(variantId), ...(isCartLineId(line) ? { line } : {}) },
    values: { list: lists[0]?.id ?? NEW_LIST, ...values },
    lists: [
      ...lists.map(({ id, name }) => ({ value: id, label: name })),
      { value: NEW_LIST, label: "A new list" },
    ],
    meta,
  });
}

async function openLists(request: Request): Promise<ReadonlyArray<GiftList>> {
  const lists = await listOwnGiftLists(await listEditor(request), new Date());
  return lists.filter(({ state }) => state !== "closed");
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, addGiftSchema);
  if (!form.ok) return invalid({ ...form, values: { any_colour: "", ...typedValues(form) } });
  const { variant, quantity, note, any_colour: anyColour, list: chosen, line } = form.value;
  const typed = { variant, quantity, note, any_colour: anyColour, line };
  if (chosen === NEW_LIST) throw seeOther(paths.newGiftList(typed));
  const lists = await openLists(request);
  const list = chosenList(lists, chosen);
  // Several lists, or none: the page asks for which.
  if (!list && !chosen) throw seeOther(paths.addToGiftList(typed));
  if (!list || !(await isListEditor(list, await listEditor(request))))
    return refusedForm(refused("gift-list-not-found"), { values: typedIn(form.value) });
  const words = await wordsOfLine(request, line);
  const gift: GiftToAdd = { variantId: variant, words, quantity, note, isAnyColour: anyColour === "on" };
  const refusal = await put(request, { list, gift, line });
  return refusedForm(refusal, { values: typedIn(form.value) });
}

/** An unticked field sends nothing, and must not come back ticked. */
function typedIn({ quantity, note, any_colour: anyColour, list }: z.output<typeof addGiftSchema>) {
  return {
    quantity: String(quantity),
    note: note ?? "",
    any_colour: anyColour ?? "",
    ...(list === undefined ? {} : { list }),
  };
}

function chosenList(lists: ReadonlyArray<GiftList>, chosen: string | undefined): GiftList | undefined {
  if (chosen) return lists.find(({ id }) => id === chosen);
  return lists.length === 1 ? lists[0] : undefined;
}

type Put = Readonly<{ list: GiftList; gift: GiftToAdd; line: string | undefined }>;

/** Throws a redirect to the list, or answers why the gift is not on it. */
async function put(request: Request, { list, gift, line }: Put) {
  const now = new Date();
  const added = await addGift(list.id, gift, now);
  if (!added.ok) return added;
  const { id, name, isNew, quantity } = added.value;
  if (isCartLineId(line)) {
    const cartId = await currentCartId(request);
    if (cartId) await removeLine(cartId, line, now);
  }
  const say = isNew
    ? `${name} is on ${list.name}.`
    : `${name} was on the list already. We have raised the number wanted to ${quantity}.`;
  throw await noted(request, { to: `${giftListPaths.ownGiftList(list.id)}#${id}`, say });
}

export default function AddGift() {
  const { gift, hidden, values, lists } = useLoaderData<typeof loader>();
  const title = `Add ${gift.name} to a gift list`;
  return (
    <GiftFormPage
      title={title}
      crumbs={[
        { name: "Gift lists", path: paths.giftLists() },
        { name: "Add to a gift list", path: null },
      ]}
      // The basket's line too: the page after an error is read from this address.
      action={paths.addToGiftList(hidden)}
      gift={gift}
      hidden={hidden}
      values={values}
      lists={lists}
      button={{ label: "Put on the list", pendingLabel: "Adding" }}
      back={{ to: gift.path, label: `Back to ${gift.name}` }}
      answer={useActionData<typeof action>() ?? NO_ANSWER}
    />
  );
}
