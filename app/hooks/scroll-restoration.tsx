import { type Location, useLocation, useMatches, useNavigationType } from "@remix-run/react";
import { useRef } from "react";
import { ScrollRestoration } from "react-router-dom";

import { useBrowserLayoutEffect } from "./use-browser-layout-effect.ts";

/** The exceptions of requirement routes-7: the router itself restores after Back and Forward, and goes to a hash. */
export function ScrollRestorationRules() {
  const scrollY = useRef(0);
  return (
    <>
      <BeforeRestoration scrollY={scrollY} />
      <ScrollRestoration storageKey={POSITIONS} />
      <AfterRestoration scrollY={scrollY} />
    </>
  );
}

const POSITIONS = "positions";

/** Runs before the scripts arrive. Remix's own also names each document, which costs a phone 30 ms before its first paint. */
export const EARLY_RESTORATION = [
  "{const name=history.state?.key;",
  `if(name)try{const y=JSON.parse(sessionStorage.getItem("${POSITIONS}")??"{}")[name];`,
  `if(typeof y==="number")scrollTo(0,y)}catch{}}`,
].join("");

type Place = Pick<Location, "pathname" | "search" | "hash">;

/** `scroll` is the handle of the route (requirement routes-7). */
export function keepsScroll(from: Pick<Place, "pathname">, to: Place, scroll: unknown): boolean {
  if (to.hash !== "") return false;
  if (scroll === "keep") return true;
  return from.pathname === to.pathname && new URLSearchParams(to.search).has("swatch");
}

type Remembered = Readonly<{ scrollY: { current: number } }>;

/** Its effect runs before the router's. */
function BeforeRestoration({ scrollY }: Remembered) {
  const location = useLocation();
  useBrowserLayoutEffect(() => {
    scrollY.current = window.scrollY;
  }, [location, scrollY]);
  return null;
}

/** Its effect runs after the router's, before painting. */
function AfterRestoration({ scrollY }: Remembered) {
  const location = useLocation();
  const before = useRef<Place>(location);
  const type: string = useNavigationType();
  const scroll = scrollHandle(useMatches().at(-1)?.handle);
  useBrowserLayoutEffect(() => {
    const from = before.current;
    before.current = location;
    if (type === "POP" || !keepsScroll(from, location, scroll)) return;
    window.scrollTo(window.scrollX, scrollY.current);
  }, [location]);
  return null;
}

function scrollHandle(handle: unknown): unknown {
  return typeof handle === "object" && handle !== null && "scroll" in handle ? handle.scroll : undefined;
}
