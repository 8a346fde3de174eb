import { useFetcher, useLocation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";

import { formFields } from "#app/hooks/plain-form.ts";
import { fetchRouteAhead } from "#app/hooks/route-ahead.ts";
import type { AddedToCart } from "#app/models/cart/added-to-cart.ts";
import { paths } from "#app/paths.ts";

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

/** `answer` until the shopper goes on from the place where it came, then undefined. */
export function useAnswerHere() {
  const fetcher = useFetcher<AddToCartAnswer>({ key: ADD_TO_CART_KEY });
  const { key } = useLocation();
  const { data } = fetcher;
  const [came, setCame] = useState({ data, at: "" });
  if (came.data !== data) setCame({ data, at: key });
  // Back brings the same key again.
  else if (came.at !== key && came.at) setCame({ data, at: "" });
  return { fetcher, answer: came.at === key ? data : undefined };
}

/** Without scripts the form posts as it is. */
export function useAddToCart(form: keyof typeof INTENTS = "product") {
  const { fetcher, answer } = useAnswerHere();
  const hasSent = useRef(false);
  const intents: ReadonlyArray<unknown> = INTENTS[form];
  useEffect(() => {
    for (const sign of FIRST_INPUT) addEventListener(sign, fetchCartAhead, { once: true, passive: true });
  }, []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const fields = formFields(event.nativeEvent as SubmitEvent);
    if (!intents.includes(fields.get("intent"))) return;
    event.preventDefault();
    fields.set("panel", "1");
    hasSent.current = true;
    fetcher.submit(fields, { method: "post", action: paths.cart(), preventScrollReset: true });
  }

  const refused = hasSent.current && fetcher.state === "idle" ? refusalFor(form, answer) : null;
  const isAdding = intents.includes(fetcher.formData?.get("intent"));
  return {
    onSubmit,
    refusal: refused,
    isAdding,
  };
}

/** After these a shopper may soon add. A finger scrolls first, but is near no button until it presses one. */
const FIRST_INPUT = ["pointermove", "pointerdown", "keydown", "scroll"];

const fetchCartAhead = () => fetchRouteAhead(paths.cart());

function refusalFor(form: keyof typeof INTENTS, answer: AddToCartAnswer | undefined) {
  if (!answer || answer.ok) return null;
  const refused = answer.part ? "parts" : "product";
  return refused === form ? answer : null;
}
