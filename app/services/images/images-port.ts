/** All the shop asks of whoever resizes its pictures. */

export const IMAGE_WIDTHS = [320, 640, 768, 1024, 1280, 1536] as const;
export const IMAGE_QUALITIES = [50, 75] as const;
export const IMAGE_FORMATS = ["avif", "webp", "jpeg"] as const;

export type ImageRequest = Readonly<{
  /** Path under the picture folder, already checked. */
  file: string;
  width: (typeof IMAGE_WIDTHS)[number];
  quality: (typeof IMAGE_QUALITIES)[number];
  format: (typeof IMAGE_FORMATS)[number];
}>;

export type RenderedImage = Readonly<{ body: Uint8Array; contentType: string; etag: string }>;

export interface ImagesPort {
  /** The picture, or null when there is no such file. Throws when the original cannot be read as a picture. */
  render(request: ImageRequest): Promise<RenderedImage | null>;
}
