import type { ImageWidth } from "./image-widths.ts";

export const IMAGE_QUALITIES = [50, 75] as const;
export const IMAGE_FORMATS = ["avif", "webp", "jpeg"] as const;

export type ImageQuality = (typeof IMAGE_QUALITIES)[number];
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export type ImageRequest = Readonly<{
  /** Path under the image folder, or the https address of an image on an allowed host. */
  file: string;
  /** Pixels. A smaller original stays as it is. */
  width: ImageWidth;
  quality: ImageQuality;
  /** The best that the browser takes; "jpeg" stands for a format that every browser takes. */
  format: ImageFormat;
  /** True when the address names the format, so that it may not be exchanged for a better one. */
  isFixedFormat: boolean;
}>;

export type RenderedImage = Readonly<{ body: Uint8Array; contentType: string; etag: string }>;
export type MovedImage = Readonly<{ location: string }>;

/** Pixels as shown, and width divided by height. All 0 where the image cannot be read. */
export type ImageMetadata = Readonly<{ width: number; height: number; ratio: number }>;

/** Metadata that could not be read (requirement services-1). */
export const NO_METADATA: ImageMetadata = { width: 0, height: 0, ratio: 0 };

export interface ImagesPort {
  /** Null when there is none. Throws SourceRefused, UnreadableImage or QueueFull. */
  render(request: ImageRequest): Promise<RenderedImage | MovedImage | null>;
  /** The size of an original. Never throws: what fails is NO_METADATA. */
  measure(file: string): Promise<ImageMetadata>;
}
