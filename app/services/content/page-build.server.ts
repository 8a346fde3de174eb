import { readingMinutes, withAnchors } from "#app/models/content/article-html.ts";
import type { Article, InformationPage } from "#app/models/content/content.ts";
import { commaWords, type ImageSize, type PageFields } from "#app/models/content/page-fields.ts";
import { upperFirst } from "#app/models/shared/text.ts";

import { proseHtml } from "./prose.server.ts";

export type PageParts = Readonly<{
  key: string;
  fields: PageFields;
  changedOn: string;
  /** Null: counted. */
  readingMinutes: number | null;
  size: ImageSize | null;
}>;

const NO_SIZE: ImageSize = { width: 1, height: 1 };

export function articleFrom(
  { key, fields, changedOn, readingMinutes: minutes, size }: PageParts,
  sections: ReadonlyMap<string, string>,
): Article {
  const text = withAnchors(proseHtml(fields.body));
  return {
    id: key,
    slug: fields.slug,
    section: { slug: fields.section, name: sections.get(fields.section) ?? upperFirst(fields.section) },
    title: fields.title,
    excerpt: fields.excerpt,
    author: fields.author,
    publishedOn: fields.day,
    changedOn,
    readingMinutes: minutes ?? readingMinutes(text.html),
    image: { file: fields.image, alt: fields.imageAlt, ...(size ?? NO_SIZE) },
    tags: commaWords(fields.tags),
    ...text,
    relatedProducts: commaWords(fields.related),
    pageTitle: fields.pageTitle || fields.title,
    metaDescription: fields.metaDescription || fields.excerpt,
  };
}

export function informationFrom({ fields, changedOn }: PageParts): InformationPage {
  return {
    slug: fields.slug,
    title: fields.title,
    excerpt: fields.excerpt,
    group: fields.section,
    html: proseHtml(fields.body),
    updatedOn: changedOn,
    pageTitle: fields.pageTitle || fields.title,
    metaDescription: fields.metaDescription || fields.excerpt,
  };
}
