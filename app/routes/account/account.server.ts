import { shopOrigin } from "#app/http/request/origin.server.ts";
import { type PageMeta, pageMeta } from "#app/http/response/meta.ts";
import type { Store } from "#app/models/store/store.ts";

type About = Pick<Store, "name"> & Pick<PageMeta, "hasErrors">;

export function accountMeta(title: string, canonicalPath: string, { name, hasErrors = false }: About) {
  return pageMeta({ title, canonicalPath, noindex: true, hasErrors, origin: shopOrigin(), storeName: name });
}
