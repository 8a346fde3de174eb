import { useLocation } from "@remix-run/react";
import { useState } from "react";

import { useHydrated } from "#app/hooks/use-hydrated.ts";
import type { AddedToCart } from "#app/models/cart/added-to-cart.ts";

import { MiniBasket } from "./mini-basket.tsx";
import { type AddToCartAnswer, useAddToCartAnswer } from "./use-add-to-cart.ts";

/** Shows the latest item added: from the fetcher with scripts, else from the loader. */
export function AddedPanel({ added }: Readonly<{ added: AddedToCart | null }>) {
  const fetched = useFetchedHere();
  const isHydrated = useHydrated();
  const latest = fetched ?? added;
  if (!latest) return null;
  // A new key opens the panel again after it was closed.
  return <MiniBasket key={`${latest.line.id} ${latest.version}`} added={latest} isFresh={isHydrated} />;
}

/** Null after a navigation, which closes the panel. */
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
