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
  findDraftState,
  findKnownImages,
  findUnusedImages,
  marksOf,
  type ProductEdit,
  publishAtDesk,
  putBackAtDesk,
  saveDraftAtDesk,
} from "#app/models/desk/products/product-steps.server.ts";
import { developUploads } from "#app/models/desk/uploads.server.ts";
import { catalogueVersion, changedProducts } from "#app/models/platform/catalogue-version.server.ts";
import { images as imageService } from "#app/services/images/images.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { animation, canvas, jpeg, pngClaiming } from "#tests/support/people/photographs.ts";
import { copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const person = async (role: "owner" | "packer" | "editor" | "reader", now = NOW) =>
  actorAt((await deskPerson(role)).token, now);

async function idOf(slug: string): Promise<number> {
  const row = await db()
    .selectFrom("products")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function stateOf(id: number): Promise<DraftState> {
  const state = await findDraftState(id);
  if (!state) throw new Error("no such product");
  return state;
}

function formOf(
  state: DraftState,
  typed: ProductChanges,
  uploads: ReadonlyArray<UploadedImage> = [],
): ProductEdit {
  return {
    ...{ id: state.id, version: state.version, marks: marksOf(state.fields), uploads },
    typed: { ...state.fields, ...typed },
  };
}

async function upload(colour: string): Promise<UploadedImage> {
  const made = await developUploads([
    { name: "a.jpg", content: await jpeg({ width: 900, height: 600, colour }) },
  ]);
  if (!made.ok || !made.value[0]) throw new Error("not taken");
  return made.value[0];
}

const listOf = (state: DraftState) => imagesOf(state.fields.images);
const filesOf = (images: ReadonlyArray<Readonly<{ file: string }>>) => images.map(({ file }) => file);

/** The draft of `state` with one more image. */
function withUpload(state: DraftState, added: UploadedImage, alt: string): ProductEdit {
  const images = imagesText(withImages(listOf(state), [{ ...imageOfUpload(added), alt }]));
  return formOf(state, { images }, [added]);
}

/** `images` after the step, as the form sends it. */
function moved(images: ReadonlyArray<EditedImage>, kind: "earlier" | "remove", file: string): string {
  return imagesText(afterStep(images, { kind, file }, new Map()));
}

const variantImages = async (id: number) =>
  (
    await db()
      .selectFrom("variants")
      .select("image")
      .where("product_id", "=", id)
      .orderBy("position")
      .execute()
  ).map(({ image }) => image);

const storedUploads = async () =>
  (await db().selectFrom("uploaded_images").select("hash").execute()).map(({ hash }) => hash);

test("an uploaded image is in the preview of a draft, and on the shop once it is published", async () => {
  const owner = await person("owner");
  const id = await idOf("stacking-rings");
  const before = await stateOf(id);
  const added = await upload("#aa3311");
  const { file } = imageOfUpload(added);

  const saved = await saveDraftAtDesk(withUpload(before, added, "A red surface"), owner);
  expect(saved).toMatchObject({ value: { kind: "done", waiting: ["images"] } });
  const draft = await stateOf(id);
  const preview = await previewProduct(id, draft.fields, NOW);
  expect(preview?.images.at(-1)).toMatchObject({ file, alt: "A red surface", width: 900, height: 600 });
  expect(filesOf((await findProduct(id, NOW))?.images ?? [])).toEqual(
    filesOf(imagesOf(before.published.images)),
  );

  const version = await catalogueVersion();
  const first = [listOf(draft).at(-1), ...listOf(draft).slice(0, -1)].flatMap((image) => image ?? []);
  const done = await publishAtDesk(formOf(draft, { images: imagesText(first) }), owner);
  expect(done).toMatchObject({ value: { kind: "done", published: ["images"], waiting: [] } });
  const product = await findProduct(id, NOW);
  expect(product?.images[0]).toMatchObject({ file, alt: "A red surface" });
  // It showed the first image before, and does so now: in lists, baskets, feeds and emails.
  expect(product?.variants.map(({ image }) => image.file)).toEqual([file]);
  expect(await variantImages(id)).toEqual([file]);
  expect(await changedProducts(version, await catalogueVersion(), 100)).toBeNull();
  expect(await deskActions(id)).toEqual(["product-drafted", "product-published"]);
});

test("the shop's image addresses show an uploaded image in every size and format", async () => {
  const id = await idOf("shape-sorter");
  const added = await upload("#224466");
  await saveDraftAtDesk(withUpload(await stateOf(id), added, ""), await person("owner"));
  const { file } = imageOfUpload(added);
  const request = { file, width: 640, quality: 75, format: "webp", isFixedFormat: false } as const;

  expect(await imageService.render(request)).toMatchObject({ contentType: "image/webp" });
  expect(await imageService.render({ ...request, format: "avif" })).toMatchObject({
    contentType: "image/avif",
  });
  expect(await imageService.measure(file)).toMatchObject({ width: 900, height: 600 });
  expect(await imageService.render({ ...request, file: `uploads/${"0".repeat(32)}.webp` })).toBeNull();
  expect(await imageService.render({ ...request, file: "uploads/../shop.db" })).toBeNull();
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

test("a file that is no image, damaged, moving, a bomb or too large is refused by its name", async () => {
  const whole = await jpeg({ width: 400, height: 300 });
  const refusal = async (content: Uint8Array) => {
    const done = await developUploads([{ name: "bad.png", content }]);
    return done.ok ? null : [done.code, done.detail];
  };
  const photo = { photo: "bad.png" };

  expect(await refusal(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).toEqual([
    "not-a-photo",
    photo,
  ]);
  expect(await refusal(whole.subarray(0, 400))).toEqual(["photo-broken", photo]);
  expect(await refusal(await animation())).toEqual(["photo-moves", photo]);
  expect(await refusal(await pngClaiming(60_000, 60_000))).toEqual(["photo-too-many-pixels", photo]);
  expect(await refusal(Buffer.alloc(8_000_001))).toEqual(["photo-too-large", { ...photo, maximum: 8 }]);
  const five = [1, 2, 3, 4, 5].map((each) => ({ name: `${each}.jpg`, content: whole }));
  expect(await developUploads(five)).toMatchObject({ code: "photos-too-many" });
});

test("an image without a text is not published, nor a product without any image", async () => {
  const owner = await person("owner");
  const id = await idOf("pull-along-dog");
  const added = await upload("#115511");
  await saveDraftAtDesk(withUpload(await stateOf(id), added, ""), owner);
  const draft = await stateOf(id);

  expect(await publishAtDesk(formOf(draft, {}), owner)).toMatchObject({ code: "image-text-missing" });
  expect(await publishAtDesk(formOf(draft, { images: "[]" }), owner)).toMatchObject({ code: "images-none" });
  expect(imagesOf((await stateOf(id)).published.images)).toHaveLength(3);
  const many = Array.from({ length: 41 }, (_, each) => ({ ...imageOfUpload(added), file: `${each}.jpg` }));
  expect(await saveDraftAtDesk(formOf(await stateOf(id), { images: imagesText(many) }), owner)).toMatchObject(
    {
      code: "images-too-many",
    },
  );
});

test("a removed image can be used again while it is a draft, and a new one for a day", async () => {
  const owner = await person("owner");
  const id = await idOf("bead-maze");
  const before = await stateOf(id);
  const [first] = listOf(before);
  if (!first) throw new Error("no image");
  const added = await upload("#443322");
  await saveDraftAtDesk(withUpload(before, added, "New"), owner);
  const { file } = imageOfUpload(added);
  const without = moved(listOf(before), "remove", first.file);
  await saveDraftAtDesk(formOf(await stateOf(id), { images: without }), owner);

  const draft = await stateOf(id);
  expect(filesOf(await findUnusedImages(draft))).toEqual([first.file, file]);
  expect((await findKnownImages(draft)).get(first.file)).toEqual(first);

  await cleanUpUploads(later(23 * 60));
  expect(await storedUploads()).toEqual([added.hash]);
  await cleanUpUploads(later(25 * 60));
  expect(await storedUploads()).toEqual([]);
});

test("an upload stays as long as a draft has it, and for good once it was published", async () => {
  const owner = await person("owner");
  const id = await idOf("abacus");
  const added = await upload("#998877");
  await saveDraftAtDesk(withUpload(await stateOf(id), added, "New"), owner);
  await cleanUpUploads(later(90 * 24 * 60));
  expect(await storedUploads()).toEqual([added.hash]);

  await publishAtDesk(formOf(await stateOf(id), {}), owner);
  const images = moved(listOf(await stateOf(id)), "remove", imageOfUpload(added).file);
  await publishAtDesk(formOf(await stateOf(id), { images }), owner);
  await cleanUpUploads(later(90 * 24 * 60));

  expect(await storedUploads()).toEqual([added.hash]);
  expect(filesOf(await findUnusedImages(await stateOf(id)))).toEqual([]);
});

test("of two who change the images at once the second sees both lists, and nothing of theirs is lost", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const id = await idOf("rainbow-stacker");
  const page = await stateOf(id);
  const [first, second] = listOf(page);
  if (!first || !second) throw new Error("too few images");
  const added = await upload("#0099aa");

  const done = await Promise.all([
    saveDraftAtDesk(formOf(page, { images: moved(listOf(page), "earlier", second.file) }), owner),
    saveDraftAtDesk(withUpload(page, added, "New"), editor),
  ]);

  const kinds = done.map((each) => (each.ok ? each.value.kind : each.code));
  expect([...kinds].sort()).toEqual(["conflict", "done"]);
  // Whichever was first: the file of the other is there for the choice.
  expect((await findKnownImages(await stateOf(id))).has(imageOfUpload(added).file)).toBe(true);
  await discardDraftAtDesk(id, owner);
});

test("images and a text that two people change at once are merged", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  const id = await idOf("rainbow-stacker");
  const page = await stateOf(id);
  const [, second] = listOf(page);
  const images = moved(listOf(page), "earlier", second?.file ?? "");

  const done = await Promise.all([
    publishAtDesk(formOf(page, { images }), owner),
    publishAtDesk(formOf(page, { pageTitle: "Theirs" }), editor),
  ]);

  expect(done).toMatchObject([{ value: { kind: "done" } }, { value: { kind: "done" } }]);
  expect((await stateOf(id)).published).toMatchObject({ images, pageTitle: "Theirs" });
});

test("packers and readers change no image", async () => {
  const id = await idOf("stacking-rings");
  const form = formOf(await stateOf(id), { images: "[]" });
  for (const role of ["packer", "reader"] as const) {
    const actor = await person(role);
    expect(await saveDraftAtDesk(form, actor)).toMatchObject({ code: "desk-not-allowed" });
    expect(await publishAtDesk(form, actor)).toMatchObject({ code: "desk-not-allowed" });
    expect(await putBackAtDesk(form, 1, actor)).toMatchObject({ code: "desk-not-allowed" });
  }
});

test("each publication is a version, and an earlier one becomes a draft with texts, price and images", async () => {
  const [owner, editor] = [await person("owner", later(1)), await person("editor", later(2))];
  const id = await idOf("shape-sorter");
  const imported = (await stateOf(id)).published;
  const [, second] = imagesOf(imported.images);
  const images = moved(imagesOf(imported.images), "earlier", second?.file ?? "");
  const shown = await variantImages(id);
  await publishAtDesk(formOf(await stateOf(id), { name: "Sorter", images, price: "4321" }), owner);
  await publishAtDesk(formOf(await stateOf(id), { name: "Another sorter" }), editor);

  const versions = await listVersions(id, 10);
  expect(versions.map(({ by, fields }) => [by, fields.name])).toEqual([
    ["The editor", "Another sorter"],
    ["The owner", "Sorter"],
    ["", imported.name],
  ]);

  const oldest = versions.at(-1)?.id ?? 0;
  expect(await putBackAtDesk(formOf(await stateOf(id), {}), oldest, editor)).toMatchObject({
    value: { isChanged: true },
  });
  const draft = await stateOf(id);
  expect(draft.fields).toEqual(imported);
  expect(draft.published.name).toBe("Another sorter");
  await publishAtDesk(formOf(draft, {}), owner);
  expect((await stateOf(id)).published).toEqual(imported);
  expect(await variantImages(id)).toEqual(shown);
  expect(await deskActions(id)).toEqual([
    ...["product-published", "product-published", "product-put-back", "product-published"],
  ]);
});

test("nothing is put back over changes that are not published, and no version of another product", async () => {
  const owner = await person("owner");
  const [id, other] = [await idOf("bead-maze"), await idOf("pull-along-dog")];
  await changeProduct(id, { name: "By a command" }, { now: NOW });
  await changeProduct(other, { name: "Another" }, { now: NOW });
  const [mine, theirs] = [(await listVersions(id, 1))[0], (await listVersions(other, 1))[0]];
  const put = async (typed: ProductChanges, version = mine?.id ?? 0) =>
    putBackAtDesk(formOf(await stateOf(id), typed), version, owner);

  expect(await put({ pageTitle: "Typed, and not saved" })).toMatchObject({ code: "desk-draft-first" });
  await saveDraftAtDesk(formOf(await stateOf(id), { pageTitle: "A draft" }), owner);
  expect(await put({})).toMatchObject({ code: "desk-draft-first" });
  expect((await stateOf(id)).fields.pageTitle).toBe("A draft");
  await discardDraftAtDesk(id, owner);
  expect(await put({}, theirs?.id ?? 0)).toMatchObject({ code: "desk-version-gone" });
  expect(await put({})).toMatchObject({ value: { isChanged: false } });
});

test("a version that is put back leaves out a sale that is over", async () => {
  const owner = await person("owner");
  const id = await idOf("pull-along-dog");
  await changeProduct(id, { sale: "100 2026-01-01 2026-01-31" }, { now: new Date("2026-01-10T12:00:00Z") });
  const [withSale] = await listVersions(id, 1);
  await changeProduct(id, { sale: "", name: "After the sale" }, { now: NOW });

  await putBackAtDesk(formOf(await stateOf(id), {}), withSale?.id ?? 0, owner);

  expect((await stateOf(id)).changes).toEqual({ name: withSale?.fields.name });
  await discardDraftAtDesk(id, owner);
});

test("what an import changed between two publications is a version too, and all but the present one go after two years", async () => {
  const id = await idOf("bead-maze");
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
  const id = await idOf("hammer-bench");
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
