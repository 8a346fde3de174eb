/** The head of an account page: never indexed, never canonical to anything but itself. */
import { pageMeta } from "#app/http/meta.ts";
import { shopOrigin } from "#app/http/origin.server.ts";
import type { Store } from "#app/models/store.ts";

export function accountMeta(title: string, canonicalPath: string, { name }: Pick<Store, "name">) {
  return pageMeta({ title, canonicalPath, noindex: true, origin: shopOrigin(), storeName: name });
}
