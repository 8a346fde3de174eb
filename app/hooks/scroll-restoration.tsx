import { type Location, useLocation, useMatches, useNavigationType } from "@remix-run/react";
import { useContext, useRef, useState } from "react";
import { ScrollRestoration } from "react-router-dom";

import { ScriptMarkContext } from "./script-mark.ts";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.ts";

/** The exceptions of requirement routes-7: the router itself restores after Back and Forward, and goes to a hash. */
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

const POSITIONS = "positions";

/** Before the scripts arrive. Remix's own also names each document, which costs a phone 30 ms before its first paint. */
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

/** One for each visit; in the information section for each page, so that links find it (requirement routes-8). */
function scrollKey({ pathname, hash, key }: Location): string {
  return hash === "" && /^\/information(?:\/|$)/.test(pathname) ? pathname : key;
}

/** `scroll` is the handle of the route (requirement routes-7). */
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
  }, [location]);
  return null;
}

function scrollHandle(handle: unknown): unknown {
  return typeof handle === "object" && handle !== null && "scroll" in handle ? handle.scroll : undefined;
}
