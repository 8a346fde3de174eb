/** Photographs for tests. */
import { crc32 } from "node:zlib";

import sharp from "sharp";

import { developPhotograph, type Photograph } from "#app/services/images/photograph.server.ts";

type Look = Readonly<{ width?: number; height?: number; colour?: string }>;

/** A plain surface of one colour. */
export function canvas({ width = 60, height = 40, colour = "#3a6b4f" }: Look = {}) {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

export function jpeg(look: Look = {}): Promise<Buffer> {
  return canvas(look).jpeg().toBuffer();
}

/** As the shop keeps it. */
export async function photograph(look: Look = {}): Promise<Photograph> {
  const made = await developPhotograph(await jpeg(look));
  if (typeof made === "string") throw new Error(made);
  return made;
}

/** A PNG whose head says `width` × `height`, and whose few bytes are none of these pixels. */
export async function pngClaiming(width: number, height: number): Promise<Buffer> {
  const file = await canvas({ width: 1, height: 1 }).png().toBuffer();
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  return file;
}

/** Two frames. */
export function animation(): Promise<Buffer> {
  const frames = Buffer.concat([Buffer.alloc(8 * 8 * 3, 0), Buffer.alloc(8 * 8 * 3, 200)]);
  return sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}
