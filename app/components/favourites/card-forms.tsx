import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";

import { paths } from "#app/paths.ts";

import { COMPARE_FORM, FAVOURITES_FORM } from "./card-form-names.ts";
import { CardRequestsContext, useCardRequests } from "./use-card-requests.ts";

/** The mini-basket must not open again on return. */
const PANEL_PARAMETER = "added";

/** Two forms around a page of cards, because a form in each card makes the page longer by 24. */
export function CardForms({ children }: Readonly<{ children: ReactNode }>) {
  const { pathname, search } = useLocation();
  const { requests, onSubmit, message } = useCardRequests();
  const query = new URLSearchParams(search);
  query.delete(PANEL_PARAMETER);
  const from = query.size > 0 ? `${pathname}?${query.toString()}` : pathname;
  return (
    <CardRequestsContext.Provider value={requests}>
      {children}
      <form id={FAVOURITES_FORM} method="post" action={paths.favourites()} onSubmit={onSubmit}>
        <input type="hidden" name="from" value={from} />
      </form>
      <form id={COMPARE_FORM} method="post" action={paths.compare()} onSubmit={onSubmit}>
        <input type="hidden" name="from" value={from} />
      </form>
      <p className="visually-hidden" role="status">
        {message}
      </p>
    </CardRequestsContext.Provider>
  );
}
