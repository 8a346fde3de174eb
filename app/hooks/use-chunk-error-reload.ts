import { useEffect } from "react";

import { isLoadingLazily } from "./lazy-optional.ts";

const RELOAD_GUARD_MS = 10_000;
const RELOADED_AT_KEY = "reloaded-at";

/** Both in milliseconds; null if it has never reloaded. */
export function mayReload(reloadedAt: number | null, now: number): boolean {
  return reloadedAt === null || now - reloadedAt >= RELOAD_GUARD_MS || now < reloadedAt;
}

/** A second failure in a row is an error. Without a network the document would not load either. */
export function useChunkErrorReload(): void {
  useEffect(() => {
    const onPreloadError = (event: Event) => {
      if (isLoadingLazily()) return;
      const now = Date.now();
      if (!navigator.onLine || !mayReload(readReloadedAt(), now) || !rememberReload(now)) return;
      event.preventDefault();
      loadDocument(requestedPath());
    };
    window.addEventListener("vite:preloadError", onPreloadError);
    return () => window.removeEventListener("vite:preloadError", onPreloadError);
  }, []);
}

type Navigation = Readonly<{
  location?: Pick<Location, "pathname" | "search" | "hash">;
  formMethod?: string;
}>;

/** The path being navigated to, unless by a form. Read from the router, because React may not know it yet. */
function requestedPath(): string | null {
  const { __remixRouter: router } = window as { __remixRouter?: { state: { navigation: Navigation } } };
  const { location, formMethod } = router?.state.navigation ?? {};
  const isByForm = formMethod !== undefined && formMethod.toUpperCase() !== "GET";
  return location && !isByForm ? location.pathname + location.search + location.hash : null;
}

/** At `path`, or at the current address: navigating there again would only scroll to a hash. */
function loadDocument(path: string | null): void {
  const { pathname, search, hash } = window.location;
  if (path === null || path === pathname + search + hash) window.location.reload();
  else window.location.assign(path);
}

function readReloadedAt(): number | null {
  try {
    const text = sessionStorage.getItem(RELOADED_AT_KEY);
    return text === null ? null : Number(text);
  } catch {
    return null;
  }
}

/** False without storage, where it could reload for ever. */
function rememberReload(now: number): boolean {
  try {
    sessionStorage.setItem(RELOADED_AT_KEY, String(now));
    return true;
  } catch {
    return false;
  }
}
