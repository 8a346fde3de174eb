/** Sitemap and feed as whoever fetches them reads them: parsed as XML, strictly. */
import { JSDOM } from "jsdom";

export type FeedItem = Readonly<{
  /** Text of the attribute `name` of the item itself, such as "price"; null where it has none. */
  get: (name: string) => string | null;
  all: (name: string) => ReadonlyArray<string>;
}>;

/** Throws where `text` is not well-formed. */
export function readXml(text: string): Document {
  return new JSDOM(text, { contentType: "application/xml" }).window.document;
}

/** The addresses and days of a sitemap or of its index. */
export function readSitemap(text: string): ReadonlyArray<Readonly<{ loc: string; lastmod: string | null }>> {
  return [...readXml(text).querySelectorAll("url, sitemap")].map((entry) => ({
    loc: entry.querySelector("loc")?.textContent ?? "",
    lastmod: entry.querySelector("lastmod")?.textContent ?? null,
  }));
}

export function readFeed(text: string): ReadonlyArray<FeedItem> {
  return [...readXml(text).querySelectorAll("item")].map((item) => {
    const all = (name: string) =>
      [...item.children]
        .filter(({ tagName }) => tagName === `g:${name}`)
        .map(({ textContent }) => textContent);
    return { all, get: (name) => all(name)[0] ?? null };
  });
}
