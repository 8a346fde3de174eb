import { escapeXml, XML_HEAD, type XmlElement, xmlText } from "#app/models/shared/xml.ts";

import type { ArticleSummary } from "./content.ts";

const ARTICLES_MAX = 30;
const ATOM = "http://www.w3.org/2005/Atom";

export type FeedFrame = Readonly<{
  title: string;
  description: string;
  language: string;
  address: string;
  feedAddress: string;
  articleAddress: (article: ArticleSummary) => string;
  /** The same whatever topic the article stands under: feed readers know an article again by it. */
  articleGuid: (article: ArticleSummary) => string;
}>;

export function blogFeedText(articles: ReadonlyArray<ArticleSummary>, frame: FeedFrame): string {
  const { title, description, language, address, feedAddress } = frame;
  const shown = articles.slice(0, ARTICLES_MAX);
  const [newest] = shown;
  const head: ReadonlyArray<XmlElement> = [
    ["title", title],
    ["link", address],
    ["description", description],
    ["language", language],
    ...(newest ? [["lastBuildDate", rssDay(newest.publishedOn)] as const] : []),
  ];
  const items = shown.map((article) => itemText(article, frame));
  const self = `<atom:link href="${escapeXml(feedAddress)}" rel="self" type="application/rss+xml"/>`;
  const channel = `<channel>${head.map(xmlText).join("")}${self}${items.join("\n")}</channel>`;
  return `${XML_HEAD}<rss version="2.0" xmlns:atom="${ATOM}">${channel}</rss>\n`;
}

function itemText(article: ArticleSummary, { articleAddress, articleGuid }: FeedFrame): string {
  const { title, excerpt, section, tags, publishedOn } = article;
  return xmlText([
    "item",
    [
      ["title", title],
      ["link", articleAddress(article)],
      ["guid", articleGuid(article)],
      ["pubDate", rssDay(publishedOn)],
      ["description", excerpt],
      ...[section.name, ...tags].map((word): XmlElement => ["category", word]),
    ],
  ]);
}

/** "Thu, 12 Nov 2026 00:00:00 GMT" for "2026-11-12" (RFC 822). */
function rssDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toUTCString();
}
