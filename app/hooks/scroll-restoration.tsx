import { type Location, useLocation, useMatches, useNavigationType } from "@remix-run/react";
import { useContext, useRef, useState } from "react";
import { ScrollRestoration } from "react-router-dom";

import { ScriptMarkContext } from "./script-mark.ts";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.ts";

/**
 * Scrolls to the top after navigation, with the exceptions of requirement routes-7. The router itself restores the
 * position after Back and Forward, and goes to a hash.
 */
export function ScrollRestorationRules() {
  const scrollY = useRef(0);
  return (
    <>
      <BeforeRestoration scrollY={scrollY} />
      <EarlyRestoration />
      <ScrollRestoration storageKey={POSITIONS} getKey={scrollKey} />
      <AfterRestoration scrollY={scrollY} />
    </>
  );
}

/** Session storage key. */
const POSITIONS = "positions";

/**
 * A document that somebody comes back to is scrolled to where it was left, before its scripts arrive. Remix's own
 * script for it also gives each new document its name, which makes a phone wait 30 ms for storage and history before
 * it first paints: here the name comes with the scripts (`setHistoryKey`), and a document without one has no place.
 */
function EarlyRestoration() {
  const location = useLocation();
  // For the document only; the router restores client navigation.
  const [code] = useState(() => restoringCode(location));
  const nonce = useContext(ScriptMarkContext);
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}

function restoringCode(location: Location): string {
  const own = scrollKey(location);
  const name = own === location.key ? "history.state?.key" : JSON.stringify(own).replaceAll("<", "\\u003c");
  return [
    `{const name=${name};`,
    `if(name)try{const y=JSON.parse(sessionStorage.getItem("${POSITIONS}")??"{}")[name];`,
    `if(typeof y==="number")scrollTo(0,y)}catch{}}`,
  ].join("");
}

/**
 * The key of a remembered scroll position: one for each visit, but in the information section one for each page, so
 * that a link finds the position as well (requirement routes-8).
 */
function scrollKey({ pathname, hash, key }: Location): string {
  return hash === "" && /^\/information(?:\/|$)/.test(pathname) ? pathname : key;
}

/**
 * Whether navigation to `to` keeps the scroll position (requirement routes-7). `scroll` is the handle of the route.
 */
export function keepsScroll(to: Pick<Location, "search" | "hash">, scroll: unknown): boolean {
  if (to.hash !== "") return false;
  return scroll === "keep" || new URLSearchParams(to.search).has("swatch");
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
  const type: string = useNavigationType();
  const scroll = scrollHandle(useMatches().at(-1)?.handle);
  useBrowserLayoutEffect(() => {
    if (type === "POP" || !keepsScroll(location, scroll)) return;
    window.scrollTo(window.scrollX, scrollY.current);
    // Only a new location counts.
  }, [location]);
  return null;
}

function scrollHandle(handle: unknown): unknown {
  return typeof handle === "object" && handle !== null && "scroll" in handle ? handle.scroll : undefined;
}
