import { useEffect } from "react";

/**
 * Brings what the Tab key reached wholly into view. A browser leaves alone what it sees in part: the half of it that a
 * scroller cuts off, or that lies under the consent banner (WCAG 2.2, success criterion 2.4.11).
 */
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
