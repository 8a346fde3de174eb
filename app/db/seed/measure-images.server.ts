import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import sharp from "sharp";
import { z } from "zod";

/** Side, in pixels, of the small grey image that is measured: one pixel is one per cent. */
const MEASURED_SIDE = 100;
/** How much darker than the ground, of 255, the thing itself is at least. Softer than this is its shadow. */
const DARKER_THAN_GROUND = 25;
const AT_ONCE = 8;

export type MeasuredImage = Readonly<{ width: number; height: number; sinkPercent: number }>;

/** With "/" between their parts. */
export async function listImages(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name).slice(join(folder, "/").length).replaceAll("\\", "/"),
      ),
  );
}

type HeroChoice = Readonly<{ file: string; isHero: boolean }>;

/** Sizes come from manifest.json where it has them. */
export async function measureImages(
  folder: string,
  requested: ReadonlyArray<HeroChoice>,
  onMeasured: (done: number, total: number) => void = () => undefined,
): Promise<ReadonlyMap<string, MeasuredImage>> {
  const sizes = await manifestSizes(folder);
  const measured = new Map<string, MeasuredImage>();
  for (let start = 0; start < requested.length; start += AT_ONCE) {
    const group = requested.slice(start, start + AT_ONCE);
    const results = await Promise.all(group.map((one) => measure(folder, one, sizes.get(one.file))));
    for (const [place, one] of group.entries()) {
      const result = results[place];
      if (result) measured.set(one.file, result);
    }
    onMeasured(Math.min(start + AT_ONCE, requested.length), requested.length);
  }
  return measured;
}

type Size = Readonly<{ width: number; height: number }>;

async function measure(
  folder: string,
  requested: HeroChoice,
  known: Size | undefined,
): Promise<MeasuredImage> {
  const path = join(folder, requested.file);
  const { width, height } = known ?? (await sharp(path).metadata());
  return { width, height, sinkPercent: requested.isHero ? await findSinkPercent(path) : 0 };
}

/** Whole per cent of the height below the lowest row that differs from the edges; 0 without a plain ground. */
export async function findSinkPercent(image: string | Uint8Array): Promise<number> {
  const grey = await sharp(image)
    .greyscale()
    .resize(MEASURED_SIDE, MEASURED_SIDE, { fit: "fill" })
    .raw()
    .toBuffer();
  for (let row = MEASURED_SIDE - 1; row >= 0; row -= 1) {
    const pixels = grey.subarray(row * MEASURED_SIDE, (row + 1) * MEASURED_SIDE);
    const ground = Math.min(pixels[1] ?? 0, pixels[MEASURED_SIDE - 2] ?? 0);
    const darkest = pixels.reduce((least, pixel) => Math.min(least, pixel), 255);
    if (darkest < ground - DARKER_THAN_GROUND) return MEASURED_SIDE - 1 - row;
  }
  return 0;
}

const size = z.object({
  file: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
const manifestSchema = z.array(
  z.union([
    z.object({ images: z.array(size) }).transform(({ images }) => images),
    size.transform((one) => [one]),
  ]),
);

async function manifestSizes(folder: string): Promise<ReadonlyMap<string, Size>> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => "[]");
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  return new Map((parsed.success ? parsed.data.flat() : []).map((one) => [one.file, one]));
}
