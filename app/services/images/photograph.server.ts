/** Images that people send: checked by their content and made anew, so that nothing of the file itself is kept. */
import { createHash, randomUUID } from "node:crypto";

import sharp, { type Metadata } from "sharp";

import { UnreadableImage } from "./image-errors.ts";
import { JobQueue } from "./job-queue.server.ts";
import { imageType, isHeic } from "./magic-bytes.server.ts";
import { SHARP_OPTIONS } from "./resize.server.ts";

export type PhotographLimits = Readonly<{
  /** Pixels of the longer side. */
  side: number;
  /** From the best to the one that makes the smallest file. */
  qualities: readonly [number, ...ReadonlyArray<number>];
  maxBytes: number;
  /** Of its own, so that what strangers send keeps nobody waiting who works in the shop. */
  queue: JobQueue<Photograph | PhotographProblem>;
}>;

/** Photographs worked on at the same time, and waiting: an upload must not slow the shop's own images. */
const JOBS_AT_ONCE = 1;
const JOBS_WAITING_MAX = 40;
const newQueue = () => new JobQueue<Photograph | PhotographProblem>(JOBS_AT_ONCE, JOBS_WAITING_MAX);

/** What strangers send is shown as it is stored. */
const OF_REVIEWS: PhotographLimits = {
  side: 1_600,
  qualities: [75, 50, 25],
  maxBytes: 500_000,
  queue: newQueue(),
};
/** What the shop makes its sizes of: as large as a zoomed image on a wide screen. */
export const OF_PRODUCTS: PhotographLimits = {
  side: 2_400,
  qualities: [90, 75, 50],
  maxBytes: 2_000_000,
  queue: newQueue(),
};

const SMALL_SIDE = 400;
const SMALL_QUALITY = 75;
const HASH_CHARACTERS = 32;

export type Photograph = Readonly<{
  /** Hex. */
  hash: string;
  width: number;
  height: number;
  /** WebP. */
  whole: Uint8Array;
  small: Uint8Array;
}>;

export type PhotographProblem =
  "not-a-photo" | "photo-heic" | "photo-broken" | "photo-too-many-pixels" | "photo-moves";

/** JPEG, PNG, WebP or AVIF to upright WebP without metadata (place, camera, names). Throws QueueFull. */
export function developPhotograph(
  file: Uint8Array,
  limits: PhotographLimits = OF_REVIEWS,
): Promise<Photograph | PhotographProblem> {
  return limits.queue.once(randomUUID(), () => develop(file, limits));
}

async function develop(file: Uint8Array, limits: PhotographLimits): Promise<Photograph | PhotographProblem> {
  if (imageType(file) === null) return isHeic(file) ? "photo-heic" : "not-a-photo";
  try {
    const problem = problemOf(await sharp(file, { ...SHARP_OPTIONS, limitInputPixels: false }).metadata());
    return problem ?? (await make(file, limits));
  } catch (error) {
    if (isOfFile(error)) return "photo-broken";
    throw error;
  }
}

/** From the file's head alone: nothing is unfolded yet. */
function problemOf({ width, height, pages = 1 }: Metadata): PhotographProblem | null {
  if (width * height > Number(SHARP_OPTIONS.limitInputPixels)) return "photo-too-many-pixels";
  return pages > 1 ? "photo-moves" : null;
}

async function make(file: Uint8Array, limits: PhotographLimits): Promise<Photograph> {
  const { data, info } = await wholeOf(file, limits);
  const small = await sharp(data)
    .resize({ width: SMALL_SIDE, height: SMALL_SIDE, fit: "inside", withoutEnlargement: true })
    .webp({ quality: SMALL_QUALITY })
    .toBuffer();
  const hash = createHash("sha256").update(data).digest("hex").slice(0, HASH_CHARACTERS);
  return { hash, width: info.width, height: info.height, whole: data, small };
}

async function wholeOf(file: Uint8Array, { side, qualities, maxBytes }: PhotographLimits) {
  const upright = sharp(file, SHARP_OPTIONS)
    .autoOrient()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
  for (const quality of qualities) {
    const made = await upright.clone().webp({ quality }).toBuffer({ resolveWithObject: true });
    if (made.data.byteLength <= maxBytes) return made;
  }
  throw new UnreadableImage("No quality makes this picture small enough");
}

/** What sharp throws about a file has no code, unlike errors of the system. */
function isOfFile(error: unknown): boolean {
  return error instanceof UnreadableImage || (error instanceof Error && !("code" in error));
}
