import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

import { scrollToElement } from "#app/hooks/scroll-to.ts";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

import { focusPage } from "./route-announcer.tsx";

/** Once the page is still, its heading takes the focus of a control that has left the page; `inView` scrolls to it. */
export function useLostFocus({ inView = false } = {}): void {
  const { state } = useNavigation();
  const isFresh = useRef(!useHydrated());
  useEffect(() => {
    // No control has left a document that has just been loaded.
    if (isFresh.current) isFresh.current = false;
    else if (state === "idle" && document.activeElement === document.body) {
      focusPage();
      if (inView) scrollToElement(document.activeElement);
    }
  }, [state, inView]);
}
