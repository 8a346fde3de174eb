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

/** Memory for stored pages, in bytes, all encodings together: about two thousand pages. */
export const PAGE_CACHE_MAX_BYTES = 32 * 1024 * 1024;
/** Quality 3 of 11: half of the time of 5 and an eighth larger, which takes as many flights of packets (decision 0021). */
const BROTLI_QUALITY = 3;
/** A page used this often is packed again, a tenth smaller, in 30 ms on another thread (decision 0021). */
const USES_WORTH_MORE = 8;
const BROTLI_QUALITY_MORE = 10;
/** A power of two, 256 kB: no page is larger, and the packer needs eight bytes for each. */
const BROTLI_WINDOW_MORE = 18;
const GZIP_LEVEL = 6;
const ENTRY_OVERHEAD_BYTES = 1_024;

export type PageEncoding = "br" | "gzip" | "identity";

export type Page = {
  readonly key: string;
  readonly policy: string;
  readonly bodies: Bodies;
  uses: number;
  readonly isSmall: boolean;
};

type Bytes = Uint8Array<ArrayBuffer>;
type Bodies = {
  /** The rendered page until it is first sent. It takes ten times the room of a packed one. */
  drawn?: Bytes;
} & { [Encoding in PageEncoding]?: Bytes };

export type PageKeyParts = Readonly<{
  buildId: string;
  address: string;
  status: number;
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

export function pageKey(parts: PageKeyParts): string {
  const { buildId, address, status, savesData, data } = parts;
  // As JSON, no part can run over into the next one.
  const head = JSON.stringify([buildId, address, status, savesData]);
  return createHash("sha256").update(head).update("\n").update(data).digest("base64url");
}

export function findPage(key: string): Page | null {
  const page = peekPage(key);
  if (page) hits += 1;
  else misses += 1;
  return page;
}

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

export function encodedBody(page: Page, encoding: PageEncoding): Bytes {
  const { bodies } = page;
  const known = bodies[encoding];
  if (known) return known;
  const body = compress(unpacked(bodies), encoding);
  bodies[encoding] = body;
  delete bodies.drawn;
  // A new entry, so that the cache counts its bytes again.
  if (pages.has(page.key)) pages.set(page.key, { ...page });
  return body;
}

let isPackingMore = false;

/** One page at a time, on another thread. */
function packMore({ key, bodies }: Page): void {
  const { br: before } = bodies;
  if (isPackingMore || !before) return;
  isPackingMore = true;
  const html = unpacked(bodies);
  brotliCompress(html, brotliOptions(html, BROTLI_QUALITY_MORE, BROTLI_WINDOW_MORE), (error, br) => {
    isPackingMore = false;
    const page = pages.peek(key);
    if (!page) return;
    // A failure would happen again, and sometimes the higher quality makes a page larger.
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

export function pageCacheState() {
  const requested = hits + misses;
  return {
    entries: pages.size,
    bytes: pages.calculatedSize,
    hitRate: requested === 0 ? null : Number((hits / requested).toFixed(4)),
  };
}
