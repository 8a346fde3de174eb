/** Images that are uploaded for articles and information pages (requirement desk-68). */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findArticle, findInformation } from "#app/models/content/content.server.ts";
import type { PageFields, PageRef } from "#app/models/content/page-fields.ts";
import { readPage } from "#app/models/desk/pages/page-form.ts";
import {
  cleanUpPageImages,
  findPageImageSize,
  listPageImages,
  listPageUploads,
  PAGE_IMAGES_MAX,
  type PageUpload,
} from "#app/models/desk/pages/page-images.server.ts";
import { previewArticle } from "#app/models/desk/pages/page-preview.server.ts";
import { makePage } from "#app/models/desk/pages/page-standing.server.ts";
import { findPageState } from "#app/models/desk/pages/page-states.server.ts";
import { discardPageDraft, publishPage, savePageDraft } from "#app/models/desk/pages/page-steps.server.ts";
import { textMarks } from "#app/models/shared/text-mark.server.ts";
import { developUploads } from "#app/models/desk/uploads.server.ts";
import { loader as imageFile } from "#app/routes/files/image.ts";
import { uploadName } from "#app/services/images/upload-names.ts";
import { NOW } from "#tests/support/now.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { jpeg } from "#tests/support/people/photographs.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const ABOUT: PageRef = { kind: "information", key: "about" };
const CARE: PageRef = { kind: "article", key: "3" };

const editor = () => person("editor");

async function upload(colour: string, alt = "A train of oak"): Promise<PageUpload> {
  const file = { name: "train.jpg", content: await jpeg({ width: 300, height: 200, colour }) };
  const developed = await developUploads([file]);
  const image = developed.ok ? developed.value[0] : undefined;
  if (!image) throw new Error("no image");
  return { ...image, alt };
}

async function edit(ref: PageRef, changes: Partial<PageFields> = {}) {
  const fields = (await findPageState(ref))?.fields;
  if (!fields) throw new Error(`no page ${ref.key}`);
  return { ref, typed: readPage(ref.kind, { ...fields, ...changes }, fields), marks: textMarks(fields) };
}

async function statusOf(file: string): Promise<number> {
  const request = new Request(`http://shop/image/${file}?w=240`, { headers: { Accept: "image/webp" } });
  const answer = await imageFile({ request, params: { "*": file }, context: {} });
  return answer.status;
}

const stored = async () => (await db().selectFrom("page_images").select("hash").execute()).length;

test("an uploaded image becomes that of a new article, is in its preview, and is on the shop once published", async () => {
  const actor = await editor();
  const made = await makePage({ kind: "article", title: "Oak trains", requestKey: "key" }, actor);
  if (!made.ok) throw new Error(made.code);
  const ref = made.value;
  const image = await upload("#224466");
  const file = uploadName(image.hash);

  expect(await savePageDraft(await edit(ref), actor, image)).toMatchObject({ value: { kind: "done" } });

  expect((await findPageState(ref))?.fields).toMatchObject({ image: file, imageAlt: "A train of oak" });
  expect(await previewArticle(ref.key, NOW)).toMatchObject({ image: { file, width: 300, height: 200 } });
  expect(await statusOf(file)).toBe(200);
  expect(await findArticle(ref.key)).toBeNull();
  const rest = { excerpt: "Short.", body: "Words.", section: "play" };
  expect(await publishPage(await edit(ref, rest), actor)).toMatchObject({ value: { isChanged: true } });
  expect(await findArticle(ref.key)).toMatchObject({
    image: { file, alt: "A train of oak", width: 300, height: 200 },
  });
  expect(await deskActions(`article/${ref.key}`)).toEqual([
    ...["page-made", "page-image-added", "page-drafted", "page-published"],
  ]);
});

test("an article that has an image stays with it until another one is chosen, and no unknown file is taken", async () => {
  const actor = await editor();
  const image = await upload("#552211");
  const file = uploadName(image.hash);
  await savePageDraft(await edit(CARE), actor, image);
  expect((await findPageState(CARE))?.fields.image).toBe("blog/caring-for-wooden-toys.jpg");
  expect((await listPageImages())[0]).toEqual({ file, alt: "A train of oak", width: 300, height: 200 });

  const unknown = await publishPage(await edit(CARE, { image: uploadName("0".repeat(32)) }), actor);
  expect(unknown).toMatchObject({ value: { errors: { image: expect.any(String) } } });
  expect(await outcomeOf(publishPage(await edit(CARE, { image: file }), actor))).toBe("done");
  expect((await findArticle("3"))?.image.file).toBe(file);
});

test("an image within the text passes the allow-list with its size, and a remote one does not", async () => {
  const image = await upload("#115533");
  const source = `/image/${uploadName(image.hash)}?w=1280`;
  const body = `![Oak](${source} "300x200")\n\n![Far](https://example.com/a.png)`;

  await publishPage(await edit(ABOUT, { body }), await editor());

  const { html = "" } = (await findInformation("about")) ?? {};
  expect(html).toContain(`src="${source}"`);
  expect(html).toContain('width="300" height="200"');
  expect(html).toContain('alt="Oak"');
  expect(html).not.toContain("example.com");
  expect(html).not.toContain("title=");
});

test("an image that was never published goes after a day, unless a draft has it; a published one stays", async () => {
  const actor = await editor();
  const [unused, drafted] = [await upload("#100000"), await upload("#200000")];
  const published = await upload("#300000");
  const inText = (image: PageUpload) => `![Oak](/image/${uploadName(image.hash)}?w=1280)`;
  for (const image of [unused, drafted, published]) await savePageDraft(await edit(CARE), actor, image);
  await publishPage(await edit(ABOUT, { body: inText(published) }), actor);
  await publishPage(await edit(ABOUT, { body: "Nothing." }), actor);
  await savePageDraft(await edit(CARE, { body: inText(drafted) }), actor);

  await cleanUpPageImages(later(23 * 60));
  expect(await stored()).toBe(3);
  await cleanUpPageImages(later(25 * 60));
  expect(await stored()).toBe(2);
  expect(await statusOf(uploadName(unused.hash))).toBe(404);
  expect(await statusOf(uploadName(published.hash))).toBe(200);
  await discardPageDraft(CARE, actor);
  await cleanUpPageImages(later(26 * 60));
  expect((await listPageUploads(9)).map(({ file }) => file)).toEqual([uploadName(published.hash)]);
});

test("the same image uploaded twice at once is stored once, also where two save one page", async () => {
  const [owner, other] = [await person("owner"), await editor()];
  const image = await upload("#445566");
  const [one, two] = [await edit(ABOUT, { title: "Mine" }), await edit(ABOUT, { title: "Ours" })];

  const done = await atOnce(
    savePageDraft(one, owner, image),
    savePageDraft(two, other, { ...image, alt: "An oak train" }),
  );

  expect(done).toEqual(["conflict", "done"]);
  expect(await stored()).toBe(1);
});

test("of hundreds of uploads the newest are listed, and an older one is still known by its file", async () => {
  const hash = (index: number) => String(index).padStart(32, "0");
  const size = { width: 300, height: 200, alt: "Oak" };
  const count = 3 * PAGE_IMAGES_MAX;
  const before = (await listPageImages()).length;
  const numbers = Array.from({ length: count }, (_, index) => index);
  const { id } = await db().selectFrom("products").select("id").orderBy("id").executeTakeFirstOrThrow();
  const uploads = numbers.map((index) => ({
    ...{ hash: hash(index), ...size, whole: "", published_at: null },
    created_at: later(index).toISOString(),
  }));
  await db().insertInto("page_images").values(uploads).execute();
  const ofProducts = numbers.map((index) => ({
    ...{ product_id: id, variant_key: null, file: uploadName(hash(count + index)), role: "detail" },
    ...{ ...size, sink_percent: 0, position: 100 + index },
  }));
  await db().insertInto("product_images").values(ofProducts).execute();

  const listed = await listPageImages();

  expect(listed).toHaveLength(before + 2 * PAGE_IMAGES_MAX);
  expect(listed[0]?.file).toBe(uploadName(hash(count - 1)));
  expect(listed.at(-1)?.file).toBe(uploadName(hash(2 * count - PAGE_IMAGES_MAX)));
  const state = await findPageState(CARE);
  for (const index of [0, count])
    expect(state && (await findPageImageSize(uploadName(hash(index)), state))).toEqual({
      ...{ width: 300, height: 200 },
    });
});
