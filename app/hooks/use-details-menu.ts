import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect } from "react";

export function useDetailsMenu(container: RefObject<HTMLElement>): void {
  const { key } = useLocation();

  useEffect(() => closeMenus(container.current), [container, key]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") closeMenus(container.current, { returnFocus: true });
    };
    const onPointerDown = (event: PointerEvent) => {
      for (const menu of openMenus(container.current)) {
        if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
      }
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("pointerdown", onPointerDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("pointerdown", onPointerDown);
    };
  }, [container]);
}

function openMenus(container: HTMLElement | null): ReadonlyArray<HTMLDetailsElement> {
  return Array.from(container?.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]") ?? []);
}

function closeMenus(container: HTMLElement | null, { returnFocus = false } = {}): void {
  for (const menu of openMenus(container)) {
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (returnFocus && hadFocus) menu.querySelector("summary")?.focus();
  }
}
