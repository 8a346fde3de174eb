import type { MetaDescriptor } from "@remix-run/react";

import { titleWithError } from "#app/models/platform/error-title.ts";
import { paths } from "#app/paths.ts";

export type PageMeta = Readonly<{
  title: string;
  /** By default the title and the shop's name. */
  description?: string | null;
  canonicalPath?: string | null;
  noindex?: boolean;
  hasErrors?: boolean;
  image?: string | null;
  /** By default "website". */
  kind?: "article" | "product";
  feed?: Readonly<{ path: string; title: string }>;
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

/** Open Graph (ogp.me requires title, type, image and url) and Twitter. */
function sharingTags(page: PageMeta): ReadonlyArray<MetaDescriptor> {
  const { title, kind, image, canonicalPath, origin, storeName } = page;
  return [
    { property: "og:title", content: title },
    { property: "og:site_name", content: storeName },
    { property: "og:type", content: kind ?? "website" },
    { property: "og:url", content: new URL(canonicalPath ?? "/", origin).href },
    { property: "og:image", content: origin + paths.sharingImage(image ?? null) },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

type Loaded<Data> = Readonly<{ data: Data | undefined }>;

/** `meta` of a route whose loader has made it. */
export function loadedMeta({ data }: Loaded<{ meta: Array<MetaDescriptor> }>): Array<MetaDescriptor> {
  return data?.meta ?? [];
}

/** `meta` of a route whose loader leaves it to the browser. */
export function headMeta({ data }: Loaded<{ head: PageMeta }>): Array<MetaDescriptor> {
  return data ? pageMeta(data.head) : [];
}
