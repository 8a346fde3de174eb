import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";

import { CompareTray } from "#app/components/compare/compare-tray.tsx";
import { paths } from "#app/paths.ts";

import { COMPARE_FORM, FAVOURITES_FORM } from "./card-form-names.ts";
import { CardRequestsContext, useCardRequests } from "./use-card-requests.ts";

/** Says where somebody was, so that without scripts they come back there. A mini-basket is not opened again. */
const PANEL_PARAMETER = "added";

/**
 * Round every page with cards: two forms to which all their buttons belong. A form in each card would be as good, and
 * twenty-four times as long.
 */
export function CardForms({ children }: Readonly<{ children: ReactNode }>) {
  const { pathname, search } = useLocation();
  const { requests, onSubmit, said } = useCardRequests();
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
        {said}
      </p>
      <CompareTray />
    </CardRequestsContext.Provider>
  );
}
