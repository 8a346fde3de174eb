/** The sitemap as search engines read it (sitemaps.org 0.9, Google's image extension 1.1). */
import { escapeXml, XML_HEAD, type XmlElement, xmlText } from "#app/models/shared/xml.ts";

/** Most addresses in one file, by the protocol. */
export const SITEMAP_FILE_MAX = 50_000;

const SITEMAP_KINDS = [
  "pages",
  "categories",
  "products",
  "brands",
  "blog",
  "information",
  "pictures",
] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

export type SitemapEntry = Readonly<{
  /** Path of an address that answers 200, may be listed and is its own canonical one. */
  path: string;
  /** Day or moment of the last change, ISO 8601; null where it is not known. */
  changedOn: string | null;
  /** Paths of pictures that the page shows. */
  pictures?: ReadonlyArray<string>;
}>;

/** One file of the sitemap: the `number`th, from 1, of its kind. */
export type SitemapFile = Readonly<{ kind: SitemapKind; number: number }>;

/** The files that hold `counts` addresses of each kind. None for a kind without any. */
export function sitemapFiles(
  counts: Readonly<Record<SitemapKind, number>>,
  perFile = SITEMAP_FILE_MAX,
): ReadonlyArray<SitemapFile> {
  return SITEMAP_KINDS.flatMap((kind) =>
    Array.from({ length: Math.ceil(counts[kind] / perFile) }, (_, index) => ({ kind, number: index + 1 })),
  );
}

/** "products-1.xml". */
export function sitemapFileName({ kind, number }: SitemapFile): string {
  return `${kind}-${number}.xml`;
}

/** The file that `name` names, or null. */
export function readSitemapFileName(name: string): SitemapFile | null {
  const [, word, number] = /^([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(name) ?? [];
  const kind = SITEMAP_KINDS.find((known) => known === word);
  return kind && number ? { kind, number: Number(number) } : null;
}

/** The index of the sitemap: `addresses` are those of its files. */
export function sitemapIndexText(addresses: ReadonlyArray<string>): string {
  const files = addresses.map((address) => xmlText(["sitemap", [["loc", address]]]));
  return `${XML_HEAD}<sitemapindex xmlns="${escapeXml(SITEMAP_NAMESPACE)}">${files.join("")}</sitemapindex>\n`;
}

const SITEMAP_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const IMAGE_NAMESPACE = "http://www.google.com/schemas/sitemap-image/1.1";

export const SITEMAP_OPENING = `${XML_HEAD}<urlset xmlns="${SITEMAP_NAMESPACE}" xmlns:image="${IMAGE_NAMESPACE}">\n`;
export const SITEMAP_CLOSING = "</urlset>\n";

/** One line of a file, addresses made absolute with `origin`. */
export function sitemapEntryText({ path, changedOn, pictures = [] }: SitemapEntry, origin: string): string {
  const images = pictures.map((picture): XmlElement => [
    "image:image",
    [["image:loc", new URL(picture, origin).href]],
  ]);
  const changed: ReadonlyArray<XmlElement> = changedOn === null ? [] : [["lastmod", changedOn]];
  return `${xmlText(["url", [["loc", new URL(path, origin).href], ...changed, ...images]])}\n`;
}
