import { json } from "@remix-run/node";
import { z } from "zod";

import { cardButtonId } from "#app/components/favourites/card-form-names.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { comparedCookie, readComparedIds } from "#app/http/session/compare-cookie.server.ts";
import { comparedText, readCompared, replaceCompared, withCompared } from "#app/models/catalogue/compare.ts";
import { findProductPath } from "#app/models/catalogue/product.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

const PLACE = /^[a-z][a-z-]{0,19}$/;
const ID = /^[1-9]\d{0,8}$/;

/** "101" or "101@fresh": a product, and the list whose button was pressed. */
const target = z.string().transform((text, context) => {
  const [id = "", place = ""] = text.split("@");
  if (ID.test(id)) return { id: Number(id), place: PLACE.test(place) ? place : null };
  context.addIssue({ code: "custom", message: "We could not find that product" });
  return z.NEVER;
});

const common = {
  from: z.string().optional(),
  script: z.literal("1").optional(),
  /** The products of the page whose button was pressed, "101,102". */
  products: z.string().max(100).optional(),
};

export const compareFormSchema = z.union([
  z.object({ ...common, add: target }),
  z.object({ ...common, remove: target }),
  /** `in` replaces `out`. */
  z.object({ ...common, out: target, in: target }),
  z.object({ ...common, intent: z.literal("clear") }),
]);

type CompareForm = z.output<typeof compareFormSchema>;
type CompareTarget = z.output<typeof target>;

type Ids = ReadonlyArray<number>;

export async function answerCompare(request: Request, form: CompareForm) {
  const own = await readComparedIds(request);
  if ("add" in form) return answerAdd(own, form);
  if ("remove" in form) return answerRemove(own, form);
  if ("out" in form) return answerReplace(own, form);
  return answerClear(form);
}

async function answerAdd(own: Ids, { add, from, script }: Extract<CompareForm, { add: CompareTarget }>) {
  if (!(await findProductPath(add.id))) return refusal(refused("product-not-found"));
  const ids = withCompared(own, add.id) ?? withCompared(await withoutGone(own), add.id);
  // Four are compared already: the page asks which one to replace. A script follows this redirect too.
  if (!ids) return seeOther(paths.compare({ products: comparedText(own), add: add.id }));
  if (script)
    return json({ ok: true as const, message: addedText(ids.length) }, { headers: await remember(ids) });
  return seeOther(backTo(from, add), await remember(ids));
}

async function withoutGone(ids: Ids): Promise<Ids> {
  const places = await Promise.all(ids.map(findProductPath));
  return ids.filter((_, at) => places[at]);
}

function addedText(count: number): string {
  return count === 1 ? "1 product to compare" : `${count} products to compare`;
}

async function answerRemove(own: Ids, form: Extract<CompareForm, { remove: CompareTarget }>) {
  const { remove, from, script, products } = form;
  const without = (ids: Ids) => ids.filter((id) => id !== remove.id);
  const headers = await remember(without(own));
  if (script) return json({ ok: true as const, message: "Removed from comparison" }, { headers });
  if (products === undefined) return seeOther(backTo(from, remove), headers);
  return seeOther(paths.compare({ products: comparedText(without(readCompared(products))) }), headers);
}

async function answerClear({ from, script }: Extract<CompareForm, { intent: "clear" }>) {
  const headers = await remember([]);
  if (script) return json({ ok: true as const, message: "Nothing to compare" }, { headers });
  return seeOther(safeRedirect(from, paths.compare()), headers);
}

async function answerReplace(own: Ids, form: Extract<CompareForm, { out: CompareTarget }>) {
  const known = await findProductPath(form.in.id);
  if (!known) return refusal(refused("product-not-found"));
  const ids = replaceCompared(form.products === undefined ? own : readCompared(form.products), {
    id: form.in.id,
    out: form.out.id,
  });
  return seeOther(paths.compare({ products: comparedText(ids) }), await remember(ids));
}

async function remember(ids: Ids): Promise<HeadersInit> {
  return { "Set-Cookie": await comparedCookie(ids) };
}

function backTo(from: string | undefined, { id, place }: CompareTarget): string {
  const path = safeRedirect(from, paths.compare());
  return place === null ? path : `${path}#${cardButtonId("compare", place, id)}`;
}
