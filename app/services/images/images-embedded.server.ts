/** Resizes the pictures of one folder with sharp, and keeps the results on disk. */
import { createHash } from "node:crypto";
import { open, readFile, realpath, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";

import sharp, { type Sharp } from "sharp";

import { DiskCache } from "./disk-cache.server.ts";
import type { ImageRequest, ImagesPort, RenderedImage } from "./images-port.ts";
import { JobQueue } from "./job-queue.server.ts";
import { isPicture, MAGIC_BYTES } from "./magic-bytes.server.ts";

/** A picture of more pixels than this is not opened: 30 kB of PNG can unfold to gigabytes. */
const PIXELS_MAX = 50_000_000;
const SOURCE_MAX_BYTES = 20_000_000;
const CACHE_MAX_BYTES = 2_000_000_000;
/** Pictures worked on at the same time, each on one core. */
const JOBS_AT_ONCE = 2;
const JOBS_WAITING_MAX = 400;
/** Part of every name in the cache: raise it when the settings below change. */
const ENCODER_VERSION = 1;

const EXTENSIONS = [".jpg", ".jpeg", ".png", ".webp", ".avif"];
/** No segment may begin with a dot, so none leads upwards or to a hidden file. */
const FILE_PATTERN = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/;

/**
 * AVIF's scale differs: its 50 looks like a JPEG's 75. Effort 1 takes 72 ms of CPU for a picture of 640 px and
 * is a fifth smaller than WebP (46 ms); effort 2 takes twice that for 3 % less, effort 4 ten times for 10 %.
 */
const AVIF_QUALITY = { 50: 35, 75: 50 } as const;
const AVIF_EFFORT = 1;
const WEBP_EFFORT = 4;

const CONTENT_TYPES = { avif: "image/avif", webp: "image/webp", jpeg: "image/jpeg" } as const;

/** The original is there, but it is not a picture that can be opened safely. */
export class UnreadablePicture extends Error {
  override name = "UnreadablePicture";
}

sharp.concurrency(1);
sharp.cache(false);

/** Pictures from `sourceDir`, results kept in `cacheDir`. */
export function embeddedImages(sourceDir: string, cacheDir: string): ImagesPort {
  const kept = new DiskCache(cacheDir, CACHE_MAX_BYTES);
  const queue = new JobQueue(JOBS_AT_ONCE, JOBS_WAITING_MAX);
  return { render };

  async function render(request: ImageRequest): Promise<RenderedImage | null> {
    const original = await findOriginal(sourceDir, request.file);
    if (!original) return null;
    const key = keyOf(request, original);
    const body = (await kept.read(key)) ?? (await queue.once(key, () => make(request, original.path, key)));
    return { body, contentType: CONTENT_TYPES[request.format], etag: key };
  }

  async function make(request: ImageRequest, path: string, key: string): Promise<Uint8Array> {
    const body = await resize(path, request);
    await kept.write(key, body);
    return body;
  }
}

type Original = Readonly<{ path: string; changedAt: number; bytes: number }>;

async function findOriginal(sourceDir: string, file: string): Promise<Original | null> {
  if (!FILE_PATTERN.test(file) || !EXTENSIONS.includes(extname(file).toLowerCase())) return null;
  try {
    const path = await realpath(join(sourceDir, file));
    // A link may not lead out of the folder.
    if (!path.startsWith((await realpath(sourceDir)) + sep)) return null;
    const state = await stat(path);
    return state.isFile() ? { path, changedAt: state.mtimeMs, bytes: state.size } : null;
  } catch {
    return null;
  }
}

function keyOf({ file, width, quality, format }: ImageRequest, { changedAt, bytes }: Original): string {
  const parts = [ENCODER_VERSION, file, changedAt, bytes, width, quality, format];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

async function resize(path: string, request: ImageRequest): Promise<Uint8Array> {
  await checkOriginal(path);
  const picture = sharp(await readFile(path), {
    limitInputPixels: PIXELS_MAX,
    failOn: "error",
    sequentialRead: true,
    animated: false,
  })
    .autoOrient()
    .resize({ width: request.width, withoutEnlargement: true });
  try {
    // Metadata (places, cameras, names) is left behind: sharp copies none unless told to.
    return await encode(picture, request).toBuffer();
  } catch (error) {
    throw new UnreadablePicture(`Cannot read ${request.file}`, { cause: error });
  }
}

/** What a file is, is told by its first bytes, never by its name. */
async function checkOriginal(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    if (size > SOURCE_MAX_BYTES || !isPicture(buffer))
      throw new UnreadablePicture("Not a picture the shop can show");
  } finally {
    await handle.close();
  }
}

function encode(picture: Sharp, { format, quality }: ImageRequest): Sharp {
  switch (format) {
    case "avif":
      return picture.avif({ quality: AVIF_QUALITY[quality], effort: AVIF_EFFORT });
    case "webp":
      return picture.webp({ quality, effort: WEBP_EFFORT });
    case "jpeg":
      return picture.flatten({ background: "#ffffff" }).jpeg({ quality, progressive: true });
  }
}
