import type { FocusEvent, FormEvent } from "react";

import type { CartLine } from "#app/models/cart/cart.ts";
import { paths } from "#app/paths.ts";

import { useBasketFetcher } from "./basket-refusal.ts";
import type { CartAnswer, CartRefusal } from "./cart-answer.ts";
import { submittedFields } from "./submitted-fields.ts";

/**
 * Changes of one line's quantity in the background, shown before the server has answered. Whatever takes the line
 * away goes by an ordinary navigation instead: its answer outlives the line.
 */
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

  /** A number that was typed and left counts, without a press of Enter. */
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

/** What the line will hold when all goes well; what it holds while nothing is on its way. */
function optimisticQuantity(line: CartLine, fields: FormData | undefined): number {
  const limit = (wanted: number) => Math.max(1, Math.min(wanted, Math.max(1, line.quantityMaximum)));
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

/** What is wrong with the line itself; its gift form and the page say the rest. */
function refusalOf(line: CartLine, answer: CartAnswer | null): CartRefusal | null {
  return answer?.ok === false && answer.lineId === line.id && !answer.gift ? answer : null;
}
