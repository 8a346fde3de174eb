import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { WordsPage } from "#app/components/order/words-page.tsx";
import type { WordsAnswer } from "#app/components/product/words-field.tsx";
import { readForm, readTyped } from "#app/http/request/form.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { parseWords, personalisationTexts } from "#app/models/catalogue/personalisation.ts";
import { changeWords, findWordsRules } from "#app/models/order/words.server.ts";
import { madeForYouTexts, wordsStates } from "#app/models/order/words.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

import { homeOf, SECRET_PAGE, visibleOrder } from "./order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

const formSchema = z.object({
  intent: z.enum(["change-words", "show-words"]),
  words: z.string().default(""),
});

type Params = LoaderFunctionArgs["params"];

/** Throws the same 404 for an order of somebody else, and for words that a family chose on its gift list. */
async function visibleLine(request: Request, { orderId, position = "" }: Params) {
  const visible = await visibleOrder(request, orderId);
  const index = /^\d{1,3}$/.test(position) ? Number(position) : -1;
  const line = visible.order.lines[index];
  if (!line?.personalisation) throw notFound(request);
  const state = wordsStates(visible.order, visible.life)[index];
  if (state === "list") throw notFound(request);
  return { ...visible, line, words: line.personalisation, index, isOpen: state === "open" };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { order, life, store, line, words, index, isOpen } = await visibleLine(request, params);
  const rules = isOpen ? await findWordsRules(line) : null;
  const homePath = await homeOf(request, order.id);
  return json({
    number: order.number,
    name: line.name,
    text: words.text,
    madeForYou: isOpen && !rules ? null : (madeForYouTexts(order, life)[index] ?? null),
    texts: rules && personalisationTexts(rules, store.locale),
    path: paths.changeWords(order.id, index),
    homePath,
    meta: await privateMeta(`Change the words of order ${order.number}`, paths.findOrder()),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { order, line, index } = await visibleLine(request, params);
  const typed = (await readTyped(request.clone()))["words"] ?? "";
  const form = await readForm(request, formSchema);
  if (!form.ok) {
    const message = form.errors["words"] ?? shopError(refused("unknown-action")).message;
    return answer({ error: `${message}.`, typed, preview: null }, 422);
  }
  const { intent, words } = form.value;
  if (intent === "show-words") {
    const rules = await findWordsRules(line);
    const parsed = rules ? parseWords(words, rules) : refused("personalisation-not-offered");
    if (!parsed.ok) return refusedWords(parsed, typed);
    return answer({ error: null, typed: parsed.value, preview: parsed.value }, 200);
  }
  const changed = await changeWords({ id: order.id, position: index, typed: words }, new Date());
  if (!changed.ok) return refusedWords(changed, typed);
  throw seeOther(`${await homeOf(request, order.id)}?done=words`);
}

function refusedWords(code: Refusal<ShopErrorCode>, typed: string) {
  const { status, message } = shopError(code);
  return answer({ error: `${message}.`, typed, preview: null }, status);
}

function answer(given: WordsAnswer, status: number) {
  // A page must not hold characters that nobody sees.
  const typed = given.typed.replace(/\p{C}/gu, "");
  return json({ ...given, typed }, { status });
}

export const headers = () => SECRET_PAGE;

export default function ChangeWords() {
  const answered = useActionData<typeof action>();
  return <WordsPage {...useLoaderData<typeof loader>()} answer={answered ?? null} />;
}
