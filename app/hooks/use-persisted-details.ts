import { useLocation } from "@remix-run/react";
import type { RefObject } from "react";

import { readStoredText, writeStoredText } from "./session-storage.ts";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.ts";

/** Opens the `<details>` of `container` that were open when this tab last showed the page (requirement routes-8). */
export function usePersistedDetails(container: RefObject<HTMLElement>): void {
  const { pathname } = useLocation();
  useBrowserLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const name = `opened:${pathname}`;
    const all = () => [...element.querySelectorAll("details")];
    const opened = readStoredText(name)?.split(",") ?? [];
    all().forEach((details, index) => {
      if (opened.includes(String(index))) details.open = true;
    });
    const remember = () =>
      writeStoredText(
        name,
        all()
          .flatMap(({ open }, index) => (open ? [String(index)] : []))
          .join(","),
      );
    // "toggle" does not bubble.
    element.addEventListener("toggle", remember, true);
    return () => element.removeEventListener("toggle", remember, true);
  }, [container, pathname]);
}
