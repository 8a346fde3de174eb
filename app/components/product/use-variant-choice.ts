import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

import type { Product } from "#app/models/catalogue/product-page.ts";
import {
  optionField,
  type Variant,
  variantForSelection,
  variantQuery,
} from "#app/models/catalogue/product.ts";

type Choosable = Pick<Product, "options" | "variants" | "path">;

export function useVariantChoice(product: Choosable, variant: Variant) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef<number | null>(null);
  /** Counts up when the address changes the variant, so that the radios reset. */
  const [round, setRound] = useState(0);

  /** `changed` wins where the chosen values do not exist together. */
  function choose(changed?: EventTarget) {
    if (!form.current) return;
    const target = chosenIn(form.current, product) ?? variantWith(product, changed);
    if (!target || target.id === variant.id) return;
    navigate(variantAddress(product, target), { replace: true, preventScrollReset: true });
  }

  useEffect(() => {
    if (shown.current === variant.id) return;
    const isFirst = shown.current === null;
    shown.current = variant.id;
    // A choice made before hydration counts.
    if (isFirst) choose();
    else if (form.current && chosenIn(form.current, product)?.id !== variant.id) setRound((last) => last + 1);
  });

  return { form, choose, round };
}

export function variantAddress(product: Choosable, variant: Variant): string {
  const query = Object.entries(variantQuery(product, variant)).map(([name, value]) => [name, String(value)]);
  return query.length === 0 ? product.path : `${product.path}?${new URLSearchParams(query).toString()}`;
}

/** Null where the checked values do not exist together. */
function chosenIn(form: HTMLFormElement, product: Choosable): Variant | null {
  const data = new FormData(form);
  const selection = Object.fromEntries(
    product.options.map(({ id }) => {
      const value = data.get(optionField(id));
      return [optionField(id), typeof value === "string" ? value : undefined];
    }),
  );
  const choice = variantForSelection(product, selection);
  return choice.kind === "found" ? choice.variant : null;
}

function variantWith(product: Choosable, changed: EventTarget | undefined): Variant | null {
  if (!(changed instanceof HTMLInputElement)) return null;
  const option = product.options.find(({ id }) => optionField(id) === changed.name);
  return product.variants.find((one) => option && one.options[option.name] === changed.value) ?? null;
}
