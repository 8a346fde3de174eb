import { isQuietPage } from "#app/models/analytics/consent.ts";

/** Where this document is, while services run in it that the shopper agreed to; null while none does. */
let placeOfServices: string | null = null;

/** Says where the document is and whether services run in it, or may once it is left for another page. */
export function watchBorder(pathname: string, hasServices: boolean): void {
  placeOfServices = hasServices ? pathname : null;
}

/**
 * True when the way to `pathname` leads into or out of the pages on which nothing else may run. No script can be
 * unloaded: such a way must be a new document, with a security policy of its own.
 */
export function crossesBorder(pathname: string): boolean {
  return placeOfServices !== null && isQuietPage(placeOfServices) !== isQuietPage(pathname);
}

/** Thrown by a loader in the browser: the router then loads `address` as a document. */
export function asDocument(address: string): Response {
  const { pathname, search } = new URL(address);
  return new Response(null, {
    status: 302,
    headers: { Location: pathname + search, "X-Remix-Reload-Document": "true" },
  });
}
