import { useFetcher } from "@remix-run/react";
import type { FormEvent } from "react";

import type { AddedToCart } from "#app/models/cart/added-to-cart.ts";
import { paths } from "#app/paths.ts";

import { submittedFields } from "./submitted-fields.ts";

const ADD_TO_CART_KEY = "add-to-cart";

export type AddToCartAnswer =
  | Readonly<{ ok: true; added: AddedToCart }>
  | Readonly<{
      ok: false;
      code: string;
      message: string;
      explanation: string | null;
      /** Null for the product itself. */
      part?: string | null;
    }>;

const INTENTS = {
  product: ["add"],
  parts: ["add-parts", "add-set"],
} as const satisfies Record<string, ReadonlyArray<string>>;

export function useAddToCartAnswer(): AddToCartAnswer | null {
  const { data } = useFetcher<AddToCartAnswer>({ key: ADD_TO_CART_KEY });
  return data ?? null;
}

/** Without scripts the form posts as it is. */
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

function refusalFor(form: keyof typeof INTENTS, answer: AddToCartAnswer | undefined) {
  if (!answer || answer.ok) return null;
  const refused = answer.part ? "parts" : "product";
  return refused === form ? answer : null;
}

function isOneOf(intents: ReadonlyArray<string>, intent: FormDataEntryValue | null): boolean {
  return typeof intent === "string" && intents.includes(intent);
}
