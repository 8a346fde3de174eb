import { readFile } from "node:fs/promises";
import { basename } from "node:path";

import type { UploadedImage } from "#app/models/catalogue/editing/product-images.server.ts";
import type { EditedImage } from "#app/models/catalogue/editing/product-images.ts";

import {
  done as outcomeOf,
  type Outcome,
  problemsOutcome,
  refusalWords,
  withTextWarning,
} from "./command.ts";

export async function addImage(
  product: string,
  { path, text }: Readonly<{ path: string; text: string }>,
): Promise<Outcome> {
  const { developUploads } = await import("#app/models/desk/uploads.server.ts");
  const { imageOfUpload } = await import("#app/models/catalogue/editing/product-images.server.ts");
  const { IMAGE_TEXT_MAX, PRODUCT_IMAGES_MAX, withImages } =
    await import("#app/models/catalogue/editing/product-images.ts");
  if (text.length > IMAGE_TEXT_MAX)
    return problemsOutcome([`--text: Use up to ${IMAGE_TEXT_MAX} characters.`]);
  const content = await readFile(path).catch(() => null);
  if (!content) return problemsOutcome([`There is no file ${path} that can be read.`]);
  const developed = await developUploads([{ name: basename(path), content }]);
  if (!developed.ok) return problemsOutcome([await refusalWords(developed)]);
  const uploads = developed.value;
  const added = await changeImages(product, {
    uploads,
    change: (images) =>
      images.length >= PRODUCT_IMAGES_MAX
        ? `A product has up to ${PRODUCT_IMAGES_MAX} images.`
        : withImages(
            images,
            uploads.map((upload) => ({ ...imageOfUpload(upload), alt: text })),
          ),
    done: "The image has been added. Shoppers see it now.",
  });
  return withTextWarning(added, [text]);
}

/** `place` counts from 1. */
export async function removeImage(product: string, place: number): Promise<Outcome> {
  return changeImages(product, {
    uploads: [],
    change: (images) =>
      images[place - 1] ? images.toSpliced(place - 1, 1) : `There are ${images.length} images.`,
    done: "The image has been removed.",
  });
}

type Images = ReadonlyArray<EditedImage>;

type Change = Readonly<{
  uploads: ReadonlyArray<UploadedImage>;
  /** A text says why not. */
  change: (images: Images) => Images | string;
  done: string;
}>;

async function changeImages(product: string, { uploads, change, done }: Change): Promise<Outcome> {
  const { changeProduct, findProductByName, findProductState } =
    await import("#app/models/catalogue/editing/change-product.server.ts");
  const { imagesOf, imagesText } = await import("#app/models/catalogue/editing/product-images.ts");
  const id = await findProductByName(product);
  const state = id === null ? null : await findProductState(id);
  if (id === null || !state) return problemsOutcome([`There is no product ${product}, or more than one.`]);
  const images = change(imagesOf(state.fields.images));
  if (typeof images === "string") return problemsOutcome([images]);
  const changed = await changeProduct(id, { images: imagesText(images) }, { now: new Date(), uploads });
  if (!changed.ok) return problemsOutcome([await refusalWords(changed)]);
  const { isChanged } = changed.value;
  const files = images.map(({ file }) => file);
  const words = isChanged ? done : "It has this image already.";
  return outcomeOf(words, { product: id, isChanged, images: files });
}
