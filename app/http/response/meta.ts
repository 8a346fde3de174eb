/** The title, description, canonical address, robots rule and sharing card of a page, built one way for all of them. */
import type { MetaDescriptor } from "@remix-run/react";

import { titleWithError } from "#app/models/platform/error-title.ts";
import { paths } from "#app/paths.ts";

export type PageMeta = Readonly<{
  title: string;
  /** What the page is about; where nothing is said, its title and the shop's name. */
  description?: string | null;
  /** Path of the one address this content lives at, such as "/c/wooden-toys". */
  canonicalPath?: string | null;
  noindex?: boolean;
  /** True where the address itself asks for something that the page refuses, such as a size that is no number. */
  hasErrors?: boolean;
  /** File under the picture folder that stands for the page where its link is shared. */
  picture?: string | null;
  /** What the page is to those who share it; "website" where nothing is said. */
  kind?: "article" | "product";
  /** Path of a feed that tells of what is new here, and its name. */
  feed?: Readonly<{ path: string; title: string }>;
  /** The shop's origin, from the root loader. */
  origin: string;
  storeName: string;
}>;

export function pageMeta(page: PageMeta): Array<MetaDescriptor> {
  const title = page.title === page.storeName ? page.title : `${page.title} | ${page.storeName}`;
  const description = page.description || `${page.title} at ${page.storeName}.`;
  const shown = page.hasErrors ? titleWithError(title) : title;
  const tags: Array<MetaDescriptor> = [{ title: shown }, { name: "description", content: description }];
  if (page.noindex) tags.push({ name: "robots", content: "noindex" });
  if (page.canonicalPath) {
    tags.push({ tagName: "link", rel: "canonical", href: new URL(page.canonicalPath, page.origin).href });
  }
  if (page.feed) {
    const href = new URL(page.feed.path, page.origin).href;
    tags.push({
      tagName: "link",
      rel: "alternate",
      type: "application/rss+xml",
      title: page.feed.title,
      href,
    });
  }
  return page.noindex || !page.canonicalPath ? tags : [...tags, ...sharingTags(page)];
}

/**
 * Open Graph (ogp.me: title, type, image and url are required) and Twitter. Readers take the description from the
 * page's own where there is none here.
 */
function sharingTags(page: PageMeta): ReadonlyArray<MetaDescriptor> {
  const { title, kind, picture, canonicalPath, origin, storeName } = page;
  return [
    { property: "og:title", content: title },
    { property: "og:site_name", content: storeName },
    { property: "og:type", content: kind ?? "website" },
    { property: "og:url", content: new URL(canonicalPath ?? "/", origin).href },
    { property: "og:image", content: origin + paths.sharingPicture(picture ?? null) },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
