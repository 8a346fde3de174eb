/** The title, description, canonical address and robots rule of a page, built one way for all of them. */
import type { MetaDescriptor } from "@remix-run/react";

export type PageMeta = Readonly<{
  title: string;
  description?: string | null;
  /** Path of the one address this content lives at, such as "/c/wooden-toys". */
  canonicalPath?: string | null;
  noindex?: boolean;
  /** The shop's origin, from the root loader. */
  origin: string;
  storeName: string;
}>;

export function pageMeta(page: PageMeta): Array<MetaDescriptor> {
  const title = page.title === page.storeName ? page.title : `${page.title} | ${page.storeName}`;
  const tags: Array<MetaDescriptor> = [{ title }];
  if (page.description) tags.push({ name: "description", content: page.description });
  if (page.noindex) tags.push({ name: "robots", content: "noindex" });
  if (page.canonicalPath) {
    tags.push({ tagName: "link", rel: "canonical", href: new URL(page.canonicalPath, page.origin).href });
  }
  return tags;
}
