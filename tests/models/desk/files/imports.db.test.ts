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
import type { ExportKind } from "#app/models/desk/files/export-kinds.ts";
import { openExport } from "#app/models/desk/files/exports.server.ts";
import { checkFile } from "#app/models/desk/files/import-check.server.ts";
import type { CheckedLine, CsvKind, FileKind } from "#app/models/desk/files/import-kinds.ts";
import { countImportLines } from "#app/models/desk/files/import-lines.server.ts";
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
import { findPlannedSending } from "#app/models/desk/orders/planned-sending.server.ts";
import { sendPlanned, withdrawSending } from "#app/models/desk/orders/sending.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { csvStream } from "#app/models/shared/csv-export.server.ts";
import type { DeskActor } from "#app/models/staff/log.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { countQueries } from "#tests/support/checks/count-queries.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import {
  apply,
  bring,
  check,
  COMMAND,
  importLines,
  upload,
} from "#tests/support/people/desk/desk-imports.ts";
import { deskActions, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { paidOrder, paidOrders, sendShipment, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NO_PAGES = { isOwn: () => false, isFixed: () => false };
const DAY_MINUTES = 1_440;

async function exported(kind: Extract<CsvKind, ExportKind>): Promise<string> {
  const request = { kind, hasNames: false, span: { from: null, to: null }, view: null };
  const table = await openExport(request, COMMAND);
  if (!table.ok) throw new Error(table.code);
  return (await buffer(csvStream(table.value))).toString();
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
  const ids = new Set(rows.map(({ id }) => id));
  const groups = [...ids].map((id) => rows.filter((row) => row.id === id));
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

async function skusWith(...units: ReadonlyArray<number>): Promise<ReadonlyArray<string>> {
  const free = db().selectFrom("variants").select(["id", "sku"]).where("reserved", "=", 0);
  const rows = await free.orderBy("id").limit(units.length).execute();
  for (const [at, { id }] of rows.entries())
    await db()
      .updateTable("variants")
      .set({ on_hand: units[at] ?? 0 })
      .where("id", "=", id)
      .execute();
  return rows.map(({ sku }) => sku);
}

const onHand = async (sku: string) => (await findStockHistory(sku, 1))?.onHand;
const handsOf = (skus: ReadonlyArray<string>) => Promise.all(skus.map(onHand));

test.each<Extract<CsvKind, ExportKind>>(["products", "stock", "redirects"])(
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
    await addRedirect({ from: "/old-prams", to: "/c/prams", now: NOW, pages: NO_PAGES });
    await addRedirect({ from: "/@old", to: "/c/prams?sort=price-asc", now: NOW, pages: NO_PAGES });

    const { lines, needsCode, unread } = await check(kind, await exported(kind));

    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter(({ outcome }) => outcome !== "unchanged")).toEqual([]);
    expect(needsCode).toBe(false);
    expect(unread).not.toContain("price");
    expect(await apply(await upload(kind, await exported(kind)))).toBe("import-nothing");
  },
);

test("a product whose texts are too long for the desk's form takes a price, and its file comes back unchanged", async () => {
  const { one } = await products();
  const query = db().selectFrom("products").select("details").where("id", "=", one.id);
  const { details } = await query.executeTakeFirstOrThrow();
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
  const price = first?.price ?? 0;
  const checkRows = async (...prices: ReadonlyArray<number>) => {
    const rows = prices.map((minor, at) => `${several[at]?.sku ?? ""},${pounds(minor)}`);
    return (await check("products", ["sku,price", ...rows].join("\n"))).lines;
  };

  const differing = await checkRows(price + 100, price);
  expect(outcomes(differing)).toEqual(["wrong", "wrong"]);
  expect(reasons(differing)[0]).toContain("another row of this product says something else");
  expect(outcomes(await checkRows(price + 100, price + 100))).toEqual(["changed", "changed"]);
  expect(outcomes(await checkRows(price + 100))).toEqual(["changed"]);
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
  const file = [
    "sku,name,sale price,sale until",
    `${one.sku},Better,${pounds(one.price - 100)},2999-12-31`,
    ...several.map(({ sku }) => `${sku},Renamed,,`),
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

  expect(await apply(wrong, owner)).toBe("import-wrong");
  expect(await apply(stale, owner)).toBe("import-stale");

  expect((await stateOf(one.id)).name).toBe(one.name);
  const lines = await importLines(stale, "changed");
  expect(lines[1]?.changes).toEqual({ name: ["By hand", "Newer"] });
  // The check is another one now: the form of the first is refused, that of the second is not.
  expect(await apply(stale, owner)).toBe("import-earlier-check");
  const version = (await findImport(stale, owner))?.version ?? 0;
  expect(await apply(stale, owner, version)).toBe("done");
  expect((await stateOf(two.id)).name).toBe("Newer");
});

test("an editor changes no prices in a file, and checks are their own until they are applied", async () => {
  const { one } = await products();
  const [editor, packer] = [await person("editor"), await person("packer")];
  const price = `sku,price\n${one.sku},${pounds(one.price + 100)}`;
  // The catalogue stays as the tests before have left it.
  const name = `sku,name\n${one.sku},By an editor`;

  const { lines } = await check("products", price, editor);
  expect(reasons(lines)).toEqual(["An owner changes prices and sales"]);
  expect(outcomes((await check("products", name, editor)).lines)).toEqual(["changed"]);
  const id = await upload("products", name, editor);
  const other = await person("editor", "other@example.com");
  for (const actor of [other, packer, await person("reader"), await person("owner")]) {
    expect(await findImport(id, actor)).toBeNull();
    expect(await apply(id, actor)).toBe("not-found");
    expect(await outcomeOf(discardImport(id, actor))).toBe("not-found");
    expect(await listImports(actor)).toEqual([]);
  }
  await apply(id, editor);
  expect((await listImports(other)).map((each) => each.id)).toEqual([id]);
  expect(await listImports(packer)).toEqual([]);
  expect(await outcomeOf(undoImport(id, packer))).toBe("not-found");
});

test("changes of more than 20 products, or prices changed by more than 30 per cent, need a code", async () => {
  const { singles } = await products();
  const needs = async (column: string, count: number, cell: (price: number) => string) => {
    const rows = singles.slice(0, count).map(({ sku, price }) => `${sku},${cell(price)}`);
    return (await check("products", [`sku,${column}`, ...rows].join("\n"))).needsCode;
  };
  const by = (percent: number) => (price: number) => pounds(Math.round((price * (100 + percent)) / 100));

  expect(singles.length).toBeGreaterThan(21);
  expect([await needs("price", 20, by(10)), await needs("price", 21, by(10))]).toEqual([false, true]);
  expect([await needs("price", 1, by(30)), await needs("price", 1, by(31))]).toEqual([false, true]);
  expect(await needs("price", 1, by(-31))).toBe(true);
  expect(await needs("sale price", 1, (price) => pounds(Math.floor(price * 0.6)))).toBe(true);
  expect(await needs("visible", 21, () => "no")).toBe(true);
  expect(await needs("name", 30, () => "New")).toBe(false);
});

test("received units are added once, a count is applied as its difference, and a sale in between is lost by neither", async () => {
  const skus = await skusWith(5, 12, 3, 4);
  const [first = "", second = "", third = "", fourth = ""] = skus;
  const owner = await person("owner");
  const file = ["sku,received,counted", `${first},+ 4,`, `${second},,10`, `${third},,3`, `${fourth},,`];
  const id = await upload("stock", file.join("\n"), owner);
  const lines = await importLines(id, "changed");
  expect(lines.map(({ changes }) => changes["on the shelf"])).toEqual([
    ["5", "9"],
    ["12", "10"],
  ]);
  await setStock(first, 4, { reason: "order 1", now: NOW });
  await setStock(second, 11, { reason: "order 1", now: NOW });

  const done = await Promise.all([apply(id, owner), apply(id, owner)]);

  expect(done.sort()).toEqual(["done", "unchanged"]);
  expect(await deskActions(id)).toEqual(["file-imported"]);
  expect(await handsOf(skus)).toEqual([8, 9, 3, 4]);
  const history = await findStockHistory(second, 1);
  expect(history?.changes).toMatchObject([{ before: 11, after: 9, reason: `Import ${id}, counted` }]);
  expect((await importLines(id, "changed"))[1]).toMatchObject({
    changes: { "on the shelf": ["11", "9"] },
    reason: "Was 11 when it was applied, 12 when it was checked",
  });
});

test("a count below what orders hold, both columns, and what is no number are wrong", async () => {
  const variant = await parcelVariant(3);
  const [{ sku } = { sku: "" }] = await db()
    .selectFrom("variants")
    .selectAll()
    .where("id", "=", variant)
    .execute();
  await placedOrder({ [variant]: 2 });
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
  expect(await apply(id, owner)).toBe("import-stale");
  expect(await onHand(sku)).toBe(3);
  expect((await countImportLines(id)).wrong).toBe(1);
});

const targets = async () =>
  Object.fromEntries((await listRedirects()).map(({ from, to }) => [from, to] as const));

test("redirects are new, changed or unchanged, follow each other, and make no loop", async () => {
  await addRedirect({ from: "/a", to: "/c/prams", now: NOW, pages: NO_PAGES });
  await addRedirect({ from: "/z", to: "/b", now: NOW, pages: NO_PAGES });
  const owner = await person("owner");
  const wrong = ["/c1,/c2", "/c2,/c1", "/bad%zz,/b", "/d,", "/e,https://example.com"];
  const more = ["/A/,/c/prams", "/cart,/c/prams"];
  const file = ["from,to", "/a,/b", "/b,/c/wooden-toys", ...wrong, ...more];

  const { lines } = await check("redirects", file.join("\n"));
  expect(outcomes(lines)).toEqual(["changed", "new", ...[...wrong, ...more].map(() => "wrong")]);
  expect(lines[0]).toMatchObject({
    changes: { "/a": ["/c/prams", "/c/wooden-toys"] },
    reason: "/b leads on to /c/wooden-toys",
  });
  expect(lines[1]?.changes).toEqual({ "/b": ["", "/c/wooden-toys"], "/z": ["/b", "/c/wooden-toys"] });
  expect(reasons(lines)[2]).toContain("loop");
  expect(reasons(lines).slice(-2)).toEqual([
    "Line 2 is about the same",
    "The shop has a page at this address, and the page wins",
  ]);

  const id = await bring("redirects", file.slice(0, 3).join("\n"), owner);

  const all = "/c/wooden-toys";
  expect(await targets()).toEqual({ "/a": all, "/b": all, "/z": all });
  expect(await undoImport(id, owner)).toMatchObject({ value: { isChanged: true, left: 0 } });
  expect(await targets()).toEqual({ "/a": "/c/prams", "/z": "/b" });
});

test("another shop's addresses with a query are brought in, also where the path is a page's, and a page's own is wrong", async () => {
  const old = [
    "/?p=12",
    "/blog?tag=old-topic",
    "/blog/article?slug=old",
    "/brand?id=999",
    "/category?cPath=2",
  ];
  const own = ["/?page=2", "/blog?page=2", "/brand?id=1", "/c/prams?sort=name", "/"];
  const file = ["from,to", ...[...old, ...own].map((from) => `${from},/c/prams`)];

  const { lines } = await check("redirects", file.join("\n"));

  expect(outcomes(lines)).toEqual([...old.map(() => "new"), ...own.map(() => "wrong")]);
  expect(new Set(reasons(lines).slice(old.length))).toEqual(
    new Set(["The shop has a page at this address, and the page wins"]),
  );
});

const leftOf = async (id: number) => (await importLines(id, "left")).map(({ leftBecause }) => leftBecause);

test("tracking numbers send orders two minutes later, once, and each line says why not", async () => {
  const [one, two, sent, unpaid] = [
    await numbered(paidOrder()),
    await numbered(paidOrder()),
    await numbered(paidOrder()),
    await numbered(placedOrder({ [await parcelVariant(2)]: 1 })),
  ];
  await sendShipment(sent.orderId, { number: "ZZ 9" });
  const packer = await person("packer");
  const head = "Order reference,Tracking number,Carrier,Postage\n";
  const rows = [
    `#${one.number},AB 1,royal mail,3.20`,
    `${two.number},15501234567890,An Post,4`,
    `${sent.number},zz9,DPD,`,
  ];
  const file = head + rows.join("\n");

  const wrong = await check("parcels", `${file}\n${unpaid.number},AB 2,DPD,\n9,AB 3,DPD,`);
  const [more, again] = await Promise.all([
    check("parcels", `${head}${one.number},ab1,DPD,\n${two.number},AB1,DPD,\n#${one.number},AB 7,DPD,`),
    check("parcels", `${head}${one.number},AB 1,,\n${two.number},,DPD,`),
  ]);
  const id = await bring("parcels", file, packer);

  expect(outcomes(wrong.lines)).toEqual(["changed", "changed", "unchanged", "wrong", "wrong"]);
  expect(wrong.lines.map(({ changes }) => changes["sent with"]?.[1])).toEqual([
    ...["Royal Mail AB 1", "An Post 15501234567890"],
    ...[undefined, undefined, undefined],
  ]);
  expect(wrong.unread).toEqual(["postage"]);
  expect(reasons(wrong.lines).slice(2)).toEqual([
    ...["Sent with this number already", "Orders in this state are not sent", "There is no such order"],
  ]);
  expect(reasons(more.lines)).toEqual(["", "Line 2 has this tracking number", "Line 2 is about the same"]);
  expect(reasons(again.lines)).toEqual([
    ...["Type the courier into a column “carrier”, such as Royal Mail or DPD", "No tracking number"],
  ]);
  expect((await check("parcels", file)).lines.map(({ outcome }) => outcome)).toEqual(
    Array(3).fill("unchanged"),
  );
  expect([await statusOf(one.orderId), await deskActions(one.number)]).toEqual([
    "paid",
    ["order-send-planned"],
  ]);
  expect(await outcomeOf(applyImport({ id, version: 1 }, packer))).toBe("unchanged");

  await withdrawSending(two.number, packer);
  await runDueJobs(
    { "desk-send": sendPlanned, "order-email": async () => undefined },
    { now: () => later(3) },
  );
  expect([await statusOf(one.orderId), await statusOf(two.orderId)]).toEqual(["shipped", "paid"]);
  expect(outcomes((await check("parcels", file)).lines)).toEqual(["unchanged", "changed", "unchanged"]);
});

test.each([
  ["Order reference", "Royal Mail AB 1"],
  ["Customer Ref 1", "DPD AB 1"],
  ["order", undefined],
])("a file by %s without a column of couriers sends with %s", async (heading, sentWith) => {
  const { number } = await numbered(paidOrder());
  const { lines } = await check("parcels", `${heading},tracking number\n${number},AB 1`);
  expect(lines[0]?.changes["sent with"]?.[1]).toBe(sentWith);
  expect(reasons(lines)[0] === "").toBe(sentWith !== undefined);
});

test("an order is one whatever zeros are before its number", async () => {
  const { number } = await numbered(paidOrder());
  const rows = [`00${number},AB 1,DPD`, `${number},AB 2,DPD`, `#0${number},AB 3,DPD`, `${number}e0,AB 4,DPD`];
  const { lines } = await check("parcels", ["order,tracking number,carrier", ...rows].join("\n"));
  expect(outcomes(lines)).toEqual(["changed", "wrong", "wrong", "wrong"]);
  expect(reasons(lines)).toEqual([
    ...["", "Line 2 is about the same", "Line 2 is about the same", "There is no such order"],
  ]);
});

const parcelFile = (numbers: ReadonlyArray<number>) =>
  ["order,tracking number,carrier", ...numbers.map((number) => `${number},AB ${number},DPD`)].join("\n");

test("a file of tracking numbers costs some queries for each hundred rows", async () => {
  const file = parcelFile(await paidOrders(150));
  const checkAll = async () =>
    expect(outcomes((await check("parcels", file)).lines)).toEqual(Array(150).fill("changed"));
  expect(await countQueries(checkAll)).toBeLessThan(15);
});

test.each<readonly [CsvKind, string]>([
  ["products", "sku,price"],
  ["stock", "sku,counted"],
  ["parcels", "order,tracking number"],
  ["redirects", "from,to"],
])("while a file of %s is checked others are served", async (kind, headings) => {
  const rows = Array.from({ length: 1_500 }, (_, at) => `${at + 1},1`);
  let turns = 0;
  const others = () => {
    turns += 1;
    next = setImmediate(others);
  };
  let next = setImmediate(others);

  await check(kind, [headings, ...rows].join("\n"));
  clearImmediate(next);

  expect(turns).toBeGreaterThanOrEqual(3);
});

test("an import of tracking numbers is taken back for two minutes, and what has left is named", async () => {
  const [one, two] = [await numbered(paidOrder()), await numbered(paidOrder())];
  const file = `order,tracking number,carrier\n${one.number},AB 1,DPD\n${two.number},AB 2,DPD`;
  const id = await bring("parcels", file);
  const found = await findImport(id, COMMAND);
  await db().deleteFrom("jobs").where("key", "like", `desk-send:${one.orderId}:%`).execute();

  expect(found && (await isUndoable(found, COMMAND))).toBe(true);
  expect(found && (await isUndoable(found, { ...COMMAND, now: later(3) }))).toBe(false);
  expect(await outcomeOf(undoImport(id, COMMAND))).toBe("done");
  expect((await importLines(id, "left")).map(({ name }) => name)).toEqual([String(one.number)]);
  expect(await findPlannedSending(two.orderId)).toBeNull();
});

test.each<readonly [StaffRole, string]>([
  ["packer", "done"],
  ["editor", "desk-not-allowed"],
  ["reader", "desk-not-allowed"],
])("for a %s a file of tracking numbers is %s", async (role, outcome) => {
  const { number } = await numbered(paidOrder());
  const content = Buffer.from(`order,tracking number,carrier\n${number},AB 1,DPD`);
  expect(await outcomeOf(checkFile("parcels", content, await person(role)))).toBe(outcome);
});

test("an undo leaves redirects that have changed since", async () => {
  const owner = await person("owner");
  const id = await bring("redirects", "from,to\n/a,/c/prams\n/b,/c/prams\n/d,/c/prams", owner);
  await addRedirect({ from: "/a", to: "/c/wooden-toys", now: NOW, pages: NO_PAGES });
  await removeRedirect("/b");

  expect(await undoImport(id, owner)).toMatchObject({ value: { left: 2 } });

  expect(await targets()).toEqual({ "/a": "/c/wooden-toys" });
  expect(await leftOf(id)).toEqual(["/a leads to /c/wooden-toys since", "/b was removed since"]);
});

test("an undo puts back what is still as the import left it, names the rest, and happens once", async () => {
  const { one, two } = await products();
  const owner = await person("owner");
  const file = `sku,name,price\n${one.sku},New one,${pounds(one.price + 100)}\n${two.sku},New two,${pounds(two.price)}`;
  const id = await bring("products", file, owner);
  await changeProduct(one.id, { name: "By hand" }, { now: NOW });
  const at = { ...owner, now: later(5) };

  expect(await atOnce(undoImport(id, at), undoImport(id, at))).toEqual(["done", "unchanged"]);

  expect(await stateOf(one.id)).toMatchObject({ name: "By hand", price: String(one.price) });
  expect((await stateOf(two.id)).name).toBe(two.name);
  const left = await importLines(id, "left");
  expect(left).toMatchObject([{ name: one.sku, leftBecause: "Changed since: name" }]);
  expect(await deskActions(id)).toEqual(["file-imported", "file-import-undone"]);
  expect(await findImport(id, at)).toMatchObject({ state: "undone", undoneBy: "The owner" });
});

test("of two files for one product that are applied at once one is, and the other shows the check of now", async () => {
  const { two } = await products();
  const [owner, editor] = [await person("owner"), await person("editor")];
  const first = await upload("products", `sku,name\n${two.sku},By the owner`, owner);
  const second = await upload("products", `sku,name\n${two.sku},By the editor`, editor);

  const done = await Promise.all([apply(first, owner), apply(second, editor)]);

  const [name, other] = done[0] === "done" ? ["By the owner", second] : ["By the editor", first];
  expect(done.sort()).toEqual(["done", "import-stale"]);
  expect((await stateOf(two.id)).name).toBe(name);
  const [line] = await importLines(other, "changed");
  expect(line?.changes["name"]?.[0]).toBe(name);
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
  const { lines } = await check("products", text);
  expect(reasons(lines)).toEqual(["Has changes that are not published, which stay"]);

  const id = await bring("products", text, owner);

  const found = await findImport(id, editor);
  expect(found && (await isUndoable(found, editor))).toBe(false);
  expect(await outcomeOf(undoImport(id, editor))).toBe("desk-not-allowed");
  expect((await stateOf(one.id)).price).toBe(String(one.price + 100));
  const drafts = await db().selectFrom("product_drafts").select(["product_id", "changes"]).execute();
  expect(drafts).toEqual([draft]);
  expect(await undoImport(id, owner)).toMatchObject({ ok: true });
});

test("stock is undone by opposite rows, but not where somebody has booked since or too few are left", async () => {
  const skus = await skusWith(5, 5, 0);
  const [sold = "", booked = "", gone = ""] = skus;
  const owner = await person("owner");
  const id = await bring("stock", `sku,received\n${sold},4\n${booked},4\n${gone},2`, owner);
  await setStock(sold, 8, { reason: "order 100482", now: NOW });
  await setStock(booked, 7, { reason: "Counted again", now: NOW });
  await setStock(gone, 1, { reason: "order 100482", now: NOW });

  expect(await undoImport(id, owner)).toMatchObject({ value: { isChanged: true, left: 2 } });

  expect(await handsOf(skus)).toEqual([4, 7, 1]);
  const history = await findStockHistory(sold, 1);
  expect(history?.changes).toMatchObject([{ before: 8, after: 4, reason: `Import ${id} undone` }]);
  expect(await leftOf(id)).toEqual(["Booked since: Counted again", "Fewer are left than the import brought"]);
});

test("stock of a product that was never published is undone, but not where somebody has booked since", async () => {
  const skus = await skusWith(0, 0);
  const [made = "", booked = ""] = skus;
  const productsOf = db().selectFrom("variants").select("product_id").where("sku", "in", skus);
  await db().updateTable("products").set({ was_published: 0 }).where("id", "in", productsOf).execute();
  await setStock(made, 2, { reason: "Counted", now: NOW });
  const owner = await person("owner");
  const id = await bring("stock", `sku,received\n${made},4\n${booked},4`, { ...owner, now: later(1) });
  await setStock(booked, 7, { reason: "Counted again", now: later(2) });

  expect(await undoImport(id, { ...owner, now: later(3) })).toMatchObject({ value: { left: 1 } });

  expect(await handsOf(skus)).toEqual([2, 7]);
});

test("imports are undone in any order for 30 days each, and what a later one has changed stays", async () => {
  const [sku = ""] = await skusWith(5);
  const owner = await person("owner");
  const first = await bring("stock", `sku,received\n${sku},1`, owner);
  const second = await bring("stock", `sku,received\n${sku},2`, { ...owner, now: later(1) });
  const undoable = async (id: number, now = NOW) => {
    const found = await findImport(id, owner);
    return found && isUndoable(found, { ...owner, now });
  };
  const end = later(30 * DAY_MINUTES);

  expect([await undoable(first), await undoable(second)]).toEqual([true, true]);
  expect([await undoable(first, later(-1, end)), await undoable(first, end)]).toEqual([true, false]);
  expect(await outcomeOf(undoImport(first, { ...owner, now: end }))).toBe("import-too-old");
  expect(await undoImport(first, owner)).toMatchObject({ value: { left: 1 } });
  expect(await leftOf(first)).toEqual([expect.stringMatching(/^Booked since: /)]);
  expect(await outcomeOf(undoImport(second, owner))).toBe("done");
  expect(await onHand(sku)).toBe(6);
  const waits = await upload("redirects", "from,to\n/b,/c/prams", owner);
  expect(await outcomeOf(undoImport(waits, owner))).toBe("import-not-applied");
});

test("a check waits for a day, an import that was applied for 30, and then they are deleted", async () => {
  const owner = await person("owner");
  const waits = await upload("redirects", "from,to\n/a,/c/prams", owner);
  const applied = await bring("redirects", "from,to\n/b,/c/prams", owner);
  const dropped = await upload("redirects", "from,to\n/c1,/c/prams", owner);
  const ids = async () =>
    (await db().selectFrom("file_imports").select("id").orderBy("id").execute()).map(({ id }) => id);
  const day = later(DAY_MINUTES);
  const dayAfter: DeskActor = { ...owner, now: day };

  expect(await outcomeOf(discardImport(dropped, owner))).toBe("done");
  expect(await outcomeOf(discardImport(applied, owner))).toBe("not-found");
  await cleanUpImports(later(-1, day));
  expect(await ids()).toEqual([waits, applied]);
  expect(await findImport(waits, dayAfter)).toBeNull();
  expect(await apply(waits, dayAfter)).toBe("not-found");
  await cleanUpImports(day);
  expect(await ids()).toEqual([applied]);
  await cleanUpImports(later(30 * DAY_MINUTES));
  expect(await ids()).toEqual([]);
  expect(await db().selectFrom("file_import_lines").select("line").execute()).toEqual([]);
  expect(await findRedirect("/b")).toBe("/c/prams");
});

test.each<readonly [FileKind, string, string]>([
  ["products", "name,price\nx,1", "import-without-name"],
  ["products", "sku,colour\nx,1", "import-without-column"],
  ["stock", "sku,on the shelf\nx,1", "import-without-column"],
  ["redirects", "to\n/a", "import-without-name"],
])("a file of %s with the columns of another is refused: %j", async (kind, text, code) => {
  expect(await outcomeOf(checkFile(kind, Buffer.from(text), COMMAND))).toBe(code);
});

test("files that are too large, or change too much, are refused before they are stored", async () => {
  const large = Buffer.concat([Buffer.from("from,to\n"), Buffer.alloc(5_000_000, "x")]);
  const many = ["from,to", ...Array.from({ length: 1_001 }, (_, at) => `/old/${at},/c/prams`)].join("\n");

  expect(await outcomeOf(checkFile("redirects", large, COMMAND))).toBe("import-too-large");
  const file = { kind: "redirects", fileName: "r.csv", content: Buffer.from(many) } as const;
  const done = await uploadImport(file, COMMAND);
  expect(done).toMatchObject({ code: "import-too-many-changes", detail: { maximum: 1_000 } });
  expect(await db().selectFrom("file_imports").select("id").execute()).toEqual([]);
});
