import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";

import { focusPage } from "./route-announcer.tsx";

/** Once the page is still, its heading takes the focus of a control that has left the page. */
export function useLostFocus(): void {
  const { state } = useNavigation();
  useEffect(() => {
    if (state === "idle" && document.activeElement === document.body) focusPage();
  }, [state]);
}
