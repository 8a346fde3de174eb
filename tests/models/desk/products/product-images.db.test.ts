import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import {
  changeProduct,
  findProductState,
  previewProduct,
} from "#app/models/catalogue/editing/change-product.server.ts";
import type { ProductChanges } from "#app/models/catalogue/editing/product-fields.ts";
import {
  afterStep,
  type EditedImage,
  imagesOf,
  imagesText,
  withImages,
} from "#app/models/catalogue/editing/product-images.ts";
import {
  cleanUpUploads,
  imageOfUpload,
  type UploadedImage,
} from "#app/models/catalogue/editing/product-images.server.ts";
import { cleanUpVersions, listVersions } from "#app/models/catalogue/editing/product-versions.server.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import {
  discardDraftAtDesk,
  type DraftState,
  findKnownImages,
  findUnusedImages,
  type ProductEdit,
  publishAtDesk,
  putBackAtDesk,
  saveDraftAtDesk,
} from "#app/models/desk/products/product-steps.server.ts";
import { developUploads } from "#app/models/desk/uploads.server.ts";
import { catalogueVersion, changedProducts } from "#app/models/platform/catalogue-version.server.ts";
import { images as imageService } from "#app/services/images/images.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { NOW } from "#tests/support/now.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { canvas, jpeg, pngClaiming } from "#tests/support/people/photographs.ts";
import { copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { productId, draftState, productForm, formNow } from "#tests/support/people/desk/desk-products.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

async function upload(colour: string): Promise<UploadedImage> {
  const file = { name: "a.jpg", content: await jpeg({ width: 900, height: 600, colour }) };
  const made = await developUploads([file]);
  if (!made.ok || !made.value[0]) throw new Error("not taken");
  return made.value[0];
}

const personAt = async (role: StaffRole, minutes: number) => ({
  ...(await person(role)),
  now: later(minutes),
});

const listOf = (state: DraftState) => imagesOf(state.fields.images);
const filesOf = (images: ReadonlyArray<Readonly<{ file: string }>>) => images.map(({ file }) => file);

/** The draft of `state` with one more image. */
function withUpload(state: DraftState, added: UploadedImage, alt: string): ProductEdit {
  const images = imagesText(withImages(listOf(state), [{ ...imageOfUpload(added), alt }]));
  return productForm(state, { images }, [added]);
}

/** `images` after the step, as the form sends it. */
function moved(images: ReadonlyArray<EditedImage>, kind: "earlier" | "remove", file: string): string {
  return imagesText(afterStep(images, { kind, file }, new Map()));
}

const variantImages = async (id: number) => {
  const ofProduct = db().selectFrom("variants").select("image").where("product_id", "=", id);
  return (await ofProduct.orderBy("position").execute()).map(({ image }) => image);
};

const storedUploads = async () =>
  (await db().selectFrom("uploaded_images").select("hash").execute()).map(({ hash }) => hash);

test("an uploaded image is in the preview of a draft in every format, and on the shop once it is published", async () => {
  const owner = await person("owner");
  const id = await productId("stacking-rings");
  const before = await draftState(id);
  const added = await upload("#aa3311");
  const { file } = imageOfUpload(added);

  const saved = await saveDraftAtDesk(withUpload(before, added, "A red surface"), owner);
  expect(saved).toMatchObject({ value: { kind: "done", waiting: ["images"] } });
  const draft = await draftState(id);
  const preview = await previewProduct(id, draft.fields, NOW);
  expect(preview?.images.at(-1)).toMatchObject({ file, alt: "A red surface", width: 900, height: 600 });
  const shown = filesOf((await findProduct(id, NOW))?.images ?? []);
  expect(shown).toEqual(filesOf(imagesOf(before.published.images)));

  const request = { file, width: 640, quality: 75, isFixedFormat: false } as const;
  for (const format of ["webp", "avif"] as const)
    expect(await imageService.render({ ...request, format })).toMatchObject({
      contentType: `image/${format}`,
    });
  expect(await imageService.measure(file)).toMatchObject({ width: 900, height: 600 });
  for (const none of [`uploads/${"0".repeat(32)}.webp`, "uploads/../shop.db"])
    expect(await imageService.render({ ...request, format: "webp", file: none })).toBeNull();

  const version = await catalogueVersion();
  const first = [listOf(draft).at(-1), ...listOf(draft).slice(0, -1)].flatMap((image) => image ?? []);
  const done = await publishAtDesk(productForm(draft, { images: imagesText(first) }), owner);
  expect(done).toMatchObject({ value: { kind: "done", published: ["images"], waiting: [] } });
  const product = await findProduct(id, NOW);
  expect(product?.images[0]).toMatchObject({ file, alt: "A red surface" });
  // It showed the first image before, and does so now: in lists, baskets, feeds and emails.
  expect(product?.variants.map(({ image }) => image.file)).toEqual([file]);
  expect(await variantImages(id)).toEqual([file]);
  expect(await changedProducts(version, await catalogueVersion(), 100)).toEqual([id]);
  expect(await deskActions(id)).toEqual(["product-drafted", "product-published"]);
});

test("an image stands on the foot that an import would measure, and has no metadata", async () => {
  const thing = await canvas({ width: 400, height: 200, colour: "#333333" }).png().toBuffer();
  const file = await canvas({ width: 1000, height: 1000, colour: "#ffffff" })
    .composite([{ input: thing, left: 300, top: 600 }])
    .withExif({ IFD0: { Artist: "Hannah Okoro" } })
    .jpeg()
    .toBuffer();
  const made = await developUploads([{ name: "foot.jpg", content: file }]);
  if (!made.ok) throw new Error(made.code);

  expect(made.value).toMatchObject([{ width: 1000, height: 1000 }]);
  expect(made.value[0]?.sinkPercent).toBeGreaterThanOrEqual(19);
  expect(made.value[0]?.sinkPercent).toBeLessThanOrEqual(21);
  expect(Buffer.from(made.value[0]?.whole ?? []).includes("Hannah")).toBe(false);
});

test("a file that is damaged or too large is refused by its name, and so are too many", async () => {
  const whole = await jpeg({ width: 400, height: 300 });
  const photo = { photo: "bad.png" };
  const refusal = (content: Uint8Array) => developUploads([{ name: "bad.png", content }]);

  expect(await refusal(whole.subarray(0, 400))).toMatchObject({ code: "photo-broken", detail: photo });
  expect(await outcomeOf(refusal(await pngClaiming(60_000, 60_000)))).toBe("photo-too-many-pixels");
  const large = await refusal(Buffer.alloc(8_000_001));
  expect(large).toMatchObject({ code: "photo-too-large", detail: { ...photo, maximum: 8 } });
  const five = [1, 2, 3, 4, 5].map((each) => ({ name: `${each}.jpg`, content: whole }));
  expect(await outcomeOf(developUploads(five))).toBe("photos-too-many");
});

test("an image without a text is not published, nor a product without any image", async () => {
  const owner = await person("owner");
  const id = await productId("pull-along-dog");
  const added = await upload("#115511");
  await saveDraftAtDesk(withUpload(await draftState(id), added, ""), owner);
  const draft = await draftState(id);

  expect(await outcomeOf(publishAtDesk(productForm(draft, {}), owner))).toBe("image-text-missing");
  expect(await outcomeOf(publishAtDesk(productForm(draft, { images: "[]" }), owner))).toBe("images-none");
  expect(imagesOf((await draftState(id)).published.images)).toHaveLength(3);
  const many = Array.from({ length: 41 }, (_, each) => ({ ...imageOfUpload(added), file: `${each}.jpg` }));
  const tooMany = await formNow(id, { images: imagesText(many) });
  expect(await outcomeOf(saveDraftAtDesk(tooMany, owner))).toBe("images-too-many");
});

test("a removed image can be used again while it is a draft, and a new one for a day", async () => {
  const owner = await person("owner");
  const id = await productId("bead-maze");
  const before = await draftState(id);
  const [first] = listOf(before);
  if (!first) throw new Error("no image");
  const added = await upload("#443322");
  await saveDraftAtDesk(withUpload(before, added, "New"), owner);
  const { file } = imageOfUpload(added);
  const without = moved(listOf(before), "remove", first.file);
  await saveDraftAtDesk(await formNow(id, { images: without }), owner);

  const draft = await draftState(id);
  expect(filesOf(await findUnusedImages(draft))).toEqual([first.file, file]);
  expect((await findKnownImages(draft)).get(first.file)).toEqual(first);

  await cleanUpUploads(later(23 * 60));
  expect(await storedUploads()).toEqual([added.hash]);
  await cleanUpUploads(later(25 * 60));
  expect(await storedUploads()).toEqual([]);
});

test("an upload stays as long as a draft has it, and for good once it was published", async () => {
  const owner = await person("owner");
  const id = await productId("abacus");
  const added = await upload("#998877");
  await saveDraftAtDesk(withUpload(await draftState(id), added, "New"), owner);
  await cleanUpUploads(later(90 * 24 * 60));
  expect(await storedUploads()).toEqual([added.hash]);

  await publishAtDesk(await formNow(id), owner);
  const images = moved(listOf(await draftState(id)), "remove", imageOfUpload(added).file);
  await publishAtDesk(await formNow(id, { images }), owner);
  await cleanUpUploads(later(90 * 24 * 60));

  expect(await storedUploads()).toEqual([added.hash]);
  expect(filesOf(await findUnusedImages(await draftState(id)))).toEqual([]);
});

test("of two who change the images at once the second sees both lists, and nothing of theirs is lost", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const id = await productId("rainbow-stacker");
  const page = await draftState(id);
  const [first, second] = listOf(page);
  if (!first || !second) throw new Error("too few images");
  const added = await upload("#0099aa");

  const done = await atOnce(
    saveDraftAtDesk(productForm(page, { images: moved(listOf(page), "earlier", second.file) }), owner),
    saveDraftAtDesk(withUpload(page, added, "New"), editor),
  );

  expect(done).toEqual(["conflict", "done"]);
  // Whichever was first: the file of the other is there for the choice.
  expect((await findKnownImages(await draftState(id))).has(imageOfUpload(added).file)).toBe(true);
  await discardDraftAtDesk(id, owner);
});

test("images and a text that two people change at once are merged", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const id = await productId("rainbow-stacker");
  const page = await draftState(id);
  const [, second] = listOf(page);
  const images = moved(listOf(page), "earlier", second?.file ?? "");

  const done = await atOnce(
    publishAtDesk(productForm(page, { images }), owner),
    publishAtDesk(productForm(page, { pageTitle: "Theirs" }), editor),
  );

  expect(done).toEqual(["done", "done"]);
  expect((await draftState(id)).published).toMatchObject({ images, pageTitle: "Theirs" });
});

test("each publication is a version, and an earlier one becomes a draft with texts, price and images", async () => {
  const [owner, editor] = [await personAt("owner", 1), await personAt("editor", 2)];
  const id = await productId("shape-sorter");
  const imported = (await draftState(id)).published;
  const [, second] = imagesOf(imported.images);
  const images = moved(imagesOf(imported.images), "earlier", second?.file ?? "");
  const shown = await variantImages(id);
  await publishAtDesk(await formNow(id, { name: "Sorter", images, price: "4321" }), owner);
  await publishAtDesk(await formNow(id, { name: "Another sorter" }), editor);

  const versions = await listVersions(id, 10);
  expect(versions.map(({ by, fields }) => [by, fields.name])).toEqual([
    ["The editor", "Another sorter"],
    ["The owner", "Sorter"],
    ["", imported.name],
  ]);

  const oldest = versions.at(-1)?.id ?? 0;
  expect(await outcomeOf(putBackAtDesk(await formNow(id), oldest, editor))).toBe("done");
  const draft = await draftState(id);
  expect(draft.fields).toEqual(imported);
  expect(draft.published.name).toBe("Another sorter");
  await publishAtDesk(productForm(draft, {}), owner);
  expect((await draftState(id)).published).toEqual(imported);
  expect(await variantImages(id)).toEqual(shown);
  expect(await deskActions(id)).toEqual([
    ...["product-published", "product-published", "product-put-back", "product-published"],
  ]);
});

test("nothing is put back over changes that are not published, and no version of another product", async () => {
  const owner = await person("owner");
  const [id, other] = [await productId("bead-maze"), await productId("pull-along-dog")];
  await changeProduct(id, { name: "By a command" }, { now: NOW });
  await changeProduct(other, { name: "Another" }, { now: NOW });
  const [mine, theirs] = [(await listVersions(id, 1))[0], (await listVersions(other, 1))[0]];
  const put = async (typed: ProductChanges, version = mine?.id ?? 0) =>
    putBackAtDesk(await formNow(id, typed), version, owner);

  expect(await outcomeOf(put({ pageTitle: "Typed, and not saved" }))).toBe("desk-draft-first");
  await saveDraftAtDesk(await formNow(id, { pageTitle: "A draft" }), owner);
  expect(await outcomeOf(put({}))).toBe("desk-draft-first");
  expect((await draftState(id)).fields.pageTitle).toBe("A draft");
  await discardDraftAtDesk(id, owner);
  expect(await outcomeOf(put({}, theirs?.id ?? 0))).toBe("desk-version-gone");
  expect(await put({})).toMatchObject({ value: { isChanged: false } });
});

test("a version that is put back leaves out a sale that is over", async () => {
  const owner = await person("owner");
  const id = await productId("pull-along-dog");
  await changeProduct(id, { sale: "100 2026-01-01 2026-01-31" }, { now: new Date("2026-01-10T12:00:00Z") });
  const [withSale] = await listVersions(id, 1);
  await changeProduct(id, { sale: "", name: "After the sale" }, { now: NOW });

  await putBackAtDesk(await formNow(id), withSale?.id ?? 0, owner);

  expect((await draftState(id)).changes).toEqual({ name: withSale?.fields.name });
  await discardDraftAtDesk(id, owner);
});

test("what an import changed between two publications is a version too, and all but the present one go after two years", async () => {
  const id = await productId("bead-maze");
  await changeProduct(id, { name: "First" }, { now: NOW });
  await db().updateTable("products").set({ page_title: "From an import" }).where("id", "=", id).execute();
  await changeProduct(id, { name: "Second" }, { now: later(5) });

  expect((await listVersions(id, 3)).map(({ fields }) => [fields.name, fields.pageTitle])).toMatchObject([
    ["Second", "From an import"],
    ["First", "From an import"],
    ["First", expect.not.stringContaining("From an import")],
  ]);
  await cleanUpVersions(later(2 * 366 * 24 * 60));
  expect((await listVersions(id, 3)).map(({ fields }) => fields.name)).toEqual(["Second"]);
});

test("an import names a product whose images were edited, leaves them, and overwrites them on demand", async () => {
  const id = await productId("hammer-bench");
  const folder = copyDemoCatalogue();
  const importOver = async (overwritesEdits: boolean) => {
    const done = await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY, overwritesEdits });
    if (!done.ok) throw new Error("not imported");
    return done.value.edited.find((conflict) => conflict.id === id)?.differs ?? [];
  };
  await importOver(true);
  const before = (await findProductState(id))?.fields.images ?? "";
  const images = moved(imagesOf(before), "remove", imagesOf(before)[0]?.file ?? "");
  await changeProduct(id, { images }, { now: NOW });

  expect(await importOver(false)).toContain("product_images");
  expect((await findProductState(id))?.fields.images).toBe(images);
  await importOver(true);
  expect((await findProductState(id))?.fields.images).toBe(before);
});
