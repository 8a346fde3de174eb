/** The largest product is saved with its form, and a save loses nothing while others upload. */
import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { FIELDS_MAX } from "#app/http/request/form-limits.ts";
import { withUploads } from "#app/http/request/upload-form.server.ts";
import { findChargeClaims } from "#tests/support/checks/charge-claims.ts";
import {
  IMAGE_TEXT_MAX,
  imagesOf,
  PRODUCT_IMAGES_MAX,
} from "#app/models/catalogue/editing/product-images.ts";
import { TEXT_NAMES } from "#app/models/catalogue/editing/declared-fields.ts";
import type { ProductFields } from "#app/models/catalogue/editing/product-fields.ts";
import { PRODUCT_VARIANTS_MAX, type ValueName } from "#app/models/catalogue/editing/variant-options.ts";
import { markOfVariants, readProductVariants } from "#app/models/catalogue/editing/product-options.server.ts";
import { imageTextInput, inputsOf } from "#app/models/desk/products/product-form.ts";
import { type DraftState, saveDraftAtDesk } from "#app/models/desk/products/product-steps.server.ts";
import { addOptionAtDesk } from "#app/models/desk/products/variant-steps.server.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { action as pageAction } from "#app/routes/desk/pages/page.tsx";
import { action, loader } from "#app/routes/desk/product.tsx";
import { textMarks } from "#app/models/shared/text-mark.server.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { jpeg } from "#tests/support/people/photographs.ts";
import { deskCookieOf } from "#tests/support/people/desk/desk-cookie.ts";
import { answerOf } from "#tests/support/people/loader-requests.ts";
import { draftStateOf, productIdOf } from "#tests/support/people/desk/product-page.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** Characters, as its field allows. */
const DESCRIPTION_MAX = 10_000;

const JPEG = await jpeg({ width: 300, height: 200 });

/** As a browser sends the form of the product's page. */
async function formOf(id: number, typed: Readonly<Record<string, string>>, file: Uint8Array | null) {
  return formAt(await draftStateOf(id), typed, file);
}

/** Of the page as it was shown at `state`. */
function formAt(
  { version, fields }: DraftState,
  typed: Readonly<Record<string, string>>,
  file: Uint8Array | null = null,
) {
  const marks = Object.entries(textMarks(fields)).map(([field, mark]) => [`was-${field}`, mark] as const);
  const inputs = inputsOf(fields, { currency: "GBP", locale: "en-GB" });
  const form = new FormData();
  const all = { version: String(version), ...Object.fromEntries(marks), ...inputs, ...typed };
  for (const [name, value] of Object.entries({ intent: "save", ...all })) form.set(name, value);
  form.append("files", file ? new File([new Uint8Array(file)], "a.jpg") : new File([], ""));
  return form;
}

let cookie: string | null = null;

async function sent(
  act: (args: ActionFunctionArgs) => Promise<Response>,
  params: Readonly<Record<string, string>>,
  body: FormData,
): Promise<Response> {
  const headers = { Cookie: cookie ?? "", Host: "localhost" };
  const request = new Request("http://localhost/desk", { method: "POST", headers, body });
  return answerOf(() => act({ request, params, context: {} }));
}

async function addOption(productId: number, name: string, labels: ReadonlyArray<string>): Promise<void> {
  const { token } = await deskPerson("editor", `${name}@example.com`);
  const value = (label: string): ValueName => ({ label, hex: "#dd8f5c" });
  const step = { productId, mark: markOfVariants(await readProductVariants(productId)) };
  const option = { name, type: "swatch", present: value("First"), values: labels.map(value) } as const;
  const done = await addOptionAtDesk(step, option, await actorAt(token));
  if (!done.ok) throw new Error(done.code);
}

async function giveImages(productId: number): Promise<void> {
  const have = imagesOf((await draftStateOf(productId)).fields.images).length;
  const rows = Array.from({ length: PRODUCT_IMAGES_MAX - have }, (_, index) => ({
    ...{ product_id: productId, variant_key: null, file: `products/more-${index}.jpg`, alt: "One more" },
    ...{ role: "detail", width: 300, height: 200, sink_percent: 0, position: have + index },
  }));
  await db().insertInto("product_images").values(rows).execute();
}

test("a product with as many variants, images and words as it may have is saved", async () => {
  cookie = await deskCookieOf("owner");
  const id = await productIdOf("stacking-rings");
  await addOption(
    id,
    "Colour",
    Array.from({ length: 29 }, (_, index) => `Colour ${index}`),
  );
  await addOption(id, "Size", ["Large"]);
  await giveImages(id);
  const { variants } = await readProductVariants(id);
  expect(variants).toHaveLength(PRODUCT_VARIANTS_MAX);
  const words = (length: number) => "A ring, as “round” as it can be. ".repeat(400).slice(0, length);
  const texts = Array.from(
    { length: PRODUCT_IMAGES_MAX },
    (_, index) => [imageTextInput(index), words(IMAGE_TEXT_MAX)] as const,
  );
  const description = words(DESCRIPTION_MAX);
  const form = await formOf(id, { description, ...Object.fromEntries(texts) }, null);
  expect([...form.keys()].length).toBeGreaterThan(150);
  expect([...form.keys()].length).toBeLessThanOrEqual(FIELDS_MAX);

  const answer = await sent(action, { productId: String(id) }, form);

  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/desk/products/${id}?done=save`]);
  const { fields } = await draftStateOf(id);
  expect(fields.description).toBe(description.trim());
  expect(imagesOf(fields.images)).toHaveLength(PRODUCT_IMAGES_MAX);
});

/** Four forms whose files are being read until `release`. */
function fourUploads() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const four = [1, 2, 3, 4].map(() => {
    const body = new FormData();
    body.append("files", new File([new Uint8Array(JPEG)], "a.jpg"));
    const request = new Request("http://localhost/x", { method: "POST", body });
    return new Promise<void>((isRead) => {
      const use = async () => {
        isRead();
        await released;
      };
      void withUploads(request, { name: "files", by: "staff", maxBytes: 1_000_000, use, busy: use });
    });
  });
  return { isUnderWay: Promise.all(four), release };
}

test("while four others upload, a save without a file succeeds, and one with a file keeps its words", async () => {
  cookie = await deskCookieOf("owner");
  const id = await productIdOf("tractor");
  const others = fourUploads();
  await others.isUnderWay;
  try {
    const busy = await sent(
      action,
      { productId: String(id) },
      await formOf(id, { name: "Typed", version: "3" }, JPEG),
    );
    expect(busy.status).toBe(503);
    expect(await busy.json()).toMatchObject({
      errors: { files: expect.stringContaining("too many images at once") },
      values: { name: "Typed", version: "3" },
    });
    const saved = await sent(action, { productId: String(id) }, await formOf(id, { name: "Typed" }, null));
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, `/desk/products/${id}?done=save`]);

    const page = new FormData();
    for (const [name, value] of Object.entries({ title: "Typed", body: "Words", intent: "publish" }))
      page.set(name, value);
    page.set("files", new File([new Uint8Array(JPEG)], "a.jpg"));
    const refused = await sent(pageAction, { pageKind: "information", pageKey: "about" }, page);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ values: { title: "Typed", body: "Words" } });
  } finally {
    others.release();
  }
});

test("no text of a product is published that says when a card is charged", async () => {
  cookie = await deskCookieOf("owner");
  const id = await productIdOf("tractor");
  const claim = "Nothing is charged before dispatch.";

  for (const field of TEXT_NAMES) {
    const form = await formOf(id, { intent: "publish", [field]: claim }, null);
    const answer = await sent(action, { productId: String(id) }, form);
    expect(answer.status, field).toBe(422);
    const { errors, values } = (await answer.json()) as Record<string, Record<string, string>>;
    expect(errors).toEqual({ [field]: expect.stringContaining(`“${claim}”`) });
    expect(values?.[field], "what was typed stays").toBe(claim);
  }
  expect(await findChargeClaims()).toEqual([]);
});

/** The colleague saves `typed` as a draft. */
async function colleague(id: number, typed: Partial<ProductFields>) {
  const person = await deskPerson("editor");
  const actor = await actorAt(person.token);
  const { version, fields } = await draftStateOf(id);
  const form = { ...{ id, version, marks: textMarks(fields) }, typed: { ...fields, ...typed } };
  expect(await saveDraftAtDesk(form, actor)).toMatchObject({ value: { isChanged: true } });
  return actor;
}

test("a draft that a colleague changed since is not discarded, and the page says so", async () => {
  cookie = await deskCookieOf("owner");
  const id = await productIdOf("tractor");
  await colleague(id, { name: "Seen" });
  const shown = await draftStateOf(id);
  await colleague(id, { pageTitle: "Saved since" });

  const refused = await sent(action, { productId: String(id) }, formAt(shown, { intent: "discard" }));

  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    errors: { form: expect.stringContaining("Nothing was discarded") },
  });
  expect((await draftStateOf(id)).changes).toEqual({ name: "Seen", pageTitle: "Saved since" });
  const done = await sent(action, { productId: String(id) }, await formOf(id, { intent: "discard" }, null));
  expect(done.headers.get("Location")).toBe(`/desk/products/${id}?done=discard`);
  expect((await draftStateOf(id)).changes).toEqual({});
});

test("the page of two versions names who wrote the other one, not who did something else since", async () => {
  cookie = await deskCookieOf("owner");
  const id = await productIdOf("tractor");
  const shown = await draftStateOf(id);
  const actor = await colleague(id, { name: "Theirs" });
  await writeDeskLog(
    { ...actor, staff: { ...actor.staff, name: "Somebody else" } },
    { action: "variants-hidden", subject: { kind: "product", id: String(id) } },
  );

  const answer = await sent(action, { productId: String(id) }, formAt(shown, { name: "Yours" }));

  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ conflict: { by: "The editor", intent: "save" } });
});

test("a description beyond ASCII is saved as long as its field allows", async () => {
  cookie = await deskCookieOf("owner");
  const id = await productIdOf("tractor");
  const description = "ж".repeat(DESCRIPTION_MAX);

  const answer = await sent(action, { productId: String(id) }, await formOf(id, { description }, null));

  expect(answer.status).toBe(303);
  expect((await draftStateOf(id)).fields.description).toBe(description);
});

test.each([...TEXT_NAMES, imageTextInput(0)])(
  "a general claim about the environment in %s is saved, and the page warns of it",
  async (field) => {
    cookie = await deskCookieOf("editor");
    const params = { productId: String(await productIdOf("tractor")) };
    const request = () => new Request("http://localhost/desk", { headers: { Cookie: cookie ?? "" } });
    const warning = async () =>
      (await (await loader({ request: request(), params, context: {} })).json()).product.claimWarning;
    expect(await warning()).toBeNull();

    await sent(
      action,
      params,
      await formOf(Number(params.productId), { [field]: "Kind to the planet" }, null),
    );

    expect(await warning()).toContain("“kind to the planet”");
  },
);
