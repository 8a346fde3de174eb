import { useEffect, useSyncExternalStore } from "react";

export function useOffline(): boolean {
  return useSyncExternalStore(
    listen,
    () => !navigator.onLine,
    () => false,
  );
}

function listen(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Not links to a place on a page or to another window, and not the buttons of a dialog. */
export function useHeldOffline(onHeld: (isDismissed: false) => void): void {
  useEffect(() => {
    const hold = (event: Event) => {
      if (navigator.onLine || !needsNetwork(event.target as Element)) return;
      event.preventDefault();
      onHeld(false);
    };
    // Runs before React's listeners.
    window.addEventListener("click", hold, true);
    return () => window.removeEventListener("click", hold, true);
  }, [onHeld]);
}

function needsNetwork(target: Element): boolean {
  const pressed = target.closest<HTMLAnchorElement | HTMLButtonElement>("a,[type=submit]");
  if (!pressed) return false;
  if ("form" in pressed) return pressed.form?.method !== "dialog";
  return pressed.origin === location.origin && !pressed.hash && !pressed.target;
}
