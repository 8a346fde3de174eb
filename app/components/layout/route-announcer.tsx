import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

import { announce, useAnnouncement } from "#app/hooks/announce.ts";
import { useFocusInView } from "#app/hooks/use-focus-in-view.ts";

/** Outside the component, because an error page renders a new document. */
let lastPlace: Place | null = null;

/** The page's live region: announces the title after client navigation and focuses the heading. */
export function RouteAnnouncer() {
  const location = useLocation();
  const text = useAnnouncement();
  useFocusInView();

  useEffect(() => {
    const from = lastPlace;
    lastPlace = location;
    if (!from || !isNewPage(from, location)) return;
    announce(document.title);
    if (!location.hash) focusPage();
  }, [location]);

  return (
    <div className="visually-hidden" role="status">
      {text}
    </div>
  );
}

type Place = Readonly<{ pathname: string; search: string; hash: string; state?: unknown }>;

/** Navigation state of a control on the same page, such as a filter: the focus stays. */
export const STAYS = { stays: true } as const;

/** Another variant or filter of the same page is no new page. */
export function isNewPage(from: Place, to: Place): boolean {
  if (from.pathname !== to.pathname) return true;
  if (from.search === to.search) return false;
  if (typeof to.state === "object" && to.state !== null && "stays" in to.state) return false;
  return !new URLSearchParams(to.search).has("swatch");
}

export function focusPage(): void {
  const target = document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
