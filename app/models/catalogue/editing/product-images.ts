import type { ProductPageImage } from "#app/models/catalogue/product-page.ts";

export type EditedImage = Readonly<Required<ProductPageImage>>;

export const IMAGE_TEXT_MAX = 300;
export const PRODUCT_IMAGES_MAX = 40;

/** The same list is always the same text, so that versions can be compared. */
export function imagesText(images: ReadonlyArray<EditedImage>): string {
  return JSON.stringify(
    images.map(({ file, alt, variantKey, role, width, height, sinkPercent }) => ({
      ...{ file, alt, variantKey, role },
      ...{ width, height, sinkPercent },
    })),
  );
}

export function imagesOf(text: string): ReadonlyArray<EditedImage> {
  return JSON.parse(text) as ReadonlyArray<EditedImage>;
}

export function newImage({
  file,
  ...sizes
}: Readonly<{ file: string; width: number; height: number; sinkPercent: number }>): EditedImage {
  return { file, alt: "", variantKey: null, role: "detail", ...sizes };
}

const IMAGE_STEPS = ["earlier", "later", "remove", "use"] as const;

export type ImageStep = Readonly<{ kind: (typeof IMAGE_STEPS)[number]; file: string }>;

export function imageStep(text: string): ImageStep | null {
  const [kind = "", file = ""] = text.split(" ", 2);
  const known = IMAGE_STEPS.find((step) => step === kind);
  return known && file !== "" ? { kind: known, file } : null;
}

export function afterStep(
  images: ReadonlyArray<EditedImage>,
  { kind, file }: ImageStep,
  known: ReadonlyMap<string, EditedImage>,
): ReadonlyArray<EditedImage> {
  const at = images.findIndex((image) => image.file === file);
  if (kind === "use") return at === -1 ? withImages(images, [known.get(file)]) : images;
  if (at === -1) return images;
  if (kind === "remove") return images.toSpliced(at, 1);
  return swapped(images, at, kind === "earlier" ? at - 1 : at + 1);
}

function swapped(images: ReadonlyArray<EditedImage>, at: number, to: number): ReadonlyArray<EditedImage> {
  const [one, other] = [images[at], images[to]];
  return one && other ? images.with(at, other).with(to, one) : images;
}

export function withImages(
  images: ReadonlyArray<EditedImage>,
  more: ReadonlyArray<EditedImage | undefined>,
): ReadonlyArray<EditedImage> {
  const added = new Map(images.map((image) => [image.file, image]));
  for (const image of more) if (image && !added.has(image.file)) added.set(image.file, image);
  return [...added.values()];
}

export function withoutText(images: ReadonlyArray<EditedImage>): ReadonlyArray<number> {
  return images.flatMap(({ alt }, index) => (alt === "" ? [index] : []));
}

/** The first image of its colour, unless it showed another that is still there. */
export function variantImage(
  shown: string,
  before: ReadonlyArray<ProductPageImage>,
  after: ReadonlyArray<ProductPageImage>,
): string {
  const key = before.find(({ file }) => file === shown)?.variantKey ?? null;
  const first = (images: ReadonlyArray<ProductPageImage>) =>
    images.find(({ variantKey }) => variantKey === key)?.file ?? images[0]?.file;
  const isThere = after.some(({ file }) => file === shown);
  return isThere && shown !== first(before) ? shown : (first(after) ?? shown);
}
