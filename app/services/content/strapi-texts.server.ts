import { z } from "zod";
import { plainText, readingMinutes, withAnchors, wordSlug } from "#app/models/content/article-html.ts";
import type { Article, ContentImage, InformationPage } from "#app/models/content/content.ts";
import { markup, SafeHtml } from "#app/models/shared/safe-html.ts";
import { isSlug } from "#app/models/shared/slug.ts";
import { paths } from "#app/paths.ts";
import { proseHtml, safeHtml } from "./prose.server.ts";
import type { Entry } from "./strapi-entry.ts";

const TITLE_MAX = 300;
const TEXT_MAX = 200_000;
const BLOCKS_MAX = 2_000;
const EXCERPT_CHARACTERS = 160;
const TAGS_MAX = 20;
const TEXT_IMAGE_WIDTH = 1024;
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"];

/** For an article whose own image is missing or on a host that is not allowed. */
export const STAND_IN: ContentImage = { file: "banners/blog.jpg", alt: "", width: 1920, height: 900 };
const NO_SECTION = { slug: "blog", name: "Journal" } as const;
/** For a page that names no group and no place in it. */
const LAST = 1_000;

type TextRules = Readonly<{
  url: string;
  imageOrigins: ReadonlyArray<string>;
}>;

const slug = z.string().refine(isSlug, "must be lower-case words joined by hyphens");
const line = z.string().trim().min(1, "must not be empty").max(TITLE_MAX);
const optionalLine = z.string().trim().max(2_000).nullish();
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}/, "must be a date");
/** A list as JSON, as words between commas, or as related entries with a name or slug. */
const words = z
  .union([
    z.string(),
    z.array(z.union([z.string(), z.object({ name: z.string().nullish(), slug: z.string().nullish() })])),
  ])
  .nullish();
const medium = z.object({
  url: z.string(),
  alternativeText: z.string().nullish(),
  width: z.number().positive().nullish(),
  height: z.number().positive().nullish(),
  mime: z.string().nullish(),
});
const shared = {
  title: line,
  slug,
  excerpt: optionalLine,
  body: z.union([z.string().max(TEXT_MAX), z.array(z.unknown()).max(BLOCKS_MAX)]),
  page_title: optionalLine,
  meta_description: optionalLine,
  publishedAt: day,
  updatedAt: day.nullish(),
};

const articleSchema = z.object({
  ...shared,
  cover: z.union([medium, z.array(medium)]).nullish(),
  category: z.union([z.object({ slug, name: line }), z.string()]).nullish(),
  author: z.union([z.object({ name: line }), z.string()]).nullish(),
  tags: words,
  related: words,
  reading_minutes: z.number().int().min(1).max(120).nullish(),
  published_on: day.nullish(),
});

const pageSchema = z.object({
  ...shared,
  group: optionalLine,
  order: z.number().nullish(),
});

export function articleOf(entry: Entry, rules: TextRules): Article {
  const fields = articleSchema.parse(entry);
  const html = bodyHtml(fields.body, rules);
  const publishedOn = (fields.published_on ?? fields.publishedAt).slice(0, 10);
  const excerpt = fields.excerpt || excerptOf(html);
  return {
    id: entry.id,
    slug: fields.slug,
    section: sectionOf(fields.category),
    title: fields.title,
    excerpt,
    author: nameOf(fields.author) || "The shop",
    publishedOn,
    changedOn: (fields.updatedAt ?? publishedOn).slice(0, 10),
    readingMinutes: fields.reading_minutes ?? readingMinutes(html),
    image: coverOf(fields.cover, rules) ?? STAND_IN,
    tags: wordsOf(fields.tags, "name").slice(0, TAGS_MAX),
    ...withAnchors(html),
    relatedProducts: wordsOf(fields.related, "slug").filter(isSlug).slice(0, TAGS_MAX),
    pageTitle: fields.page_title || fields.title,
    metaDescription: fields.meta_description || excerpt,
  };
}

export type PlacedPage = Readonly<{ page: InformationPage; order: number }>;

/** Throws ZodError. */
export function pageOf(entry: Entry, rules: TextRules): PlacedPage {
  const fields = pageSchema.parse(entry);
  const html = bodyHtml(fields.body, rules);
  const excerpt = fields.excerpt || excerptOf(html);
  const page = {
    slug: fields.slug,
    title: fields.title,
    excerpt,
    group: fields.group || "Help",
    html,
    updatedOn: (fields.updatedAt ?? fields.publishedAt).slice(0, 10),
    pageTitle: fields.page_title || fields.title,
    metaDescription: fields.meta_description || excerpt,
  };
  return { page, order: fields.order ?? LAST };
}

function bodyHtml(body: string | ReadonlyArray<unknown>, rules: TextRules): string {
  const imageFor = (source: string) => {
    const address = allowedImage(source, rules);
    return address && paths.image(address, TEXT_IMAGE_WIDTH);
  };
  return typeof body === "string" ? proseHtml(body, imageFor) : safeHtml(blocksHtml(body), imageFor);
}

function sectionOf(category: z.infer<typeof articleSchema>["category"]): Article["section"] {
  if (!category) return NO_SECTION;
  if (typeof category !== "string") return { slug: category.slug, name: category.name };
  const made = wordSlug(category);
  return made ? { slug: made, name: category.charAt(0).toUpperCase() + category.slice(1) } : NO_SECTION;
}

function coverOf(cover: z.infer<typeof articleSchema>["cover"], rules: TextRules): ContentImage | null {
  const [first] = [cover ?? []].flat();
  if (!first || (first.mime && !IMAGE_TYPES.includes(first.mime))) return null;
  const file = allowedImage(first.url, rules);
  const { width, height } = first;
  if (!file || !width || !height) return null;
  return { file, alt: first.alternativeText ?? "", width, height };
}

function allowedImage(source: string, { url, imageOrigins }: TextRules): string | null {
  const address = URL.canParse(source, url) ? new URL(source, url) : null;
  const isAllowed = address && imageOrigins.includes(address.origin) && !address.username;
  return isAllowed ? address.href : null;
}

function wordsOf(list: z.infer<typeof words>, key: "name" | "slug"): ReadonlyArray<string> {
  const all =
    typeof list === "string"
      ? list.split(",")
      : (list ?? []).map((word) => (typeof word === "string" ? word : (word[key] ?? "")));
  return all.map((word) => word.trim()).filter(Boolean);
}

function nameOf(value: string | Readonly<{ name: string }> | null | undefined): string {
  return (typeof value === "string" ? value : (value?.name ?? "")).trim();
}

function excerptOf(html: string): string {
  const text = plainText(html);
  if (text.length <= EXCERPT_CHARACTERS) return text;
  return `${text.slice(0, EXCERPT_CHARACTERS).replace(/\s\S*$/, "")}…`;
}

const DEPTH_MAX = 20;

type Node = Readonly<Record<string, unknown>>;

/** The HTML of `blocks`; nodes of a kind that nobody knows are left out with what they hold. */
export function blocksHtml(blocks: ReadonlyArray<unknown>): string {
  return join(blocks, 0).text;
}

function join(nodes: unknown, depth: number): SafeHtml {
  if (!Array.isArray(nodes) || depth > DEPTH_MAX) return new SafeHtml("");
  return new SafeHtml(nodes.map((node) => (isNode(node) ? nodeHtml(node, depth).text : "")).join(""));
}

function nodeHtml(node: Node, depth: number): SafeHtml {
  const inside = () => join(node["children"], depth + 1);
  switch (node["type"]) {
    case "text":
      return textHtml(node);
    case "paragraph":
      return markup`<p>${inside()}</p>`;
    case "heading":
      return headingHtml(node["level"], inside());
    case "list":
      return listHtml(node, depth);
    case "quote":
      return markup`<blockquote><p>${inside()}</p></blockquote>`;
    case "code":
      return markup`<pre><code>${inside()}</code></pre>`;
    case "link":
      return markup`<a href="${textOf(node["url"])}">${inside()}</a>`;
    case "image":
      return isNode(node["image"]) ? imageHtml(node["image"]) : new SafeHtml("");
    default:
      return new SafeHtml("");
  }
}

/** Strapi puts a list in a list beside the items; in HTML it belongs into the item before it. */
function listHtml(node: Node, depth: number): SafeHtml {
  const items: Array<string> = [];
  for (const child of Array.isArray(node["children"]) ? node["children"].filter(isNode) : []) {
    if (child["type"] === "list-item") items.push(join(child["children"], depth + 1).text);
    else if (child["type"] === "list") items.push(`${items.pop() ?? ""}${join([child], depth + 1).text}`);
  }
  const tag = node["format"] === "ordered" ? "ol" : "ul";
  return new SafeHtml(`<${tag}>${items.map((item) => `<li>${item}</li>`).join("")}</${tag}>`);
}

const DRESS = [
  ["bold", "strong"],
  ["italic", "em"],
  ["strikethrough", "s"],
  ["code", "code"],
] as const;

function textHtml(node: Node): SafeHtml {
  const plain = new SafeHtml(markup`${textOf(node["text"])}`.text.replaceAll("\n", "<br>"));
  return DRESS.filter(([key]) => node[key] === true).reduceRight(
    (inside, [, tag]) => new SafeHtml(`<${tag}>${inside.text}</${tag}>`),
    plain,
  );
}

function headingHtml(level: unknown, inside: SafeHtml): SafeHtml {
  const known = [1, 2, 3, 4, 5, 6].find((one) => one === level) ?? 2;
  return new SafeHtml(`<h${known}>${inside.text}</h${known}>`);
}

function imageHtml(image: Node): SafeHtml {
  const [src, alt] = [textOf(image["url"]), textOf(image["alternativeText"])];
  return markup`<img src="${src}" alt="${alt}" width="${pixels(image["width"])}" height="${pixels(image["height"])}">`;
}

function pixels(value: unknown): string {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? String(value) : "";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
