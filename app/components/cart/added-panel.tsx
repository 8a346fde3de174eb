import { useLocation } from "@remix-run/react";
import { useState } from "react";

import { useHydrated } from "#app/hooks/use-hydrated.ts";
import type { AddedToCart } from "#app/models/cart/added-to-cart.ts";

import { MiniBasket } from "./mini-basket.tsx";
import { type AddToCartAnswer, useAddToCartAnswer } from "./use-add-to-cart.ts";

/** The mini-basket of the latest add: from a fetcher where scripts run, else from the page's own data. */
export function AddedPanel({ added }: Readonly<{ added: AddedToCart | null }>) {
  const fetched = useFetchedHere();
  const isHydrated = useHydrated();
  const latest = fetched ?? added;
  if (!latest) return null;
  // Another line or another change of the cart is another panel: it opens even if the one before was closed.
  return <MiniBasket key={`${latest.line.id} ${latest.version}`} added={latest} isFresh={isHydrated} />;
}

/** What the fetcher brought while the shopper was on this very page: going on closes the panel. */
function useFetchedHere(): AddedToCart | null {
  const { key } = useLocation();
  const answer = useAddToCartAnswer();
  const [came, setCame] = useState<Readonly<{ answer: AddToCartAnswer | null; at: string }>>({
    answer,
    at: key,
  });
  if (came.answer !== answer) setCame({ answer, at: key });
  return answer?.ok && came.at === key ? answer.added : null;
}
