import { escapeXml, XML_HEAD, type XmlElement, xmlText } from "#app/models/shared/xml.ts";

/** The protocol's limit. */
export const SITEMAP_FILE_MAX = 50_000;

const SITEMAP_KINDS = ["pages", "categories", "products", "brands", "blog", "information", "images"] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

export type SitemapEntry = Readonly<{
  path: string;
  /** ISO 8601; null if unknown. */
  changedOn: string | null;
  images?: ReadonlyArray<string>;
}>;

export type SitemapFile = Readonly<{ kind: SitemapKind; number: number }>;

export function sitemapFiles(
  counts: Readonly<Record<SitemapKind, number>>,
  perFile = SITEMAP_FILE_MAX,
): ReadonlyArray<SitemapFile> {
  return SITEMAP_KINDS.flatMap((kind) =>
    Array.from({ length: Math.ceil(counts[kind] / perFile) }, (_, index) => ({ kind, number: index + 1 })),
  );
}

export function sitemapFileName({ kind, number }: SitemapFile): string {
  return `${kind}-${number}.xml`;
}

export function readSitemapFileName(name: string): SitemapFile | null {
  const [, word, number] = /^([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(name) ?? [];
  const kind = SITEMAP_KINDS.find((known) => known === word);
  return kind && number ? { kind, number: Number(number) } : null;
}

export function sitemapIndexText(addresses: ReadonlyArray<string>): string {
  const files = addresses.map((address) => xmlText(["sitemap", [["loc", address]]]));
  return `${XML_HEAD}<sitemapindex xmlns="${escapeXml(SITEMAP_NAMESPACE)}">${files.join("")}</sitemapindex>\n`;
}

const SITEMAP_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const IMAGE_NAMESPACE = "http://www.google.com/schemas/sitemap-image/1.1";

export const SITEMAP_OPENING = `${XML_HEAD}<urlset xmlns="${SITEMAP_NAMESPACE}" xmlns:image="${IMAGE_NAMESPACE}">\n`;
export const SITEMAP_CLOSING = "</urlset>\n";

export function sitemapEntryText({ path, changedOn, images = [] }: SitemapEntry, origin: string): string {
  const elements = images.map((image): XmlElement => [
    "image:image",
    [["image:loc", new URL(image, origin).href]],
  ]);
  const changed: ReadonlyArray<XmlElement> = changedOn === null ? [] : [["lastmod", changedOn]];
  return `${xmlText(["url", [["loc", new URL(path, origin).href], ...changed, ...elements]])}\n`;
}
