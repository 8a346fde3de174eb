import { createHash } from "node:crypto";
import { join } from "node:path";

import { DiskCache } from "./disk-cache.server.ts";
import {
  type ImageMetadata,
  type ImageRequest,
  type ImagesPort,
  NO_METADATA,
  type RenderedImage,
} from "./images-port.ts";
import { JobQueue } from "./job-queue.server.ts";
import { findLocalImage, type Original } from "./local-images.server.ts";
import { imageType } from "./magic-bytes.server.ts";
import type { RemoteRules } from "./remote-fetch.server.ts";
import { RemoteImages } from "./remote-images.server.ts";
import { CARD_VERSION, drawSharingCard } from "./sharing-card.server.ts";
import { measureImage } from "./image-metadata.server.ts";
import { ENCODER_VERSION, resizeImage } from "./resize.server.ts";

const CACHE_MAX_BYTES = 2_000_000_000;
/** Images worked on at the same time, each on one core. */
const JOBS_AT_ONCE = 2;
const JOBS_WAITING_MAX = 400;

export type EmbeddedOptions = Readonly<{
  sourceDir: string;
  cacheDir: string;
  remote: RemoteRules;
  /** Finds originals that are in no folder, by the same names; null for what it does not know. */
  findUploaded?: (file: string) => Promise<Original | null>;
  cacheMaxBytes?: number;
  waitingMax?: number;
}>;

export interface EmbeddedImages extends ImagesPort {
  render(request: ImageRequest): Promise<RenderedImage | null>;
  /** Of the shop's name where `file` is null. Null when there is no such image. */
  card(file: string | null): Promise<RenderedImage | null>;
  isStored(request: ImageRequest): Promise<boolean>;
  isBusy(): boolean;
}

export function embeddedImages(options: EmbeddedOptions): EmbeddedImages {
  const { sourceDir, cacheDir, remote } = options;
  const cached = new DiskCache(cacheDir, options.cacheMaxBytes ?? CACHE_MAX_BYTES);
  const remotes = new RemoteImages(join(cacheDir, "originals"), remote);
  const queue = new JobQueue<Uint8Array>(JOBS_AT_ONCE, options.waitingMax ?? JOBS_WAITING_MAX);
  return { render, card, measure, isStored, isBusy: () => queue.isBusy };

  async function render(request: ImageRequest): Promise<RenderedImage | null> {
    const original = await find(request.file);
    if (!original) return null;
    const key = keyOf(request, original);
    const body = (await cached.read(key)) ?? (await queue.once(key, () => make(request, original)));
    return { body, contentType: imageType(body) ?? "application/octet-stream", etag: key };
  }

  async function make(request: ImageRequest, original: Original): Promise<Uint8Array> {
    const body = await resizeImage(await original.read(), request);
    await cached.write(keyOf(request, original), body);
    return body;
  }

  async function card(file: string | null): Promise<RenderedImage | null> {
    const original = file === null || file.includes(":") ? null : await find(file);
    if (file !== null && !original) return null;
    const key = cardKeyOf(original);
    const draw = async () => {
      const made = await drawSharingCard(original ? await original.read() : null);
      await cached.write(key, made);
      return made;
    };
    const body = (await cached.read(key)) ?? (await queue.once(key, draw));
    return { body, contentType: "image/jpeg", etag: key };
  }

  async function measure(file: string): Promise<ImageMetadata> {
    try {
      const original = await find(file);
      return original ? await measureImage(await original.read()) : NO_METADATA;
    } catch {
      return NO_METADATA;
    }
  }

  async function isStored(request: ImageRequest): Promise<boolean> {
    const original = await find(request.file);
    return original !== null && cached.has(keyOf(request, original));
  }

  async function find(file: string): Promise<Original | null> {
    if (file.includes(":")) return remotes.find(file);
    return (await options.findUploaded?.(file)) ?? findLocalImage(sourceDir, file);
  }
}

function keyOf(request: ImageRequest, { version }: Original): string {
  const { width, quality, format, isFixedFormat } = request;
  const parts = [ENCODER_VERSION, version, width, quality, format, isFixedFormat && format === "jpeg"];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

function cardKeyOf(original: Original | null): string {
  const parts = ["card", CARD_VERSION, original?.version ?? null];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
