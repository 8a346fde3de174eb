import { json } from "@remix-run/node";
import { z } from "zod";

import { cardButtonId } from "#app/components/favourites/card-form-names.ts";
import {
  favouritesOf,
  type ListChange,
  type ListOwner,
  remove,
  restore,
  save,
  share,
  stopSharing,
} from "#app/http/request/current-wishlist.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { listProductCards } from "#app/models/listing/listing.server.ts";
import { favouriteText, readFavourite } from "#app/models/wishlist/wishlist.ts";
import { paths } from "#app/paths.ts";

const PLACE = /^[a-z][a-z-]{0,19}$/;
const AT_MAX = 1_000;

/** "101", "101-1003" or "101-1003@fresh": a product, its variant, and the list whose button was pressed. */
const target = z.string().transform((text, context) => {
  const [name = "", place = ""] = text.split("@");
  const favourite = readFavourite(name);
  if (favourite) return { favourite, place: PLACE.test(place) ? place : null };
  context.addIssue({ code: "custom", message: "We could not find that product" });
  return z.NEVER;
});

const common = {
  from: z.string().optional(),
  script: z.literal("1").optional(),
};

export const favouritesFormSchema = z.union([
  z.object({ ...common, save: target }),
  z.object({ ...common, remove: target }),
  z.object({ ...common, undo: target, at: z.coerce.number().int().min(0).max(AT_MAX) }),
  z.object({ ...common, intent: z.enum(["share", "stop-sharing", "forget-gone"]) }),
]);

type FavouritesForm = z.output<typeof favouritesFormSchema>;
type ListTarget = z.output<typeof target>;

export type FormRequest<Form = FavouritesForm> = Readonly<{
  request: Request;
  owner: ListOwner;
  form: Form;
  now: Date;
}>;

export async function answerFavourites(requested: FormRequest) {
  const { form } = requested;
  if ("save" in form) return answerSave({ ...requested, form });
  if ("remove" in form) return answerRemove({ ...requested, form });
  if ("undo" in form) {
    const done = await restore(requested.owner, form.undo.favourite, form.at);
    return seeOther(paths.favourites(), cookieOf(done));
  }
  switch (form.intent) {
    case "share":
      return answerShare(requested);
    case "stop-sharing":
      return seeOther(`${paths.favourites()}#share`, cookieOf(await stopSharing(requested.owner)));
    case "forget-gone":
      return seeOther(paths.favourites(), cookieOf(await forgetGone(requested)));
  }
}

async function answerSave({ owner, form, now }: FormRequest<Extract<FavouritesForm, { save: ListTarget }>>) {
  const done = await save(owner, form.save.favourite, now);
  if (!done.ok) return refusal(done);
  const headers = cookieOf(done.value);
  if (form.script) return json({ ok: true as const, message: "Saved to your favourites" }, { headers });
  return seeOther(backTo(form.from, form.save), headers);
}

async function answerRemove({
  owner,
  form,
  now,
}: FormRequest<Extract<FavouritesForm, { remove: ListTarget }>>) {
  const { productId } = form.remove.favourite;
  const list = await favouritesOf(owner);
  const at = list.findIndex((one) => one.productId === productId);
  const done = await remove(owner, [productId], now);
  const headers = cookieOf(done);
  if (form.script) return json({ ok: true as const, message: "Removed from your favourites" }, { headers });
  if (form.from !== undefined) return seeOther(backTo(form.from, form.remove), headers);
  const [product] = await listProductCards([productId], now);
  const own = list[at];
  const removed = own && product ? { name: product.name, undo: favouriteText(own), at } : null;
  return json({ ok: true as const, removed }, { headers });
}

async function answerShare({ request, owner, now }: FormRequest) {
  const allowed = await limit("share-list", clientAddress(request));
  if (!allowed.ok) return refusal(allowed);
  const done = await share(owner, now);
  return done.ok ? seeOther(`${paths.favourites()}#share`, cookieOf(done.value)) : refusal(done);
}

async function forgetGone({ owner, now }: FormRequest): Promise<ListChange> {
  const ids = (await favouritesOf(owner)).map(({ productId }) => productId);
  const shown = new Set((await listProductCards(ids, now)).map(({ id }) => id));
  return remove(
    owner,
    ids.filter((id) => !shown.has(id)),
    now,
  );
}

function backTo(from: string | undefined, { favourite, place }: ListTarget): string {
  const path = safeRedirect(from, paths.favourites());
  return place === null ? path : `${path}#${cardButtonId("save", place, favourite.productId)}`;
}

function cookieOf({ cookie }: ListChange): HeadersInit {
  return cookie ? { "Set-Cookie": cookie } : {};
}
