import { matchRoutes } from "@remix-run/react";
import { useEffect } from "react";

import { isLoadingLazily } from "./lazy-optional.ts";
import { queuedForms, type SentForm, sendPlainly } from "./plain-form.ts";

const RELOAD_GUARD_MS = 10_000;
const RELOADED_AT_KEY = "reloaded-at";

/** Both in milliseconds; null if it has never reloaded. */
export function mayReload(reloadedAt: number | null, now: number): boolean {
  return reloadedAt === null || now - reloadedAt >= RELOAD_GUARD_MS || now < reloadedAt;
}

/** Without `payload` the part is late, not lost. */
type LostPart = Event & Readonly<{ payload?: object; isOfRoute?: boolean }>;

/**
 * Forms that wait for the lost part are sent as the browser itself would. Anything else loads the document: a second
 * failure in a row is an error. Without a network neither would help: the error has the form with it.
 */
export function useChunkErrorReload(): void {
  useEffect(() => {
    const onPreloadError = (event: LostPart) => {
      if (isLoadingLazily() && !event.isOfRoute) return;
      const forms = pendingForms().filter(isUnsent);
      if (!navigator.onLine) {
        Object.assign(event.payload ?? {}, { isOffline: true, form: forms.map(requestOf).at(-1) });
        return;
      }
      if (forms.length > 0) {
        event.preventDefault();
        void sendAll(forms);
        return;
      }
      loadInstead(event);
    };
    // Back to a page that was left by its form: its button would say "Adding" for ever.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && pendingForms().length > 0) window.location.reload();
    };
    window.addEventListener("vite:preloadError", onPreloadError);
    window.addEventListener("pageshow", onPageShow);
    return () => {
      window.removeEventListener("vite:preloadError", onPreloadError);
      window.removeEventListener("pageshow", onPageShow);
    };
  }, []);
}

function loadInstead(event: LostPart): void {
  const { path, isAnswer } = requestedPage();
  const isLate = !event.payload;
  // A part that is late may still come, unless a page waits for it.
  if (isLate && path === null) return;
  const now = Date.now();
  const mayLoop = !isLate && !isAnswer;
  if (mayLoop && (!mayReload(readReloadedAt(), now) || !rememberReload(now))) return;
  event.preventDefault();
  loadDocument(path);
}

type Pending = SentForm & Readonly<{ state: string }>;
type Router = Readonly<{
  routes: NonNullable<Parameters<typeof matchRoutes>[0]>;
  state: Readonly<{
    navigation: Pending &
      Readonly<{ formMethod?: string; location?: Pick<Location, "pathname" | "search" | "hash"> }>;
    fetchers: ReadonlyMap<string, Pending>;
  }>;
}>;
type Shop = Readonly<{ __remixRouter?: Router; __remixRouteModules?: object }>;

/** Read from the router, because React may not know its state yet. */
const router = () => (window as Shop).__remixRouter;

/** Those that scripts have no answer to; the one that leaves the page is the last. */
function pendingForms(): ReadonlyArray<SentForm> {
  const { navigation, fetchers } = router()?.state ?? {};
  const isPending = (one: Pending | undefined): one is Pending => one?.state === "submitting";
  return [
    ...[...(fetchers?.values() ?? [])].filter(isPending),
    ...queuedForms,
    ...[navigation].filter(isPending),
  ];
}

/** Scripts load the parts of a form's page before they send it (vite.chunk-errors.ts). */
function isUnsent({ formAction = "" }: SentForm): boolean {
  const { __remixRouteModules: loaded = {} } = window as Shop;
  const matches = matchRoutes([...(router()?.routes ?? [])], formAction) ?? [];
  return matches.some(({ route }) => !((route.id ?? "") in loaded));
}

function requestOf({ formAction = "", formEncType, formData = new FormData() }: SentForm): Request {
  const isMultipart = formEncType === "multipart/form-data";
  const body = isMultipart ? formData : new URLSearchParams([...formData] as Array<[string, string]>);
  return new Request(new URL(formAction, window.location.href), { method: "POST", body });
}

/** Several parts of one form's page may be lost. */
const sent = new WeakSet<SentForm>();

/** The page leaves with the last one; the others go before. */
async function sendAll(forms: ReadonlyArray<SentForm>): Promise<void> {
  const requests = forms.filter((form) => !sent.has(form)).map(requestOf);
  for (const form of forms) sent.add(form);
  const last = requests.pop();
  for (const request of requests) await fetch(request).catch(() => null);
  if (last) await sendPlainly(last);
}

/** The path being navigated to by a link or, for `isAnswer`, by the answer of a form. */
function requestedPage(): Readonly<{ path: string | null; isAnswer: boolean }> {
  const { state, location, formMethod = "get" } = router()?.state.navigation ?? {};
  const path = location && state === "loading" ? location.pathname + location.search + location.hash : null;
  return { path, isAnswer: path !== null && /post/i.test(formMethod) };
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
