import { useNavigate } from "@remix-run/react";
import { type FormEvent, type RefObject, useRef } from "react";

import { STAYS } from "#app/components/layout/route-announcer.tsx";
import type { Param } from "#app/models/listing/facet.ts";

import { listAddress } from "./list-address.ts";
import { useFormOfAddress } from "./use-form-of-address.ts";

/**
 * Lets a box apply itself, and keeps the form to what its address says after every move, Back included. The list
 * stays where it is scrolled to, and the keyboard where it is.
 */
export function useFilterForm(toggle: RefObject<HTMLDetailsElement>) {
  const ref = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const markSent = useFormOfAddress(ref);

  const apply = (form: HTMLFormElement) => {
    markSent(form);
    navigate(listAddress(new URL(form.action).pathname, givenParams(form)), {
      preventScrollReset: true,
      state: STAYS,
    });
  };
  return {
    ref,
    onChange: (event: FormEvent<HTMLFormElement>) => {
      if (event.target instanceof HTMLInputElement && event.target.type === "checkbox") {
        apply(event.currentTarget);
      }
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      apply(event.currentTarget);
      // On a small screen the form covers the list.
      if (!toggle.current?.open) return;
      toggle.current.open = false;
      toggle.current.scrollIntoView();
    },
  };
}

/** Without empty fields. */
function givenParams(form: HTMLFormElement): ReadonlyArray<Param> {
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value.trim() !== "" ? [[name, value.trim()] as const] : [],
  );
}
