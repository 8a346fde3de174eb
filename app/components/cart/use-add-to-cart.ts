import { useFetcher } from "@remix-run/react";
import type { FormEvent } from "react";

import type { AddedToCart } from "#app/models/cart/added-to-cart.ts";
import { paths } from "#app/paths.ts";

import { submittedFields } from "./submitted-fields.ts";

/** One fetcher for the whole page: the buying form sends with it, the panel under the header shows what it brings. */
const ADD_TO_CART_KEY = "add-to-cart";

/** What the basket answers to a form that asked for the panel. */
export type AddToCartAnswer =
  | Readonly<{ ok: true; added: AddedToCart }>
  | Readonly<{
      ok: false;
      message: string;
      explanation: string | null;
      /** The part that was asked for, or null where it was the product itself. */
      part?: string | null;
    }>;

/** The buttons of the buying form, and those of the parts that go with a product. */
const INTENTS = {
  product: ["add"],
  parts: ["add-parts", "add-set"],
} as const satisfies Record<string, ReadonlyArray<string>>;

/** What came back from the last add on this page, or null. */
export function useAddToCartAnswer(): AddToCartAnswer | null {
  const { data } = useFetcher<AddToCartAnswer>({ key: ADD_TO_CART_KEY });
  return data ?? null;
}

/**
 * Lets a buying form stay where it is: `onSubmit` sends it in the background and asks for the mini-basket instead
 * of a redirect. Without scripts the same form posts as it is.
 */
export function useAddToCart(form: keyof typeof INTENTS = "product") {
  const fetcher = useFetcher<AddToCartAnswer>({ key: ADD_TO_CART_KEY });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const fields = submittedFields(event);
    if (!isOneOf(INTENTS[form], fields.get("intent"))) return;
    event.preventDefault();
    fields.set("panel", "1");
    fetcher.submit(fields, { method: "post", action: paths.cart(), preventScrollReset: true });
  }

  const refused = fetcher.state === "idle" ? refusalFor(form, fetcher.data) : null;
  const isAdding = isOneOf(INTENTS[form], fetcher.formData?.get("intent") ?? null);
  return { onSubmit, refusal: refused, isAdding };
}

/** Several forms share the fetcher: each says only what is its own. */
function refusalFor(form: keyof typeof INTENTS, answer: AddToCartAnswer | undefined) {
  if (!answer || answer.ok) return null;
  const refused = answer.part ? "parts" : "product";
  return refused === form ? answer : null;
}

function isOneOf(intents: ReadonlyArray<string>, intent: FormDataEntryValue | null): boolean {
  return typeof intent === "string" && intents.includes(intent);
}
