/** Pages by their content: rendered once for each distinct content, compressed once, bounded by bytes. */
import { createHash } from "node:crypto";
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  type BrotliOptions,
  constants,
  gunzipSync,
  gzipSync,
} from "node:zlib";

import { LRUCache } from "lru-cache";

/** Memory for stored pages, in bytes, all encodings together: some two thousand packed pages. */
export const PAGE_CACHE_MAX_BYTES = 32 * 1024 * 1024;
/** Quality 5 of 11: half of the time of 6, within 2 % of its size, on a 24-card listing. */
const BROTLI_QUALITY = 5;
/** A page asked for so often is packed once more, beside everything else: a tenth smaller, for 30 ms (decision 46). */
const USES_WORTH_MORE = 8;
const BROTLI_QUALITY_MORE = 10;
/** As a power of two, 256 kB: no page is larger, and the packer needs eight bytes for each of them. */
const BROTLI_WINDOW_MORE = 18;
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
  /** How often it was found. */
  uses: number;
  /** True when it is packed as small as it will be. */
  readonly isSmall: boolean;
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
  const page = peekPage(key);
  if (page) hits += 1;
  else misses += 1;
  return page;
}

/** The page under `key` for somebody who knows that it is the right one; not counted. */
export function peekPage(key: string): Page | null {
  const page = pages.get(key);
  if (!page) return null;
  page.uses += 1;
  if (page.uses >= USES_WORTH_MORE && !page.isSmall) packMore(page);
  return page;
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

let isPackingMore = false;

/** One page at a time, and not on the thread that answers. */
function packMore({ key, bodies }: Page): void {
  const { br: before } = bodies;
  if (isPackingMore || !before) return;
  isPackingMore = true;
  const html = unpacked(bodies);
  brotliCompress(html, brotliOptions(html, BROTLI_QUALITY_MORE, BROTLI_WINDOW_MORE), (error, br) => {
    isPackingMore = false;
    const page = pages.peek(key);
    if (!page) return;
    // What fails once would fail again; and now and then more work makes it larger.
    const isSmaller = !error && br.byteLength < before.byteLength;
    const packed = isSmaller ? { ...page.bodies, br: new Uint8Array(br) } : page.bodies;
    pages.set(key, { ...page, bodies: packed, isSmall: true });
  });
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
      return brotliCompressSync(html, brotliOptions(html, BROTLI_QUALITY));
  }
}

function brotliOptions(
  html: Bytes,
  quality: number,
  window: number = constants.BROTLI_DEFAULT_WINDOW,
): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.byteLength,
    },
  };
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
