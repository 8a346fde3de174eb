/** The form of a product at the desk with files: what is refused, what is stored, and what stays in the form. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { DeskVisit } from "#app/http/request/require-staff.server.ts";
import { withUploads } from "#app/http/request/upload-form.server.ts";
import { imagesOf } from "#app/models/catalogue/editing/product-images.ts";
import { inputsOf } from "#app/models/desk/products/product-form.ts";
import { findDeskSession } from "#app/models/staff/session.server.ts";
import { editedProduct } from "#app/routes/desk/products/edit.server.ts";
import { findProductPage } from "#app/routes/desk/products/product.server.ts";
import { loader as imageFile } from "#app/routes/files/image.ts";
import { textMarks } from "#app/models/shared/text-mark.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { jpeg, pngClaiming } from "#tests/support/people/photographs.ts";
import { draftStateOf, productIdOf } from "#tests/support/people/desk/product-page.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const FORMAT = { currency: "GBP", locale: "en-GB" } as const;
const JPEG = await jpeg({ width: 300, height: 200 });

async function visitOf(role: "owner" | "reader" = "owner"): Promise<DeskVisit> {
  const { token } = await deskPerson(role);
  const found = await findDeskSession(token, NOW);
  if (!found) throw new Error("no session");
  return { ...found, actor: await actorAt(token) };
}

type Sent = Readonly<{
  intent: string;
  typed?: Record<string, string>;
  files?: ReadonlyArray<readonly [string, Uint8Array]>;
}>;

/** Sends the form as the page has it, as a browser does. */
async function send(
  id: number,
  visit: DeskVisit,
  { intent, typed = {}, files = [] }: Sent,
): Promise<Response> {
  const state = await draftStateOf(id);
  const marks = Object.entries(textMarks(state.fields)).map(
    ([field, mark]) => [`was-${field}`, mark] as const,
  );
  const form = new FormData();
  const fields = {
    version: String(state.version),
    ...Object.fromEntries(marks),
    ...inputsOf(state.fields, FORMAT),
  };
  for (const [name, value] of Object.entries({ ...fields, ...typed, intent })) form.set(name, value);
  for (const [name, content] of files) form.append("files", new File([new Uint8Array(content)], name));
  if (files.length === 0) form.append("files", new File([], ""));
  const request = new Request("http://localhost/desk/products/1", { method: "POST", body: form });
  const options = { name: "files", by: "staff" as const, maxBytes: 40_000_000 };
  const busy = async () => {
    throw new Error("busy");
  };
  try {
    return await withUploads(request, {
      ...{ ...options, busy },
      use: (upload) => editedProduct(id, upload, visit),
    });
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

const stored = async () => (await db().selectFrom("uploaded_images").select("hash").execute()).length;

test.each<readonly [string, ReadonlyArray<readonly [string, Uint8Array]>, string]>([
  ["a large file", [["a.jpg", Buffer.alloc(8_000_001)]], "“a.jpg” is larger than 8 MB. Choose a smaller one"],
  [
    "five files",
    [1, 2, 3, 4, 5].map((each) => [`${each}.jpg`, JPEG] as const),
    "Choose up to 4 photographs. You chose 5",
  ],
  [
    "a page that is called an image",
    [
      ["a.jpg", JPEG],
      ["b.jpg", Buffer.from("<html><script>alert(1)</script>")],
    ],
    "“b.jpg” is not an image we can open. Choose a JPEG, PNG, WebP or AVIF",
  ],
  [
    "half a file",
    [["half.jpg", JPEG.subarray(0, 200)]],
    "“half.jpg” is damaged, so we cannot open it. Choose another",
  ],
  [
    "a bomb",
    [["bomb.png", await pngClaiming(60_000, 60_000)]],
    "“bomb.png” has too many pixels. Choose one of up to 50 megapixels",
  ],
])("with %s nothing is stored, and everything typed stays", async (_, files, message) => {
  const id = await productIdOf("tractor");
  const answer = await send(id, await visitOf(), { intent: "upload", typed: { name: "Typed" }, files });

  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ errors: { files: message }, values: { name: "Typed" } });
  expect([await stored(), (await draftStateOf(id)).changes]).toEqual([0, {}]);
});

test("an upload saves what was typed with it, and a form that brings a file is never published at once", async () => {
  const [id, visit] = [await productIdOf("tractor"), await visitOf()];
  const answer = await send(id, visit, {
    intent: "publish",
    typed: { name: "Typed" },
    files: [["a.jpg", JPEG]],
  });

  expect([answer.status, answer.headers.get("Location")]).toEqual([
    303,
    `/desk/products/${id}?done=images#images`,
  ]);
  const state = await draftStateOf(id);
  expect([state.fields.name, state.published.name]).toEqual(["Typed", expect.not.stringContaining("Typed")]);
  expect(imagesOf(state.fields.images)).toHaveLength(4);
  expect((await findProductPage(id, visit)).missing).toEqual([
    { id: "alt-3", text: "Description of image 4" },
  ]);

  const refused = await send(id, visit, { intent: "publish" });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ errors: { "alt-3": "Describe this image" } });
  const done = await send(id, visit, { intent: "publish", typed: { "alt-3": "A tractor" } });
  expect(done.headers.get("Location")).toBe(`/desk/products/${id}?done=publish`);
});

test("after another error the files have to be chosen again, and the form says so", async () => {
  const id = await productIdOf("delivery-van");
  const files = [["a.jpg", JPEG] as const];
  const answer = await send(id, await visitOf(), { intent: "upload", typed: { price: "cheap" }, files });

  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    errors: { price: "Type an amount such as 46.50", files: "Please choose the images again" },
  });
  expect(await stored()).toBe(0);
  const none = await send(id, await visitOf(), { intent: "upload" });
  expect(await none.json()).toMatchObject({ errors: { files: "Choose one or more files first" } });
});

test("a form that names a file of another product, or a button that nobody made, is refused", async () => {
  const [id, visit] = [await productIdOf("delivery-van"), await visitOf()];
  const images = "products/rainbow-stacker-1.jpg ../../shop.db";

  expect((await send(id, visit, { intent: "save", typed: { images } })).status).toBe(422);
  expect((await send(id, visit, { intent: "burn everything" })).status).toBe(400);
  expect((await send(id, visit, { intent: "put-back 99999" })).status).toBe(404);
  expect((await draftStateOf(id)).changes).toEqual({});
});

test("buttons move, remove and bring back images of a draft", async () => {
  const [id, visit] = [await productIdOf("train-set"), await visitOf()];
  const files = async () => imagesOf((await draftStateOf(id)).fields.images).map(({ file }) => file);
  const [one = "", two = "", three = ""] = await files();

  await send(id, visit, { intent: `later ${one}` });
  expect(await files()).toEqual([two, one, three]);
  await send(id, visit, { intent: `remove ${two}` });
  expect(await files()).toEqual([one, three]);
  expect((await findProductPage(id, visit)).images.unused.map(({ file }) => file)).toEqual([two]);
  await send(id, visit, { intent: `use ${two}` });
  expect(await files()).toEqual([one, three, two]);
  await send(id, visit, { intent: "discard" });
  expect(await files()).toEqual([one, two, three]);
});

test("the address of an uploaded image answers like that of an imported one", async () => {
  const [id, visit] = [await productIdOf("racing-cars"), await visitOf()];
  await send(id, visit, { intent: "upload", files: [["a.jpg", JPEG]] });
  const file = imagesOf((await draftStateOf(id)).fields.images).at(-1)?.file ?? "";
  const ask = (path: string) =>
    imageFile({
      request: new Request(`http://localhost/image/${path}?w=160`, { headers: { Accept: "image/webp" } }),
      params: { "*": path },
      context: {},
    });

  const answer = await ask(file);
  expect([answer.status, answer.headers.get("Content-Type"), answer.headers.get("Vary")]).toEqual([
    ...[200, "image/webp", "Accept"],
  ]);
  expect((await ask("uploads/00000000000000000000000000000000.webp")).status).toBe(404);
});
