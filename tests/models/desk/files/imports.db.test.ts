import { buffer } from "node:stream/consumers";

import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { changeProduct, findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import { saleText } from "#app/models/catalogue/editing/product-fields.ts";
import { listVersions } from "#app/models/catalogue/editing/product-versions.server.ts";
import { findStockHistory, setStock } from "#app/models/catalogue/inventory/stock.server.ts";
import {
  addRedirect,
  findRedirect,
  listRedirects,
  removeRedirect,
} from "#app/models/catalogue/redirects/redirect.server.ts";
import { openExport } from "#app/models/desk/files/exports.server.ts";
import { checkFile } from "#app/models/desk/files/import-check.server.ts";
import type { CheckedLine, CsvKind, ImportKind } from "#app/models/desk/files/import-kinds.ts";
import { countImportLines, listImportLines } from "#app/models/desk/files/import-lines.server.ts";
import {
  applyImport,
  cleanUpImports,
  discardImport,
  findImport,
  isUndoable,
  listImports,
  undoImport,
  uploadImport,
} from "#app/models/desk/files/imports.server.ts";
import { csvStream } from "#app/models/shared/csv-export.server.ts";
import { commandLineActor, type DeskActor } from "#app/models/staff/log.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const DAY_MINUTES = 1_440;
const COMMAND = commandLineActor(NOW);
const person = async (role: StaffRole, email?: string) => actorAt((await deskPerson(role, email)).token);

async function exported(kind: CsvKind): Promise<Buffer> {
  const table = await openExport(
    { kind, hasNames: false, span: { from: null, to: null }, view: null },
    COMMAND,
  );
  if (!table.ok) throw new Error(table.code);
  return buffer(csvStream(table.value));
}

async function check(kind: ImportKind, text: string | Buffer, actor: DeskActor = COMMAND) {
  const done = await checkFile(kind, Buffer.from(text), actor);
  if (!done.ok) throw new Error(`${done.code} ${JSON.stringify(done.detail)}`);
  return done.value;
}

async function upload(kind: ImportKind, text: string, actor: DeskActor = COMMAND): Promise<number> {
  const done = await uploadImport({ kind, fileName: `${kind}.csv`, content: Buffer.from(text) }, actor);
  if (!done.ok) throw new Error(done.code);
  return done.value.id;
}

/** Uploads and applies. */
async function bring(kind: ImportKind, text: string, actor: DeskActor = COMMAND): Promise<number> {
  const id = await upload(kind, text, actor);
  expect(await applyImport({ id, version: 1 }, actor)).toMatchObject({
    ok: true,
    value: { isChanged: true },
  });
  return id;
}

const outcomes = (lines: ReadonlyArray<CheckedLine>) => lines.map(({ outcome }) => outcome);
const reasons = (lines: ReadonlyArray<CheckedLine>) => lines.map(({ reason }) => reason);

/** A product with one variant and a product with several, none with a price of its own and none on sale. */
async function products() {
  const rows = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["products.id", "variants.sku", "products.price_minor as price", "products.name"])
    .where("variants.price_minor", "is", null)
    .where("variants.sale_price_minor", "is", null)
    .where("products.sale_price_minor", "is", null)
    .orderBy("products.id")
    .orderBy("variants.sku")
    .execute();
  const byId = new Map<number, Array<(typeof rows)[number]>>();
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  const groups = [...byId.values()];
  const singles = groups.filter(({ length }) => length === 1).flat();
  const [one, two] = singles;
  const several = groups.find(({ length }) => length > 1);
  if (!one || !two || !several) throw new Error("no such products");
  return { one, two, several, singles };
}

const pounds = (minor: number) => (minor / 100).toFixed(2);

async function stateOf(id: number) {
  const state = await findProductState(id);
  if (!state) throw new Error("no such product");
  return state.fields;
}

test.each<CsvKind>(["products", "stock", "redirects"])(
  "a file of %s that was exported and comes back unchanged changes nothing",
  async (kind) => {
    const { one, two } = await products();
    const odd = {
      name: "=1+1",
      shortDescription: "'=kept",
      description: '+44 “so”\n\n- one, "two"; three\t.',
    };
    await changeProduct(one.id, { ...odd, visibility: "nobody" }, { now: NOW });
    const sale = saleText({ minor: two.price - 100, first: "2999-01-01", last: null });
    await changeProduct(two.id, { sale }, { now: NOW });
    await addRedirect({ from: "/old-prams", to: "/c/prams", now: NOW });
    await addRedirect({ from: "/@old", to: "/c/prams?sort=price-asc", now: NOW });

    const { lines, needsCode, unread } = await check(kind, await exported(kind));

    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter(({ outcome }) => outcome !== "unchanged")).toEqual([]);
    expect(needsCode).toBe(false);
    expect(unread).not.toContain("price");
    const id = await upload(kind, (await exported(kind)).toString());
    expect(await applyImport({ id, version: 1 }, COMMAND)).toMatchObject({ code: "import-nothing" });
  },
);

test("a product whose texts are too long for the desk's form takes a price, and its file comes back unchanged", async () => {
  const { one } = await products();
  const { details } = await db()
    .selectFrom("products")
    .select("details")
    .where("id", "=", one.id)
    .executeTakeFirstOrThrow();
  const known = JSON.parse(details) as Readonly<Record<string, object>>;
  const manufacturer = { ...known["manufacturer"], address: `4 Yard\n${"x".repeat(500)}` };
  await db()
    .updateTable("products")
    .set({ short_description: "x".repeat(401), meta_description: `${"x".repeat(401)} ` })
    .set({ details: JSON.stringify({ ...known, manufacturer }), sale_price_minor: one.price })
    .set({ age_min_months: 36, age_max_months: 36 })
    .where("id", "=", one.id)
    .execute();
  const before = await stateOf(one.id);

  const { lines } = await check("products", await exported("products"));
  expect(lines.filter(({ outcome }) => outcome !== "unchanged")).toEqual([]);
  await bring("products", `sku,page title\n${one.sku},New title`);
  await bring("products", `sku,price\n${one.sku},${pounds(one.price + 100)}`);

  const after = { ...before, pageTitle: "New title", price: String(one.price + 100) };
  expect(await stateOf(one.id)).toEqual(after);
});

test("each line of a check says what it is, with old and new values and a reason, and nothing is written", async () => {
  const { one, two } = await products();
  const before = await stateOf(one.id);
  const file = [
    "Article number,Name,Price,Sale price,Visible,Colour",
    `${one.sku},"A new, name",${pounds(one.price + 100)},,yes,red`,
    `${two.sku},,${pounds(two.price)},${pounds(two.price + 1)},perhaps,`,
    "NO-SUCH,x,1,,yes,",
    `${one.sku},again,1,,yes,`,
    ",x,1,,yes,",
  ].join("\r\n");

  const { lines, unread } = await check("products", file);

  expect(outcomes(lines)).toEqual(["changed", "wrong", "wrong", "wrong", "wrong"]);
  expect(lines[0]).toMatchObject({
    line: 2,
    subject: String(one.id),
    changes: { name: [before.name, "A new, name"], price: [String(one.price), String(one.price + 100)] },
  });
  const [, second = "", third, fourth, fifth] = reasons(lines);
  expect(second).toContain("name: Write something here");
  expect(second).toContain("sale price: Must be less than the price");
  expect(second).toContain("visible: Type yes, no or only with its address");
  expect(third).toContain("There is no such article number");
  expect(fourth).toBe("Line 2 is about the same");
  expect(fifth).toContain("is empty");
  expect(unread).toEqual(["colour"]);
  expect(await stateOf(one.id)).toEqual(before);
});

test("variants of a product share its fields: rows that differ are wrong, and one row is enough", async () => {
  const { several } = await products();
  const [first, second] = several;
  const rows = (...prices: ReadonlyArray<number>) =>
    ["sku,price", ...prices.map((price, at) => `${several[at]?.sku ?? ""},${pounds(price)}`)].join("\n");
  const price = first?.price ?? 0;

  const differing = await check("products", rows(price + 100, price));
  const same = await check("products", rows(price + 100, price + 100));
  const alone = await check("products", rows(price + 100));

  expect(outcomes(differing.lines)).toEqual(["wrong", "wrong"]);
  expect(reasons(differing.lines)[0]).toContain("another row of this product says something else");
  expect(outcomes(same.lines)).toEqual(["changed", "changed"]);
  expect(outcomes(alone.lines)).toEqual(["changed"]);
  expect(second?.id).toBe(first?.id);
});

test("a price of a variant's own changes alone, and prices in another currency are none of the shop's", async () => {
  const { one } = await products();
  await db().updateTable("variants").set({ price_minor: 4_200 }).where("sku", "=", one.sku).execute();

  const own = await check("products", `sku,price\n${one.sku},43`);
  const euro = await check("products", `sku,name,currency\n${one.sku},New,EUR`);
  const unchanged = await check("products", `sku,price,name\n${one.sku},42.00,New`);

  expect(Object.keys(own.lines[0]?.changes ?? {})).toEqual(["ownPrices"]);
  expect(reasons(euro.lines)[0]).toContain("Prices are in GBP");
  expect(unchanged.lines[0]?.changes).toEqual({ name: [one.name, "New"] });
});

test("what was checked is applied as the desk's form does it: prices, history, versions, the mark of an edit", async () => {
  const { one, several } = await products();
  const owner = await person("owner");
  const rows = several.map(({ sku }) => `${sku},Renamed,,`);
  const file = [
    "sku,name,sale price,sale until",
    `${one.sku},Better,${pounds(one.price - 100)},2999-12-31`,
    ...rows,
  ];

  const id = await bring("products", file.join("\n"), owner);

  expect(await stateOf(one.id)).toMatchObject({ name: "Better", sale: `${one.price - 100} - 2999-12-31` });
  expect((await stateOf(several[0]?.id ?? 0)).name).toBe("Renamed");
  const row = await db()
    .selectFrom("products")
    .select(["edited_at", "sale_price_minor"])
    .where("id", "=", one.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ edited_at: NOW.toISOString(), sale_price_minor: one.price - 100 });
  expect((await listVersions(one.id, 5)).map(({ by }) => by)).toEqual(["The owner", ""]);
  const spans = await db()
    .selectFrom("price_history")
    .innerJoin("variants", "variants.id", "variant_id")
    .select("price_history.price_minor")
    .where("sku", "=", one.sku)
    .where("currency", "=", "GBP")
    .where("valid_to", "is", null)
    .execute();
  expect(spans).toEqual([{ price_minor: one.price - 100 }]);
  expect(await deskActions(id)).toEqual(["file-imported"]);
  expect(await findImport(id, owner)).toMatchObject({ state: "applied", by: "The owner" });
});

test("a file with one wrong line changes nothing, and nor does one whose check does not stand any more", async () => {
  const { one, two } = await products();
  const owner = await person("owner");
  const wrong = await upload("products", `sku,name\n${one.sku},New\nNO-SUCH,x`, owner);
  const stale = await upload("products", `sku,name\n${one.sku},New\n${two.sku},Newer`, owner);
  await changeProduct(two.id, { name: "By hand" }, { now: NOW });

  expect(await applyImport({ id: wrong, version: 1 }, owner)).toMatchObject({ code: "import-wrong" });
  expect(await applyImport({ id: stale, version: 1 }, owner)).toMatchObject({ code: "import-stale" });

  expect((await stateOf(one.id)).name).toBe(one.name);
  const { lines } = await listImportLines(stale, { show: "changed", after: 0 });
  expect(lines[1]?.changes).toEqual({ name: ["By hand", "Newer"] });
  // The check is another one now: the form of the first is refused, that of the second is not.
  expect(await applyImport({ id: stale, version: 1 }, owner)).toMatchObject({ code: "import-earlier-check" });
  const version = (await findImport(stale, owner))?.version ?? 0;
  expect(await applyImport({ id: stale, version }, owner)).toMatchObject({ ok: true });
  expect((await stateOf(two.id)).name).toBe("Newer");
});

test("pressed twice at once an import is applied once", async () => {
  const variant = await parcelVariant(3);
  const { sku } = await db()
    .selectFrom("variants")
    .select("sku")
    .where("id", "=", variant)
    .executeTakeFirstOrThrow();
  const owner = await person("owner");
  const id = await upload("stock", `sku,received\n${sku},4`, owner);

  const done = await Promise.all([1, 2].map(() => applyImport({ id, version: 1 }, owner)));

  expect(done.map((each) => each.ok && each.value.isChanged).sort()).toEqual([false, true]);
  expect((await findStockHistory(sku, 1))?.onHand).toBe(7);
  expect(await deskActions(id)).toEqual(["file-imported"]);
});

test("roles: texts without prices by an editor, stock by a packer, nothing by a reader, and checks are their own", async () => {
  const { one } = await products();
  const [editor, packer, reader] = [await person("editor"), await person("packer"), await person("reader")];
  const price = `sku,price\n${one.sku},${pounds(one.price + 100)}`;
  // The catalogue stays as the tests before have left it.
  const name = `sku,name\n${one.sku},By an editor`;
  const refused = { code: "desk-not-allowed" };

  expect(reasons((await check("products", price, editor)).lines)).toEqual([
    "An owner changes prices and sales",
  ]);
  expect(outcomes((await check("products", name, editor)).lines)).toEqual(["changed"]);
  for (const kind of ["products", "redirects"] as const)
    expect(await checkFile(kind, Buffer.from(name), packer)).toMatchObject(refused);
  for (const kind of ["products", "stock", "redirects"] as const)
    expect(await checkFile(kind, Buffer.from(name), reader)).toMatchObject(refused);
  const id = await upload("products", name, editor);
  const other = await person("editor", "other@example.com");
  for (const actor of [other, packer, reader, await person("owner")]) {
    expect(await findImport(id, actor)).toBeNull();
    expect(await applyImport({ id, version: 1 }, actor)).toMatchObject({ code: "not-found" });
    expect(await discardImport(id, actor)).toMatchObject({ code: "not-found" });
    expect(await listImports(actor)).toEqual([]);
  }
  await applyImport({ id, version: 1 }, editor);
  expect((await listImports(other)).map((each) => each.id)).toEqual([id]);
  expect(await listImports(packer)).toEqual([]);
  expect(await undoImport(id, packer)).toMatchObject({ code: "not-found" });
});

test("prices of more than 20 products, or by more than 30 per cent, need a code", async () => {
  const { singles } = await products();
  const raised = (count: number, percent: number) =>
    [
      "sku,price",
      ...singles
        .slice(0, count)
        .map(({ sku, price }) => `${sku},${pounds(Math.round((price * (100 + percent)) / 100))}`),
    ].join("\n");
  const needs = async (text: string) => (await check("products", text)).needsCode;
  const [one] = singles;

  expect(singles.length).toBeGreaterThan(21);
  expect([await needs(raised(20, 10)), await needs(raised(21, 10))]).toEqual([false, true]);
  expect([await needs(raised(1, 30)), await needs(raised(1, 31)), await needs(raised(1, -31))]).toEqual([
    false,
    true,
    true,
  ]);
  expect(
    await needs(`sku,sale price\n${one?.sku ?? ""},${pounds(Math.floor((one?.price ?? 0) * 0.6))}`),
  ).toBe(true);
  expect(
    await needs(
      `sku,visible\n${singles
        .slice(0, 21)
        .map(({ sku }) => `${sku},no`)
        .join("\n")}`,
    ),
  ).toBe(true);
  expect(
    await needs(
      `sku,name\n${singles
        .slice(0, 30)
        .map(({ sku }) => `${sku},New`)
        .join("\n")}`,
    ),
  ).toBe(false);
});

async function skusWith(...units: ReadonlyArray<number>): Promise<ReadonlyArray<string>> {
  const rows = await db()
    .selectFrom("variants")
    .select(["id", "sku"])
    .where("reserved", "=", 0)
    .orderBy("id")
    .limit(units.length)
    .execute();
  for (const [at, { id }] of rows.entries())
    await db()
      .updateTable("variants")
      .set({ on_hand: units[at] ?? 0 })
      .where("id", "=", id)
      .execute();
  return rows.map(({ sku }) => sku);
}

const onHand = async (sku: string) => (await findStockHistory(sku, 1))?.onHand;

test("received units are added, a count is applied as its difference, and a sale in between is lost by neither", async () => {
  const [first = "", second = "", third = "", fourth = ""] = await skusWith(5, 12, 3, 4);
  const owner = await person("owner");
  const file = ["sku,received,counted", `${first},+ 4,`, `${second},,10`, `${third},,3`, `${fourth},,`];
  const id = await upload("stock", file.join("\n"), owner);
  const { lines } = await listImportLines(id, { show: "changed", after: 0 });
  expect(lines.map(({ changes }) => changes["on the shelf"])).toEqual([
    ["5", "9"],
    ["12", "10"],
  ]);
  await setStock(first, 4, { reason: "order 1", now: NOW });
  await setStock(second, 11, { reason: "order 1", now: NOW });

  expect(await applyImport({ id, version: 1 }, owner)).toMatchObject({ ok: true });

  expect(await Promise.all([first, second, third, fourth].map(onHand))).toEqual([8, 9, 3, 4]);
  const history = await findStockHistory(second, 1);
  expect(history?.changes).toMatchObject([{ before: 11, after: 9, reason: `Import ${id}, counted` }]);
  const applied = await listImportLines(id, { show: "changed", after: 0 });
  expect(applied.lines[1]).toMatchObject({
    changes: { "on the shelf": ["11", "9"] },
    reason: "Was 11 when it was applied, 12 when it was checked",
  });
});

test("a count below what orders hold, both columns, and what is no number are wrong", async () => {
  const variant = await parcelVariant(3);
  await placedOrder({ [variant]: 2 });
  const { sku } = await db()
    .selectFrom("variants")
    .select("sku")
    .where("id", "=", variant)
    .executeTakeFirstOrThrow();
  const [other = "", more = ""] = await skusWith(5, 5);
  const owner = await person("owner");

  const { lines } = await check("stock", `sku,received,counted\n${sku},,1\n${other},1,1\n${more},some,`);
  expect(reasons(lines)).toEqual([
    "Orders hold 2 of these",
    "Type units in one of the two columns",
    "Type a whole number, such as 12",
  ]);
  // An order that comes after the check.
  const id = await upload("stock", `sku,counted\n${sku},2`, owner);
  await placedOrder({ [variant]: 1 });
  expect(await applyImport({ id, version: 1 }, owner)).toMatchObject({ code: "import-stale" });
  expect(await onHand(sku)).toBe(3);
  expect((await countImportLines(id)).wrong).toBe(1);
});

const targets = async () =>
  Object.fromEntries((await listRedirects()).map(({ from, to }) => [from, to] as const));

test("redirects are new, changed or unchanged, follow each other, and make no loop", async () => {
  await addRedirect({ from: "/a", to: "/c/prams", now: NOW });
  await addRedirect({ from: "/z", to: "/b", now: NOW });
  const owner = await person("owner");
  const file = [
    "from,to",
    "/a,/b",
    "/b,/c/wooden-toys",
    "/c1,/c2",
    "/c2,/c1",
    "/x?y=1,/b",
    "/d,",
    "/e,https://example.com",
  ];

  const { lines } = await check("redirects", file.join("\n"));
  expect(outcomes(lines)).toEqual(["changed", "new", "wrong", "wrong", "wrong", "wrong", "wrong"]);
  expect(lines[0]).toMatchObject({
    changes: { "/a": ["/c/prams", "/c/wooden-toys"] },
    reason: "/b leads on to /c/wooden-toys",
  });
  expect(lines[1]?.changes).toEqual({ "/b": ["", "/c/wooden-toys"], "/z": ["/b", "/c/wooden-toys"] });
  expect(reasons(lines)[2]).toContain("loop");

  const id = await bring("redirects", file.slice(0, 3).join("\n"), owner);

  const all = "/c/wooden-toys";
  expect(await targets()).toEqual({ "/a": all, "/b": all, "/z": all });
  expect(await undoImport(id, owner)).toMatchObject({ value: { isChanged: true, left: 0 } });
  expect(await targets()).toEqual({ "/a": "/c/prams", "/z": "/b" });
});

test("an undo leaves redirects that have changed since", async () => {
  const owner = await person("owner");
  const id = await bring("redirects", "from,to\n/a,/c/prams\n/b,/c/prams\n/d,/c/prams", owner);
  await addRedirect({ from: "/a", to: "/c/wooden-toys", now: NOW });
  await removeRedirect("/b");

  expect(await undoImport(id, owner)).toMatchObject({ value: { left: 2 } });

  expect(await targets()).toEqual({ "/a": "/c/wooden-toys" });
  const { lines } = await listImportLines(id, { show: "left", after: 0 });
  expect(lines.map(({ leftBecause }) => leftBecause)).toEqual([
    "/a leads to /c/wooden-toys since",
    "/b was removed since",
  ]);
});

test("an undo puts back what is still as the import left it, names the rest, and happens once", async () => {
  const { one, two } = await products();
  const owner = await person("owner");
  const file = `sku,name,price\n${one.sku},New one,${pounds(one.price + 100)}\n${two.sku},New two,${pounds(two.price)}`;
  const id = await bring("products", file, owner);
  await changeProduct(one.id, { name: "By hand" }, { now: NOW });
  const at = { ...owner, now: later(5) };

  const done = await Promise.all([undoImport(id, at), undoImport(id, at)]);

  expect(done.map((each) => each.ok && each.value.isChanged).sort()).toEqual([false, true]);
  expect(await stateOf(one.id)).toMatchObject({ name: "By hand", price: String(one.price) });
  expect((await stateOf(two.id)).name).toBe(two.name);
  const { lines } = await listImportLines(id, { show: "left", after: 0 });
  expect(lines.map(({ name, leftBecause }) => [name, leftBecause])).toEqual([
    [one.sku, "Changed since: name"],
  ]);
  expect(await deskActions(id)).toEqual(["file-imported", "file-import-undone"]);
  expect(await findImport(id, at)).toMatchObject({ state: "undone", undoneBy: "The owner" });
});

test("of two files for one product that are applied at once one is, and the other shows the check of now", async () => {
  const { two } = await products();
  const [owner, editor] = [await person("owner"), await person("editor")];
  const first = await upload("products", `sku,name\n${two.sku},By the owner`, owner);
  const second = await upload("products", `sku,name\n${two.sku},By the editor`, editor);

  const done = await Promise.all([
    applyImport({ id: first, version: 1 }, owner),
    applyImport({ id: second, version: 1 }, editor),
  ]);

  const [name, other] = done[0].ok ? ["By the owner", second] : ["By the editor", first];
  expect(done.map((each) => (each.ok ? "applied" : each.code)).sort()).toEqual(["applied", "import-stale"]);
  expect((await stateOf(two.id)).name).toBe(name);
  const { lines } = await listImportLines(other, { show: "changed", after: 0 });
  expect(lines[0]?.changes["name"]?.[0]).toBe(name);
});

test("an editor does not undo prices, and a draft of a product stays as it is", async () => {
  const { one } = await products();
  const [owner, editor] = [await person("owner"), await person("editor")];
  const draft = { product_id: one.id, changes: JSON.stringify({ name: "A draft" }) };
  await db()
    .insertInto("product_drafts")
    .values({ ...draft, staff_name: "The editor", updated_at: NOW.toISOString() })
    .execute();
  const text = `sku,price\n${one.sku},${pounds(one.price + 100)}`;
  expect(reasons((await check("products", text)).lines)).toEqual([
    "Has changes that are not published, which stay",
  ]);

  const id = await bring("products", text, owner);

  const found = await findImport(id, editor);
  expect(found && (await isUndoable(found, editor))).toBe(false);
  expect(await undoImport(id, editor)).toMatchObject({ code: "desk-not-allowed" });
  expect((await stateOf(one.id)).price).toBe(String(one.price + 100));
  expect(await db().selectFrom("product_drafts").select(["product_id", "changes"]).execute()).toEqual([
    draft,
  ]);
  expect(await undoImport(id, owner)).toMatchObject({ ok: true });
});

test("stock is undone by opposite rows, but not where somebody has booked since or too few are left", async () => {
  const [sold = "", booked = "", gone = ""] = await skusWith(5, 5, 0);
  const owner = await person("owner");
  const id = await bring("stock", `sku,received\n${sold},4\n${booked},4\n${gone},2`, owner);
  await setStock(sold, 8, { reason: "order 100482", now: NOW });
  await setStock(booked, 7, { reason: "Counted again", now: NOW });
  await setStock(gone, 1, { reason: "order 100482", now: NOW });

  expect(await undoImport(id, owner)).toMatchObject({ value: { isChanged: true, left: 2 } });

  expect(await Promise.all([sold, booked, gone].map(onHand))).toEqual([4, 7, 1]);
  expect((await findStockHistory(sold, 1))?.changes).toMatchObject([
    { before: 8, after: 4, reason: `Import ${id} undone` },
  ]);
  const { lines } = await listImportLines(id, { show: "left", after: 0 });
  expect(lines.map(({ leftBecause }) => leftBecause)).toEqual([
    "Booked since: Counted again",
    "Fewer are left than the import brought",
  ]);
});

test("stock of a product that was never published is undone, but not where somebody has booked since", async () => {
  const [made = "", booked = ""] = await skusWith(0, 0);
  await db()
    .updateTable("products")
    .set({ was_published: 0 })
    .where("id", "in", (query) =>
      query.selectFrom("variants").select("product_id").where("sku", "in", [made, booked]),
    )
    .execute();
  await setStock(made, 2, { reason: "Counted", now: NOW });
  const owner = await person("owner");
  const id = await bring("stock", `sku,received\n${made},4\n${booked},4`, { ...owner, now: later(1) });
  await setStock(booked, 7, { reason: "Counted again", now: later(2) });

  expect(await undoImport(id, { ...owner, now: later(3) })).toMatchObject({ value: { left: 1 } });

  expect(await Promise.all([made, booked].map(onHand))).toEqual([2, 7]);
});

test("of two imports of a kind the last is undone first, each for 30 days", async () => {
  const [sku = ""] = await skusWith(5);
  const owner = await person("owner");
  const first = await bring("stock", `sku,received\n${sku},1`, owner);
  const second = await bring("stock", `sku,received\n${sku},2`, { ...owner, now: later(1) });
  const redirects = await bring("redirects", "from,to\n/a,/c/prams", { ...owner, now: later(2) });
  const undoable = async (id: number, now: Date) => {
    const found = await findImport(id, owner);
    return found && isUndoable(found, { ...owner, now });
  };
  const end = later(30 * DAY_MINUTES);

  expect(await undoImport(first, owner)).toMatchObject({ code: "import-not-last" });
  expect([await undoable(first, NOW), await undoable(second, NOW), await undoable(redirects, NOW)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(await undoImport(second, owner)).toMatchObject({ value: { isChanged: true } });
  expect(await undoable(first, later(-1, end))).toBe(true);
  expect(await undoable(first, end)).toBe(false);
  expect(await undoImport(first, { ...owner, now: end })).toMatchObject({ code: "import-too-old" });
  expect(await onHand(sku)).toBe(6);
  const waits = await upload("redirects", "from,to\n/b,/c/prams", owner);
  expect(await undoImport(waits, owner)).toMatchObject({ code: "import-not-applied" });
});

test("a check waits for a day, an import that was applied for 30, and then they are deleted", async () => {
  const owner = await person("owner");
  const waits = await upload("redirects", "from,to\n/a,/c/prams", owner);
  const applied = await bring("redirects", "from,to\n/b,/c/prams", owner);
  const dropped = await upload("redirects", "from,to\n/c1,/c/prams", owner);
  const ids = async () =>
    (await db().selectFrom("file_imports").select("id").orderBy("id").execute()).map(({ id }) => id);
  const day = later(DAY_MINUTES);

  expect(await discardImport(dropped, owner)).toMatchObject({ ok: true });
  expect(await discardImport(applied, owner)).toMatchObject({ code: "not-found" });
  await cleanUpImports(later(-1, day));
  expect(await ids()).toEqual([waits, applied]);
  expect(await findImport(waits, { ...owner, now: day })).toBeNull();
  expect(await applyImport({ id: waits, version: 1 }, { ...owner, now: day })).toMatchObject({
    code: "not-found",
  });
  await cleanUpImports(day);
  expect(await ids()).toEqual([applied]);
  await cleanUpImports(later(30 * DAY_MINUTES));
  expect(await ids()).toEqual([]);
  expect(await db().selectFrom("file_import_lines").select("line").execute()).toEqual([]);
  expect(await findRedirect("/b")).toBe("/c/prams");
});

test.each<readonly [ImportKind, string, string]>([
  ["products", "name,price\nx,1", "import-without-name"],
  ["products", "sku,colour\nx,1", "import-without-column"],
  ["stock", "sku,on the shelf\nx,1", "import-without-column"],
  ["redirects", "to\n/a", "import-without-name"],
])("a file of %s with the columns of another is refused: %j", async (kind, text, code) => {
  expect(await checkFile(kind, Buffer.from(text), COMMAND)).toMatchObject({ code });
});

test("files that are too large, or change too much, are refused before they are stored", async () => {
  const large = Buffer.concat([Buffer.from("from,to\n"), Buffer.alloc(5_000_000, "x")]);
  const many = ["from,to", ...Array.from({ length: 1_001 }, (_, at) => `/old/${at},/c/prams`)].join("\n");

  expect(await checkFile("redirects", large, COMMAND)).toMatchObject({ code: "import-too-large" });
  const done = await uploadImport(
    { kind: "redirects", fileName: "r.csv", content: Buffer.from(many) },
    COMMAND,
  );
  expect(done).toMatchObject({ code: "import-too-many-changes", detail: { count: 1_001, maximum: 1_000 } });
  expect(await db().selectFrom("file_imports").select("id").execute()).toEqual([]);
});
