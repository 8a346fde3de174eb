import { matchRoutes } from "@remix-run/react";
import { useEffect } from "react";

import { isLoadingLazily } from "./lazy-optional.ts";
import { type PlainForm, plainForm, sendPlainly } from "./plain-form.ts";

const RELOAD_GUARD_MS = 10_000;
const RELOADED_AT_KEY = "reloaded-at";

/** Both in milliseconds; null if it has never reloaded. */
export function mayReload(reloadedAt: number | null, now: number): boolean {
  return reloadedAt === null || now - reloadedAt >= RELOAD_GUARD_MS || now < reloadedAt;
}

/**
 * A form whose route is lost is sent as the browser itself would. Anything else loads the document: a second failure in
 * a row is an error. Without a network neither would help.
 */
export function useChunkErrorReload(): void {
  useEffect(() => {
    let last: PlainForm | null = null;
    const onSubmit = (event: SubmitEvent) => (last = plainForm(event));
    const onPreloadError = (event: Event & Readonly<{ routeId?: string }>) => {
      if (isLoadingLazily() || !navigator.onLine) return;
      if (last?.method === "post" && isUnsent(event.routeId)) {
        event.preventDefault();
        sendPlainly(last);
        return;
      }
      const now = Date.now();
      if (!mayReload(readReloadedAt(), now) || !rememberReload(now)) return;
      event.preventDefault();
      loadDocument(requestedPath());
    };
    // Before React's own listener, which takes the form over.
    window.addEventListener("submit", onSubmit, true);
    window.addEventListener("vite:preloadError", onPreloadError);
    return () => {
      window.removeEventListener("submit", onSubmit, true);
      window.removeEventListener("vite:preloadError", onPreloadError);
    };
  }, []);
}

type Submission = Readonly<{ state: string; formAction?: string | undefined }>;
type Router = Readonly<{
  routes: NonNullable<Parameters<typeof matchRoutes>[0]>;
  state: Readonly<{
    navigation: Submission & Readonly<{ location?: Pick<Location, "pathname" | "search" | "hash"> }>;
    fetchers: ReadonlyMap<string, Submission>;
  }>;
}>;

/** Read from the router, because React may not know its state yet. */
const router = () => (window as { __remixRouter?: Router }).__remixRouter;

/** Whether a form waits for `routeId`: scripts load a form's route before they send it (vite.chunk-errors.ts). */
function isUnsent(routeId: string | undefined): boolean {
  const { routes = [], state } = router() ?? {};
  const pending = state ? [state.navigation, ...state.fetchers.values()] : [];
  return pending.some(
    (one) =>
      one.state === "submitting" &&
      matchRoutes([...routes], one.formAction ?? "")?.at(-1)?.route.id === routeId,
  );
}

/** The path being navigated to, by a link or by the answer of a form. */
function requestedPath(): string | null {
  const { state, location } = router()?.state.navigation ?? {};
  return location && state === "loading" ? location.pathname + location.search + location.hash : null;
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
