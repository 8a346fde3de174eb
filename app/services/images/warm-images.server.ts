import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { QueueFull, UnreadableImage } from "./image-errors.ts";
import type { EmbeddedImages } from "./images-embedded.server.ts";
import { IMAGE_SCREENS, IMAGE_SMALL_WIDTHS } from "./image-widths.ts";
import type { ImageFormat, ImageRequest } from "./images-port.ts";
import { isImageFile } from "./local-images.server.ts";

const LOOK_AGAIN_MS = 200;
/** What most screens ask for comes first: cards, then the small ones, then the large ones. */
const WIDTHS = [...IMAGE_SCREENS.slice(0, 2), ...IMAGE_SMALL_WIDTHS, ...IMAGE_SCREENS.slice(2)];
/** Wide images come first, then the first image of each product. */
const RANKS = [/^banners\//, /^products\/(?:(?!--).)*-1\.\w+$/, /^blog\//];

export type WarmOptions = Readonly<{
  images: EmbeddedImages;
  sourceDir: string;
  formats: ReadonlyArray<ImageFormat>;
  filesMax?: number;
  /** Waits while visitors wait, and makes one image at a time. */
  isPolite?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: WarmProgress) => void;
}>;

export type WarmProgress = Readonly<{
  done: number;
  total: number;
  made: number;
  unreadable: ReadonlySet<string>;
}>;

export async function warmImages(options: WarmOptions): Promise<WarmProgress> {
  const { unreadable, requests } = await plan(options);
  const waiting = [...requests];
  const progress = { done: 0, made: 0, total: requests.length, unreadable };
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (options.isPolite) await untilIdle(options);
      if (options.signal?.aborted) return;
      const outcome = await makeUnlessCached(options.images, next);
      if (outcome === "made") progress.made += 1;
      if (outcome === "unreadable") unreadable.add(next.file);
      progress.done += 1;
      options.onProgress?.(progress);
    }
  };
  await Promise.all([work(), ...(options.isPolite ? [] : [work()])]);
  return progress;
}

async function untilIdle({ images, signal }: WarmOptions): Promise<void> {
  while (images.isBusy() && !signal?.aborted) await sleep(LOOK_AGAIN_MS);
}

async function makeUnlessCached(images: EmbeddedImages, request: ImageRequest) {
  try {
    if (await images.isStored(request)) return "kept";
    await images.render(request);
    return "made";
  } catch (error) {
    if (error instanceof UnreadableImage) return "unreadable";
    // Too many visitors are waiting: it is made when one asks for it.
    if (error instanceof QueueFull) return "left";
    throw error;
  }
}

async function plan({ images, sourceDir, formats, filesMax = Infinity, signal }: WarmOptions) {
  const sizes = new Map<string, number>();
  for (const file of (await listImages(sourceDir)).slice(0, filesMax)) {
    if (!signal?.aborted) sizes.set(file, (await images.measure(file)).width);
  }
  const files = [...sizes];
  const everyWidth = (some: typeof files) =>
    WIDTHS.flatMap((width) =>
      some
        .filter(([, original]) => original > 0 && (width <= original || isEnough(width, original)))
        .flatMap(([file]) => formats.map((format) => requestFor(file, width, format))),
    );
  return {
    unreadable: new Set(files.filter(([, width]) => width === 0).map(([file]) => file)),
    // A page's largest image in whatever width, then everybody's cards.
    requests: [
      ...everyWidth(files.filter(([file]) => rankOf(file) === 0)),
      ...everyWidth(files.filter(([file]) => rankOf(file) > 0)),
    ],
  };
}

/** True for the one width that holds the whole original, wider ones being the same image again. */
function isEnough(width: number, original: number): boolean {
  return IMAGE_SCREENS.find((screen) => screen >= original) === width;
}

function requestFor(file: string, width: ImageRequest["width"], format: ImageFormat): ImageRequest {
  return { file, width, quality: 75, format, isFixedFormat: false };
}

async function listImages(folder: string): Promise<ReadonlyArray<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length).replaceAll("\\", "/"))
    .filter(isImageFile)
    .sort((one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other, "en"));
}

function rankOf(file: string): number {
  const rank = RANKS.findIndex((pattern) => pattern.test(file));
  return rank === -1 ? RANKS.length : rank;
}
