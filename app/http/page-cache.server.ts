/** Pages by their content: rendered once for each distinct content, compressed once, bounded by bytes. */
import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from "node:zlib";

import { LRUCache } from "lru-cache";

/** Memory for stored pages, in bytes, all encodings together: some two thousand packed pages. */
export const PAGE_CACHE_MAX_BYTES = 32 * 1024 * 1024;
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
  readonly bodies: Bodies;
};

type Bytes = Uint8Array<ArrayBuffer>;
type Bodies = {
  /** The page as it was drawn, until somebody has been sent it: unpacked it takes ten times the room. */
  drawn?: Bytes;
} & { [Encoding in PageEncoding]?: Bytes };

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
    Object.values(page.bodies).reduce(
      (sum, body) => sum + body.byteLength,
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

/** The page under `key` for somebody who knows that it is the right one; not counted. */
export function peekPage(key: string): Page | null {
  return pages.get(key) ?? null;
}

export function storePage(page: Page): void {
  pages.set(page.key, page);
}

/** The body of `page` in `encoding`, made at most once while the page is stored. What nobody asks for is not kept. */
export function encodedBody(page: Page, encoding: PageEncoding): Bytes {
  const { bodies } = page;
  const known = bodies[encoding];
  if (known) return known;
  const body = compress(unpacked(bodies), encoding);
  bodies[encoding] = body;
  delete bodies.drawn;
  // As a new entry, so that the cache counts its bytes anew.
  if (pages.has(page.key)) pages.set(page.key, { ...page });
  return body;
}

function unpacked({ drawn, identity, br, gzip }: Bodies): Bytes {
  const html = drawn ?? identity ?? (br ? brotliDecompressSync(br) : gzip && gunzipSync(gzip));
  if (!html) throw new Error("A page without a body");
  return html;
}

function compress(html: Bytes, encoding: PageEncoding): Bytes {
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
