/** Draws the picture that stands for a page where its link is shared. */
import sharp from "sharp";

import { UnreadablePicture } from "./image-errors.ts";
import { SHARP_OPTIONS } from "./resize.server.ts";
import { WORDMARK_SVG } from "./wordmark.ts";

/** Pixels: what Facebook, LinkedIn and X show without cutting. */
const CARD = { width: 1200, height: 630 } as const;
/** The name stands beside the picture, on the shop's dark green: narrower pictures leave it more. */
const PICTURE_WIDTH = { min: 630, max: 840 } as const;
const BAND_COLOUR = "#17372c";
const NAME_WIDTH = { beside: 264, alone: 560 } as const;
const QUALITY = 80;
/** Part of every name in the cache: raise it when the drawing changes. */
export const CARD_VERSION = 1;

/** A JPEG of `original`, or of the shop's name alone. Throws UnreadablePicture. */
export async function drawSharingCard(original: Uint8Array | null): Promise<Uint8Array> {
  const picture = original ? await cutOut(original) : null;
  const bandWidth = CARD.width - (picture?.width ?? 0);
  const name = await sharp(Buffer.from(WORDMARK_SVG), { density: 144 })
    .resize({ width: picture ? NAME_WIDTH.beside : NAME_WIDTH.alone })
    .png()
    .toBuffer({ resolveWithObject: true });
  return sharp({ create: { ...CARD, channels: 3, background: BAND_COLOUR } })
    .composite([
      ...(picture ? [{ input: picture.data, left: bandWidth, top: 0 }] : []),
      {
        input: name.data,
        left: Math.round((bandWidth - name.info.width) / 2),
        top: Math.round((CARD.height - name.info.height) / 2),
      },
    ])
    .jpeg({ quality: QUALITY, progressive: true })
    .toBuffer();
}

async function cutOut(original: Uint8Array): Promise<Readonly<{ data: Buffer; width: number }>> {
  try {
    const { width, height } = (await sharp(original, SHARP_OPTIONS).metadata()).autoOrient;
    const natural = Math.round((CARD.height * width) / height);
    const shown = Math.min(Math.max(natural, PICTURE_WIDTH.min), PICTURE_WIDTH.max);
    const data = await sharp(original, SHARP_OPTIONS)
      .autoOrient()
      .flatten({ background: "#ffffff" })
      .resize({ width: shown, height: CARD.height, fit: "cover", position: "attention" })
      .toBuffer();
    return { data, width: shown };
  } catch (error) {
    throw new UnreadablePicture("Cannot read the picture of a card", { cause: error });
  }
}
