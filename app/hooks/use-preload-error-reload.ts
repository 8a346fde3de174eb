import { useEffect } from "react";

import { isLoadingOptional } from "./load-optional.ts";

/** A page that cannot load its scripts reloads itself at most once in this time, in milliseconds. */
const RELOAD_GUARD_MS = 10_000;
const RELOADED_AT_KEY = "reloaded-at";

/** Whether a page that reloaded itself at `reloadedAt` (null: never) may do so again at `now`, both in milliseconds. */
export function mayReload(reloadedAt: number | null, now: number): boolean {
  return reloadedAt === null || now - reloadedAt >= RELOAD_GUARD_MS || now < reloadedAt;
}

/** Loads the page afresh when a part of it is gone, as after an update of the shop; the second time it is an error. */
export function usePreloadErrorReload(): void {
  useEffect(() => {
    const onPreloadError = (event: Event) => {
      if (isLoadingOptional()) return;
      const now = Date.now();
      if (!mayReload(readReloadedAt(), now)) return;
      event.preventDefault();
      if (!rememberReload(now)) return;
      window.location.reload();
    };
    window.addEventListener("vite:preloadError", onPreloadError);
    return () => window.removeEventListener("vite:preloadError", onPreloadError);
  }, []);
}

function readReloadedAt(): number | null {
  try {
    const text = sessionStorage.getItem(RELOADED_AT_KEY);
    return text === null ? null : Number(text);
  } catch {
    return null;
  }
}

/** False where nothing can be remembered: then a reload could repeat for ever. */
function rememberReload(now: number): boolean {
  try {
    sessionStorage.setItem(RELOADED_AT_KEY, String(now));
    return true;
  } catch {
    return false;
  }
}
