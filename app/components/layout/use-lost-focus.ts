import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

import { focusPage } from "./route-announcer.tsx";

/** When a form of the page is answered, the heading takes the focus of a control that has left the page. */
export function useLostFocus(): void {
  const { state } = useNavigation();
  const before = useRef(state);
  useEffect(() => {
    const isAnswered = before.current !== "idle" && state === "idle";
    before.current = state;
    if (isAnswered && document.activeElement === document.body) focusPage();
  }, [state]);
}
