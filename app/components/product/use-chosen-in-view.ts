import { useEffect, useRef } from "react";

import { useBrowserLayoutEffect } from "#app/hooks/use-browser-layout-effect.ts";

/**
 * The link of a picture goes when the picture becomes the large one: the keyboard goes along before anybody can press
 * the next key, and the sight after it, because the router still scrolls back to where the window was.
 * `chosen`: which picture is the large one, from 0.
 */
export function useChosenInView(chosen: number) {
  const zoomLink = useRef<HTMLAnchorElement>(null);
  const wanted = useRef<number | null>(null);
  useBrowserLayoutEffect(() => {
    if (wanted.current === chosen) zoomLink.current?.focus({ preventScroll: true });
  }, [chosen]);
  useEffect(() => {
    if (wanted.current !== chosen) return;
    wanted.current = null;
    zoomLink.current?.closest("ul")?.scrollTo({ left: 0 });
    zoomLink.current?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return { zoomLink, onChoose: (index: number) => (wanted.current = index) };
}
