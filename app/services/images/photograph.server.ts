/** Photographs that strangers send: checked by their content and made anew, so that nothing of the file itself is kept. */
import { createHash, randomUUID } from "node:crypto";

import sharp, { type Metadata } from "sharp";

import { UnreadableImage } from "./image-errors.ts";
import { JobQueue } from "./job-queue.server.ts";
import { imageType } from "./magic-bytes.server.ts";
import { SHARP_OPTIONS } from "./resize.server.ts";

/** Pixels of the longer side. */
const WHOLE_SIDE = 1_600;
const SMALL_SIDE = 400;
/** From the best to the one that makes the smallest file. */
const QUALITIES = [75, 50, 25] as const;
/** A picture of more bytes is tried with the next quality. */
const WHOLE_MAX_BYTES = 500_000;
/** Photographs worked on at the same time, and waiting: an upload must not slow the shop's own images. */
const JOBS_AT_ONCE = 1;
const JOBS_WAITING_MAX = 40;
const HASH_CHARACTERS = 32;

export type Photograph = Readonly<{
  /** Of the picture, in hex. */
  hash: string;
  /** Pixels of the picture as shown. */
  width: number;
  height: number;
  /** WebP. */
  whole: Uint8Array;
  small: Uint8Array;
}>;

export type PhotographProblem = "not-a-photo" | "photo-broken" | "photo-too-many-pixels" | "photo-moves";

const queue = new JobQueue<Photograph | PhotographProblem>(JOBS_AT_ONCE, JOBS_WAITING_MAX);

/**
 * `file` (JPEG, PNG, WebP or AVIF) upright, at most 1600 pixels wide and high, as WebP without its metadata (place,
 * camera, names); or why it is not taken. Throws QueueFull.
 */
export function developPhotograph(file: Uint8Array): Promise<Photograph | PhotographProblem> {
  return queue.once(randomUUID(), () => develop(file));
}

async function develop(file: Uint8Array): Promise<Photograph | PhotographProblem> {
  if (imageType(file) === null) return "not-a-photo";
  try {
    const problem = problemOf(await sharp(file, { ...SHARP_OPTIONS, limitInputPixels: false }).metadata());
    return problem ?? (await make(file));
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

async function make(file: Uint8Array): Promise<Photograph> {
  const { data, info } = await wholeOf(file);
  const small = await sharp(data)
    .resize({ width: SMALL_SIDE, height: SMALL_SIDE, fit: "inside", withoutEnlargement: true })
    .webp({ quality: QUALITIES[0] })
    .toBuffer();
  const hash = createHash("sha256").update(data).digest("hex").slice(0, HASH_CHARACTERS);
  return { hash, width: info.width, height: info.height, whole: data, small };
}

async function wholeOf(file: Uint8Array) {
  const upright = sharp(file, SHARP_OPTIONS)
    .autoOrient()
    .resize({ width: WHOLE_SIDE, height: WHOLE_SIDE, fit: "inside", withoutEnlargement: true });
  for (const quality of QUALITIES) {
    const made = await upright.clone().webp({ quality }).toBuffer({ resolveWithObject: true });
    if (made.data.byteLength <= WHOLE_MAX_BYTES) return made;
  }
  throw new UnreadableImage("No quality makes this picture small enough");
}

/** What sharp throws about a file has no code, unlike errors of the system. */
function isOfFile(error: unknown): boolean {
  return error instanceof UnreadableImage || (error instanceof Error && !("code" in error));
}
