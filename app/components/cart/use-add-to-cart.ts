import { useFetcher } from "@remix-run/react";
import type { FormEvent } from "react";

import type { AddedToCart } from "#app/models/added-to-cart.ts";
import { paths } from "#app/paths.ts";

import { submittedFields } from "./submitted-fields.ts";

/** One fetcher for the whole page: the buying form sends with it, the panel under the header shows what it brings. */
const ADD_TO_CART_KEY = "add-to-cart";

/** What the basket answers to a form that asked for the panel. */
export type AddToCartAnswer =
  | Readonly<{ ok: true; added: AddedToCart }>
  | Readonly<{ ok: false; message: string; explanation: string | null }>;

/** What came back from the last add on this page, or null. */
export function useAddToCartAnswer(): AddToCartAnswer | null {
  const { data } = useFetcher<AddToCartAnswer>({ key: ADD_TO_CART_KEY });
  return data ?? null;
}

/**
 * Lets a buying form stay where it is: `onSubmit` sends it in the background and asks for the mini-basket instead
 * of a redirect. Without scripts the same form posts as it is.
 */
export function useAddToCart() {
  const fetcher = useFetcher<AddToCartAnswer>({ key: ADD_TO_CART_KEY });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const fields = submittedFields(event);
    if (fields.get("intent") !== "add") return;
    event.preventDefault();
    fields.set("panel", "1");
    fetcher.submit(fields, { method: "post", action: paths.cart(), preventScrollReset: true });
  }

  const refusal = fetcher.data?.ok === false && fetcher.state === "idle" ? fetcher.data : null;
  return { onSubmit, refusal, isAdding: fetcher.state !== "idle" };
}
