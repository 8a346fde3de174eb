/** The head of an account page: never indexed, never canonical to anything but itself. */
import { type PageMeta, pageMeta } from "#app/http/meta.ts";
import { shopOrigin } from "#app/http/origin.server.ts";
import type { Store } from "#app/models/store.ts";

type About = Pick<Store, "name"> & Pick<PageMeta, "hasErrors">;

export function accountMeta(title: string, canonicalPath: string, { name, hasErrors = false }: About) {
  return pageMeta({ title, canonicalPath, noindex: true, hasErrors, origin: shopOrigin(), storeName: name });
}
