import type { FocusEvent, FormEvent } from "react";

import type { CartLine } from "#app/models/cart/cart.ts";
import { paths } from "#app/paths.ts";

import { useBasketFetcher } from "./basket-refusal.ts";
import type { CartAnswer, CartRefusal } from "./cart-answer.ts";
import { submittedFields } from "./submitted-fields.ts";

/** Optimistic quantity changes. Removing a line navigates instead, because its answer outlives the line. */
export function useLineForm(line: CartLine, answer: CartAnswer | null) {
  const fetcher = useBasketFetcher();

  function send(fields: FormData) {
    fetcher.submit(fields, { method: "post", action: paths.cart(), preventScrollReset: true });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const fields = submittedFields(event);
    if (takesAway(fields)) return;
    event.preventDefault();
    send(fields);
  }

  /** A typed number counts on blur, without Enter. */
  function onBlur(event: FocusEvent<HTMLFormElement>) {
    const field: EventTarget = event.target;
    if (!(field instanceof HTMLInputElement) || field.name !== "quantity") return;
    if (field.value === String(line.quantity) || event.currentTarget.contains(event.relatedTarget)) return;
    const fields = new FormData(event.currentTarget);
    fields.set("intent", "set-quantity");
    if (!takesAway(fields)) send(fields);
  }

  return {
    onSubmit,
    onBlur,
    quantity: optimisticQuantity(line, fetcher.formData),
    refusal: refusalOf(line, fetcher.data ?? null) ?? refusalOf(line, answer),
  };
}

function takesAway(fields: FormData): boolean {
  const intent = fields.get("intent");
  return intent === "remove" || (intent === "set-quantity" && Number(fields.get("quantity")) === 0);
}

function optimisticQuantity(line: CartLine, fields: FormData | undefined): number {
  const limit = (targetQuantity: number) =>
    Math.max(1, Math.min(targetQuantity, Math.max(1, line.quantityMaximum)));
  switch (fields?.get("intent")) {
    case "increase":
      return limit(line.quantity + 1);
    case "decrease":
      return limit(line.quantity - 1);
    case "set-quantity":
      return limit(Number(fields.get("quantity")) || line.quantity);
    default:
      return line.quantity;
  }
}

function refusalOf(line: CartLine, answer: CartAnswer | null): CartRefusal | null {
  return answer?.ok === false && answer.lineId === line.id && !answer.gift ? answer : null;
}
