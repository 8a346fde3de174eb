import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

import { scrollToElement } from "#app/hooks/scroll-to.ts";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

import { focusPage } from "./route-announcer.tsx";

type Options = Readonly<{
  /** True for what appears with the answer, and not only after it. */
  isAnswer?: boolean;
  /** Scrolls to the heading too. */
  inView?: boolean;
}>;

/** When a form of the page is answered, the heading takes the focus of a control that has left the page. */
export function useLostFocus({ isAnswer = false, inView = false }: Options = {}): void {
  const { state } = useNavigation();
  // No control has left a document that has just been loaded.
  const isDue = useRef(useHydrated() && isAnswer);
  useEffect(() => {
    if (state !== "idle") isDue.current = true;
    else if (isDue.current) {
      isDue.current = false;
      if (document.activeElement !== document.body) return;
      focusPage();
      if (inView) scrollToElement(document.activeElement);
    }
  }, [state, inView]);
}
