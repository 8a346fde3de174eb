import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

import { announce, useAnnouncement } from "#app/hooks/announce.ts";
import { useFocusInView } from "#app/hooks/use-focus-in-view.ts";

/** Where the browser was before. Not in the component: an error page is drawn anew from the document down. */
let lastPlace: Place | null = null;

/** Holds the page's live region. Says the title of a page that a script put in place, and focuses its heading. */
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

/** State of a move that a control makes on its own page, such as a filter: the keyboard stays with the control. */
export const STAYS = { stays: true } as const;

/** A colour or a filter chosen on the same page is the same page: the keyboard stays with what was pressed. */
export function isNewPage(from: Place, to: Place): boolean {
  if (from.pathname !== to.pathname) return true;
  if (from.search === to.search) return false;
  if (typeof to.state === "object" && to.state !== null && "stays" in to.state) return false;
  return !new URLSearchParams(to.search).has("swatch");
}

/** Brings the keyboard to the heading of the page, or to the page, without scrolling. */
export function focusPage(): void {
  const target = document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");
  if (!target) return;
  if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
}
