/** Whatever shoppers read is looked through for claims, by the same rules, however it came into the shop. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { PageRef } from "#app/models/content/page-fields.ts";
import { publishPage } from "#app/models/desk/pages/page-steps.server.ts";
import { findPageState } from "#app/models/desk/pages/page-states.server.ts";
import { textClaimLines } from "#app/models/health/text-claims.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const CLAIM = "An eco-friendly choice. Nothing is charged before dispatch.";

/** Both change one row, and put it back. */
const inTable =
  (table: "brands" | "categories" | "products" | "delivery_methods", column: string, changed = CLAIM) =>
  async () => {
    const key = table === "delivery_methods" ? "key" : "id";
    const before = (
      await db()
        .selectFrom(table)
        .selectAll()
        .orderBy(key as never)
        .execute()
    )[0] as Row;
    const write = async (value: unknown) => {
      const change = db()
        .updateTable(table)
        .set({ [column]: value } as never);
      await change.where(key as never, "=", before[key] as never).execute();
      await bumpCatalogueVersion();
    };
    await write(changed);
    return () => write(before[column]);
  };

type Row = Readonly<Record<string, unknown>>;

async function inSetting() {
  const row = db().selectFrom("settings").select("value").where("key", "=", "settings");
  const { value: before } = await row.executeTakeFirstOrThrow();
  const write = async (value: string) => {
    await db().updateTable("settings").set({ value }).where("key", "=", "settings").execute();
    await bumpCatalogueVersion();
  };
  await write(JSON.stringify({ ...JSON.parse(before), store_strapline: CLAIM }));
  return () => write(before);
}

const inPage = (ref: PageRef) => async () => {
  const state = await findPageState(ref);
  if (!state) throw new Error(`There is no ${ref.key}`);
  const typed = { ...state.fields, body: `${state.fields.body}\n\n${CLAIM}` };
  expect(await publishPage({ ref, typed, marks: null }, await person("owner"))).toMatchObject({ ok: true });
  return async () => undefined;
};

test("the demo makes no claim of either kind", async () => {
  expect((await textClaimLines()).map(({ verdict }) => verdict)).toEqual(["ok", "ok"]);
});

test.each<[string, string, () => Promise<() => Promise<void>>]>([
  ["brand ", ", story: ", inTable("brands", "story")],
  ["category ", ", description: ", inTable("categories", "description")],
  ["Rainbow Stacker (", "), description: ", inTable("products", "description")],
  ["delivery ", ", description: ", inTable("delivery_methods", "description")],
  ["settings", ", strapline: ", inSetting],
  ["page about", ", html: ", inPage({ kind: "information", key: "about" })],
  ["article 5", ", html: ", inPage({ kind: "article", key: "5" })],
])("doctor names the text of %s that makes them, and the field", async (name, field, change) => {
  const putBack = await change();
  const lines = await textClaimLines();
  await putBack();

  expect(lines.map(({ verdict }) => verdict)).toEqual(["warn", "warn"]);
  for (const { words, remedy } of lines) {
    expect(words).toContain(`: ${name}`);
    expect(words).toContain(field);
    expect(remedy).toMatch(/at the desk.*store\.json.*import-catalogue/);
  }
});

test("doctor takes no slug, no address and no name of a file for a text", async () => {
  const named = [
    inTable("brands", "slug", "eco-toys"),
    inTable("brands", "image", "brands/eco-friendly.jpg"),
  ];
  for (const change of named) {
    const putBack = await change();
    const lines = await textClaimLines();
    await putBack();
    expect(lines.map(({ verdict }) => verdict)).toEqual(["ok", "ok"]);
  }
});
