import { useEffect } from "react";

/** Browsers leave alone what a scroller or the consent banner hides in part (WCAG 2.2, criterion 2.4.11). */
export function useFocusInView(): void {
  useEffect(() => {
    const onKeyUp = ({ key }: KeyboardEvent) => {
      if (key !== "Tab") return;
      document.activeElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
    };
    document.addEventListener("keyup", onKeyUp);
    return () => document.removeEventListener("keyup", onKeyUp);
  }, []);
}
