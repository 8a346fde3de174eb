import {
  type Location,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigationType,
} from "@remix-run/react";
import { useRef } from "react";

import { useBrowserLayoutEffect } from "./use-browser-layout-effect.ts";

/**
 * To the top on every move, unless the move chooses a `swatch` on the page it is on, or the destination's route
 * says `handle.scroll = "keep"` (readings 8 and 9). Back and Forward restore, a hash wins: the router does both.
 */
export function ScrollRules() {
  const scrollY = useRef(0);
  return (
    <>
      <BeforeRestoration scrollY={scrollY} />
      <ScrollRestoration getKey={scrollKey} />
      <AfterRestoration scrollY={scrollY} />
    </>
  );
}

/**
 * Under which name a page's scroll position is remembered: each visit under its own, but of a page in the information
 * section there is one, which is found as it was left by whatever way somebody comes back (reading 12).
 */
function scrollKey({ pathname, hash, key }: Location): string {
  return hash === "" && /^\/information(?:\/|$)/.test(pathname) ? pathname : key;
}

type Place = Pick<Location, "pathname" | "search" | "hash">;

/**
 * Whether a move to `to` leaves the page where it is scrolled to. `scroll` is the handle of its route. A card that
 * names a swatch leads to another page: that one is read from its top (decision 9).
 */
export function keepsScroll(from: Pick<Place, "pathname"> | null, to: Place, scroll: unknown): boolean {
  if (to.hash !== "") return false;
  if (scroll === "keep") return true;
  return from?.pathname === to.pathname && new URLSearchParams(to.search).has("swatch");
}

type Remembered = Readonly<{ scrollY: { current: number } }>;

/** Its effect runs before the router's, which scrolls to the top. */
function BeforeRestoration({ scrollY }: Remembered) {
  const location = useLocation();
  useBrowserLayoutEffect(() => {
    scrollY.current = window.scrollY;
  }, [location, scrollY]);
  return null;
}

/** Its effect runs after the router's, and before anything is painted. */
function AfterRestoration({ scrollY }: Remembered) {
  const location = useLocation();
  const type: string = useNavigationType();
  const scroll = scrollHandle(useMatches().at(-1)?.handle);
  const previous = useRef<Location | null>(null);
  useBrowserLayoutEffect(() => {
    const isKept = type !== "POP" && keepsScroll(previous.current, location, scroll);
    previous.current = location;
    if (isKept) window.scrollTo(window.scrollX, scrollY.current);
    // Only a new place counts, not what else has changed by then.
  }, [location]);
  return null;
}

function scrollHandle(handle: unknown): unknown {
  return typeof handle === "object" && handle !== null && "scroll" in handle ? handle.scroll : undefined;
}
