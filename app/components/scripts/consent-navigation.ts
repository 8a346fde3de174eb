import { isQuietPage } from "#app/models/analytics/consent.ts";

/** The path of this document if services run in it, else null. */
let placeOfServices: string | null = null;

export function watchConsentNavigation(pathname: string, hasServices: boolean): void {
  placeOfServices = hasServices ? pathname : null;
}

/** Scripts cannot be unloaded, so that entering or leaving pages without third-party scripts needs a new document. */
export function crossesConsentBoundary(pathname: string): boolean {
  return placeOfServices !== null && isQuietPage(placeOfServices) !== isQuietPage(pathname);
}

/** Thrown by a clientLoader: the router loads `address` as a document. */
export function asDocument(address: string): Response {
  const { pathname, search } = new URL(address);
  return new Response(null, {
    status: 302,
    headers: { Location: pathname + search, "X-Remix-Reload-Document": "true" },
  });
}
