import { shopOrigin } from "#app/http/request/origin.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type PageMeta, pageMeta } from "./meta.ts";

/** `pageMeta` of a page of this shop. */
export async function shopMeta(page: Omit<PageMeta, "origin" | "storeName">) {
  const { name: storeName } = await findStore();
  return pageMeta({ ...page, origin: shopOrigin(), storeName });
}

/** Of a page that search engines do not list. No `canonicalPath` where the address itself is private. */
export function privateMeta(title: string, canonicalPath: string | null = null, hasErrors = false) {
  return shopMeta({ title, canonicalPath, hasErrors, noindex: true });
}
