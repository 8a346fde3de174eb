/** Pages by their content: rendered once for each distinct content, compressed once, bounded by bytes. */
import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { LRUCache } from "lru-cache";

/** Memory for stored pages, in bytes, all encodings together. */
export const PAGE_CACHE_MAX_BYTES = 64 * 1024 * 1024;
/** Quality 5 of 11: half of the time of 6, within 2 % of its size, on a 24-card listing. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** What an entry costs beside its bodies, in bytes, roughly. */
const ENTRY_OVERHEAD_BYTES = 1_024;

export type PageEncoding = "br" | "gzip" | "identity";

export type Page = {
  /** Hash of all that the page is made from: its name in the cache and its ETag. */
  readonly key: string;
  /** The Content-Security-Policy that names this page's scripts. */
  readonly policy: string;
  readonly bodies: {
    identity: Uint8Array<ArrayBuffer>;
    gzip?: Uint8Array<ArrayBuffer>;
    br?: Uint8Array<ArrayBuffer>;
  };
};

/** Everything that a page's bytes depend on. The same parts are the same page, always. */
export type PageParts = Readonly<{
  buildId: string;
  /** Path and query. */
  address: string;
  status: number;
  /** Loader data, action data and errors as they are handed to the browser. */
  data: string;
  savesData: boolean;
}>;

let hits = 0;
let misses = 0;

const pages = new LRUCache<string, Page>({
  maxSize: PAGE_CACHE_MAX_BYTES,
  sizeCalculation: (page) =>
    [page.bodies.identity, page.bodies.gzip, page.bodies.br].reduce(
      (sum, body) => sum + (body?.byteLength ?? 0),
      ENTRY_OVERHEAD_BYTES + page.policy.length,
    ),
});

/** The name of the page made from `parts`. */
export function pageKey(parts: PageParts): string {
  const { buildId, address, status, savesData, data } = parts;
  // As JSON, no part can run over into its neighbour.
  const head = JSON.stringify([buildId, address, status, savesData]);
  return createHash("sha256").update(head).update("\n").update(data).digest("base64url");
}

export function findPage(key: string): Page | null {
  const page = pages.get(key) ?? null;
  if (page) hits += 1;
  else misses += 1;
  return page;
}

export function storePage(page: Page): void {
  pages.set(page.key, page);
}

/** The body of `page` in `encoding`, made at most once while the page is stored. */
export function encodedBody(page: Page, encoding: PageEncoding): Uint8Array<ArrayBuffer> {
  const known = page.bodies[encoding];
  if (known) return known;
  const body = compress(page.bodies.identity, encoding);
  page.bodies[encoding] = body;
  // As a new entry, so that the cache counts the bytes that were added.
  if (pages.has(page.key)) pages.set(page.key, { ...page });
  return body;
}

function compress(html: Uint8Array<ArrayBuffer>, encoding: PageEncoding): Uint8Array<ArrayBuffer> {
  switch (encoding) {
    case "identity":
      return html;
    case "gzip":
      return gzipSync(html, { level: GZIP_LEVEL });
    case "br":
      return brotliCompressSync(html, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: html.byteLength,
        },
      });
  }
}

/** How well the cache does since the process started. */
export function pageCacheState() {
  const asked = hits + misses;
  return {
    entries: pages.size,
    bytes: pages.calculatedSize,
    hitRate: asked === 0 ? null : Number((hits / asked).toFixed(4)),
  };
}
