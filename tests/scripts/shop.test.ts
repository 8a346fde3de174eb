import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, it } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { sampleOrder } from "#tests/support/people/order.ts";
import { changeRow, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";
import { packedCatalogue } from "#tests/support/shops/packed-catalogue.ts";
import { bundleCommands } from "#tests/support/shops/shop-command.ts";
import { honestImages } from "#tests/support/vendors/images.ts";

const DATA_DIR = newFolder();

/** What `npm run shop` starts. */
const AS_SHIPPED = ["--import", "tsx", "scripts/shop.ts"];
let bundle: string;

beforeAll(async () => {
  bundle = await bundleCommands();
});

/** Runs `npm run shop -- …args` as an operator would, on a data folder of its own. */
function shop(...args: ReadonlyArray<string>) {
  return shopWith({}, ...args);
}

/** The same with settings of its own. */
function shopWith(settings: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) {
  return run([bundle, ...args], settings);
}

function run(args: ReadonlyArray<string>, settings: Readonly<Record<string, string>> = {}) {
  const env = { ...process.env, DATA_DIR, NODE_ENV: "production" as const, ...settings };
  const ran = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

/** The shop's database, for as long as `work` takes. */
function inDatabase(work: (database: SqliteDatabase) => unknown): void {
  const database = new SqliteDatabase(join(DATA_DIR, "shop.db"), { timeout: 5_000 });
  work(database);
  database.close();
}

const containing = (text: string) => expect.stringContaining(text) as string;

const success = (words: string) => ({ code: 0, out: containing(words) });
const refusal = (words: string) => ({ code: 1, err: containing(words) });

/** Each of these calls is answered with how it is to be done. */
function expectUsage(...calls: ReadonlyArray<ReadonlyArray<string>>): void {
  for (const args of calls) expect([args, shop(...args).code]).toEqual([args, 2]);
}

/** An open list with one gift, which is reserved. */
const GIFT_LIST = `
  INSERT INTO gift_lists (id, occasion, name, event_day, is_month_only, first_name, last_name, email, email_key,
    is_findable, code, closes_on, created_at, updated_at, confirmed_at)
  VALUES ('list_1', 'baby', 'Hannah’s baby', '2099-01-15', 0, 'Hannah', 'Okafor', 'hannah@example.org',
    'hannah@example.org', 0, '7K4P9QWX', '2099-04-15', '2026-11-01', '2026-11-01', '2026-11-01');
  INSERT INTO gift_list_gifts (id, list_id, product_id, variant_id, name, quantity, is_any_colour, is_most_needed,
    position, added_at) VALUES ('gift_1', 'list_1', 101, 5000, 'Rainbow Stacker', 1, 0, 0, 0, '2026-11-01');
  INSERT INTO gift_list_claims (id, list_id, gift_id, way, state, units, held_until, giver_name, email, email_key,
    created_at)
  VALUES ('claim_${"A".repeat(22)}', 'list_1', 'gift_1', 'reservation', 'held', 1, '2099-01-01T00:00:00.000Z',
    'Margaret', 'margaret@example.org', 'margaret@example.org', '2026-11-01')`;

/** A paid order of three units, in the shop's database. */
function insertOrder() {
  const order = sampleOrder({ number: 30_000_001 });
  const at = order.placedAt;
  const insert = (table: string, row: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(row);
    const insert = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => "?").join()})`;
    inDatabase((database) => database.prepare(insert).run(...Object.values(row)));
  };
  const { total } = order.totals;
  insert("orders", {
    id: order.id,
    number: order.number,
    status: "paid",
    attempt_id: "attempt_AAAAAAAAAAAAAAAAAAAAAA",
    cart_id: order.cartId,
    cart_fingerprint: "none",
    email: order.email,
    delivery_address: JSON.stringify(order.deliveryAddress),
    billing_address: JSON.stringify(order.billingAddress),
    delivery: JSON.stringify(order.delivery),
    totals: JSON.stringify(order.totals),
    total_minor: total.minor,
    currency: total.currency,
    placed_at: at,
    expires_at: at,
    paid_at: at,
    updated_at: at,
  });
  for (const [position, line] of order.lines.entries())
    insert("order_lines", {
      id: `line_${position}`,
      order_id: order.id,
      position,
      product_id: line.productId,
      variant_id: line.variantId,
      sku: line.sku,
      name: line.name,
      image: line.image,
      path: line.path,
      quantity: line.quantity,
      unit_price_minor: line.unitPrice.minor,
      line_total_minor: line.total.minor,
      vat_minor: line.vat.minor,
      tax_rate_basis_points: 2000,
    });
  insert("payments", {
    id: "payment_A",
    order_id: order.id,
    attempt_id: "attempt_AAAAAAAAAAAAAAAAAAAAAA",
    provider: "embedded",
    provider_payment_id: "test_A",
    amount_minor: total.minor,
    currency: total.currency,
    status: "paid",
    created_at: at,
    updated_at: at,
  });
  return { number: order.number, skus: order.lines.map(({ sku }) => sku) };
}

describe("the operator's commands", () => {
  it("are listed, and each has a help text", () => {
    const listed = run([...AS_SHIPPED, "--help"]);
    expect(listed).toMatchObject(success("import-catalogue"));
    expect(shop("--help")).toEqual(listed);
    expect(shop("import-catalogue", "--help")).toMatchObject(success("Exit codes"));
  });

  it("called wrongly show their usage", () => {
    expect(shop("import")).toMatchObject({ code: 2, err: containing("There is no command import") });
    expect(shop("import-catalogue")).toMatchObject({ code: 2, err: containing("Usage") });
    expectUsage(
      ...[[], ["import-catalogue", "a", "b"], ["import-catalogue", "a", "--force"]],
      ["orders", "refund", "1", "--all", "--delivery", "--reason", "x"],
      ["invite", "not-an-address", "Ida", "Marsh"],
    );
  });

  it("import a catalogue, and change nothing the second time", () => {
    const first = run([...AS_SHIPPED, "import-catalogue", "content/catalogue"]);
    const second = shop("import-catalogue", "content/catalogue");

    expect(first).toMatchObject(success("75 products, 133 variants, 261 images"));
    expect(second).toMatchObject(success("no changes"));
  });

  it("import a catalogue as a ZIP, and undo it", () => {
    const file = join(newFolder(), "shop.zip");
    writeFileSync(file, packedCatalogue({ "bead-maze": "Maze by a ZIP" }));

    const done = shop("import-catalogue", file, "--json");
    const again = shop("import-catalogue", file);

    const { id } = JSON.parse(done.out) as { id: number };
    expect(done.code).toBe(0);
    expect(again).toMatchObject(success("changes nothing"));
    expect(shop("import-file", "undo", String(id))).toMatchObject({ code: 0 });
    expect(shop("import-catalogue", "content/catalogue").out).toContain("no changes");
    writeFileSync(file, "no ZIP");
    expect(shop("import-catalogue", file)).toMatchObject(refusal("This is not a ZIP file"));
    expectUsage(["import-catalogue", file, "--imagery", "content/imagery"]);
  });

  it("say which texts make claims, wherever texts come in", () => {
    const own = { DATA_DIR: newFolder() };
    const folder = copyDemoCatalogue();
    changeRow(folder, ["brands.json", "hollybough-workshop"], { story: "An eco-friendly choice." });
    const zip = join(newFolder(), "shop.zip");
    writeFileSync(zip, packedCatalogue({ "bead-maze": "Eco-friendly maze" }));
    const csv = join(newFolder(), "products.csv");
    writeFileSync(csv, "sku,short description\nHB-0101-MUTE,An eco-friendly choice.\n");
    const of = ["rainbow-stacker", "--option", "colour"];
    const variants = ["products", "variants"];
    const draft = ["products", "create", "Eco-friendly bed", "--brand", "hollybough-workshop", "--toy", "no"];
    const category = ["--category", "wooden-toys/building-and-stacking/stackers"];

    for (const [words, ...command] of [
      ["Texts of the catalogue: brand hollybough-workshop, story", "import-catalogue", folder].concat([
        "--imagery",
        DEMO_IMAGERY,
      ]),
      ["product bead-maze, name", "import-catalogue", zip],
      ["HB-0101", "import-file", "products", csv],
      ["Muted", ...variants, "rename", ...of, "Muted", "--to", "Eco-friendly"],
      ["Added", ...variants, "add", ...of, "Eco-friendly green=#00aa00"],
      ["is a draft now", ...draft, ...category, "--price", "40"],
    ] as ReadonlyArray<ReadonlyArray<string>>) {
      const out: unknown = expect.stringMatching(new RegExp(`${words}.*“eco-friendly”`, "s"));
      expect(shopWith(own, ...command)).toMatchObject({ code: 0, out });
    }
    expect(shopWith(own, "products", "edit", "bead-maze", "--name", "Maze").out).not.toContain("“");
  });

  it("invite a customer once", () => {
    const [first, second] = [1, 2].map(() => shop("invite", "ida@example.com", "Ida", "Marsh"));

    expect(first).toMatchObject(success("on its way"));
    expect(second).toMatchObject(refusal("has an account already"));
  });

  it("reject, approve and answer reviews, and report it", () => {
    const list = shop("reviews", "list", "--status", "published", "--limit", "1", "--json");
    const [review] = JSON.parse(list.out) as Array<{ id: number; product: string }>;
    const id = String(review?.id);

    expect(shop("reviews", "reject", id)).toMatchObject({
      code: 0,
      out: `Review ${id} of ${review?.product} is rejected.\n`,
    });
    expect(shop("reviews", "list", "--status", "rejected").out).toContain(`${id}  ${review?.product}`);
    expect(shop("reviews", "approve", id, "999999999")).toMatchObject(
      refusal(`Review ${id} of ${review?.product} is published.`),
    );
    expect(shop("reviews", "reply", id, "Thank you.", "--json")).toMatchObject({ code: 0 });
    expect(shop("reviews", "approve", "one")).toMatchObject({ code: 2, err: containing("Usage") });
  });

  it("list messages, and mark them as answered, closed and waiting again", () => {
    expect(shop("messages", "list").out).toBe("No message waits for an answer.\n");
    expect(shop("messages", "answer", "1")).toMatchObject(refusal("Message 1: We could not find that."));
    inDatabase((database) =>
      database.exec(`
        INSERT INTO desk_messages (topic, name, email_hash, is_verified_customer, due_day, created_at)
        VALUES ('order', 'Sophie', 'hash', 0, '2026-11-27', '2026-11-26T10:00:00.000Z')`),
    );

    expect(shop("messages", "list").out).toMatch(
      /1 {3}2026-11-26 10:00 {2}2026-11-27 {2}waiting {2}order {2}Sophie/,
    );
    expect(shop("messages", "answer", "1")).toMatchObject({ code: 0, out: "Message 1 is answered.\n" });
    expect(shop("messages", "answer", "1").out).toBe("Message 1 is answered already.\n");
    expect(shop("messages", "close", "1")).toMatchObject({ code: 1 });
    expect(shop("messages", "list", "--done").out).toContain("the shop’s own commands");
    expect(shop("messages", "reopen", "1").out).toBe("Message 1 waits for an answer.\n");
    expect(JSON.parse(shop("messages", "close", "1", "--json").out)).toEqual([
      { id: 1, ok: true, message: "Message 1 is closed." },
    ]);
    expectUsage(["messages", "list", "--done", "one"]);
  });

  it("add texts that replies start from", () => {
    expect(shop("replies", "list").out).toBe(
      "Save the answers you give most often, such as how long a repair takes.\n",
    );
    expect(shop("replies", "add", "--title", "Repairs", "--text", "Send it to us.").code).toBe(0);
    expect(JSON.parse(shop("replies", "list", "--json").out)).toMatchObject([
      { id: 1, title: "Repairs", text: "Send it to us.", by: "" },
    ]);
    expectUsage(["replies", "remove"]);
  });

  it("show a gift list, free a claim and begin to move the list", () => {
    inDatabase((database) => database.exec(GIFT_LIST));
    const claim = `claim_${"A".repeat(22)}`;

    expect(shop("gift-lists", "show", "2222-2223")).toMatchObject({
      code: 1,
      err: "There is no list with that code.\n",
    });
    expect(shop("gift-lists", "show", "7k4p 9qwx").out).toMatch(
      /^Hannah’s baby, 2099-01-15, open, 1 gift, belongs to hannah@example.org\n.*\n.*Rainbow Stacker.*margaret@example.org\n$/,
    );
    expect(shop("gift-lists", "free", claim).out).toBe(`${claim} is free.\n`);
    expect(shop("gift-lists", "free", claim)).toMatchObject({ code: 1 });
    expect(shop("gift-lists", "show", "7K4P-9QWX").out).toContain("Nothing is claimed.");
    expect(shop("gift-lists", "move", "7K4P-9QWX", "nobody")).toMatchObject({ code: 1 });
    expect(shop("gift-lists", "move", "7K4P-9QWX", "hannah@new.example").out).toContain(
      "A link is on its way to hannah@new.example.",
    );
    expectUsage(["gift-lists", "move", "7K4P-9QWX"]);
  });

  it("set the stock of a variant by its SKU", () => {
    expect(shop("stock", "HB-0130", "4")).toMatchObject({
      code: 0,
      out: "Marble Run (HB-0130): 0 before, 4 now, 0 of them held by orders.\n",
    });
    expectUsage(["stock", "HB-0130", "-4"]);
    expect(shop("stock", "HB-0000", "4")).toMatchObject({ code: 1, err: "There is no variant HB-0000.\n" });
  });

  it("refuse an empty data folder, and leave it empty", () => {
    const empty = newFolder();
    const inEmpty = { DATA_DIR: empty };

    expect(shopWith(inEmpty, "orders", "list")).toMatchObject(refusal("has no tables yet"));
    expect(shopWith(inEmpty, "backup", "--out", join(DATA_DIR, "none"))).toMatchObject(
      refusal("no database at"),
    );
    expect(readdirSync(empty)).toEqual([]);
  });

  it("make a backup, and replace data only on request", () => {
    const taken = shop("backup", "--out", join(DATA_DIR, "backups"), "--json");
    const { folder, rows } = JSON.parse(taken.out) as { folder: string; rows: Record<string, number> };
    shop("stock", "set", "HB-0130", "9", "--reason", "after the backup");

    const refused = shop("restore", "--from", folder);
    const restored = shop("restore", "--from", folder, "--yes");
    const history = shop("stock", "history", "HB-0130");

    expect(rows).toMatchObject({ products: 75, variants: 133 });
    expect(refused).toMatchObject(refusal("is not empty: say --yes"));
    expect(restored).toMatchObject(success("before-restore"));
    expect(history.out).toContain("Marble Run (HB-0130): 4 on the shelf");
    expect(history.out).not.toContain("after the backup");
  });

  it("report whether all is well by their exit code", () => {
    const well = shop("doctor");
    const away = {
      SMTP_URL: "smtp://127.0.0.1:1",
      MARKETING_PROVIDER: "omnisend",
      OMNISEND_API_KEY: "a-key-of-the-store",
      OMNISEND_API_BASE: "http://127.0.0.1:1/api",
    };
    const broken = shopWith(away, "doctor", "--json");
    const wrong = shopWith({ PORT: "none" }, "doctor");

    expect(well).toMatchObject({ code: 0, out: expect.stringMatching(/^ok +database +SQLite 3\.\d+/m) });
    expect(well.out).toMatch(/^ok +backup +0 hours old$/m);
    expect(well.out).toMatch(/^ok +content +8 articles and 14 pages of the repository$/m);
    expect(broken.code).toBe(2);
    for (const what of ["email", "marketing"])
      expect((JSON.parse(broken.out) as { checks: Array<unknown> }).checks).toContainEqual({
        what,
        verdict: "fail",
        words: "127.0.0.1:1 cannot be reached",
      });
    expect(wrong).toMatchObject({ code: 2, err: expect.stringMatching(/^Configuration: PORT/) });
  });

  it.each([
    ["a newer version", "SELECT '99991231-2359-later', '2030'", "belongs to a newer version of the shop: "],
    ["a state before version 1", "SELECT '0001-schema', '2026'", "is older than version 1 of the shop: "],
    ["before 24 November 2026", "SELECT '0001-catalogue', '2026'", "was made before 24 November 2026, "],
  ])("give one answer about a database of %s", (_, migration, words) => {
    const taken = shop("backup", "--out", join(DATA_DIR, "backups"), "--json");
    const { folder } = JSON.parse(taken.out) as { folder: string };
    const manifest = join(folder, "manifest.json");
    inDatabase((database) => database.exec(`INSERT INTO kysely_migration ${migration}`));
    const migrations = [/'(.*?)'/.exec(migration)?.[1]];
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), migrations }));

    expect(shop("doctor")).toMatchObject({ code: 2, out: containing(`the database ${words}`) });
    expect(shop("backup", "--out", join(DATA_DIR, "more"))).toMatchObject(refusal(`The database ${words}`));
    expect(shop("restore", "--from", folder, "--yes")).toMatchObject(refusal(`The backup ${words}`));
    expect(shop("orders", "list")).toMatchObject(refusal(`The database ${words}`));
    // As a start does.
    expect(shop("staff", "list")).toMatchObject(refusal(`the database ${words}`));
    inDatabase((database) =>
      database.exec("DELETE FROM kysely_migration WHERE timestamp IN ('2026', '2030')"),
    );
  });

  it("let doctor look at a database that waits for its next start", () => {
    const waiting = ["0158-service-refusals", "0546-ways-back", "1032-refused-keys"].map(
      (name) => `20261129-${name}`,
    );
    inDatabase((database) =>
      database.exec(`
        DROP TABLE service_refusals;
        ALTER TABLE order_returns DROP COLUMN way_back;
        ALTER TABLE refunds DROP COLUMN return_cost_minor;
        DELETE FROM kysely_migration WHERE name IN ('${waiting.join("', '")}')`),
    );

    const before = shop("doctor");
    shop("staff", "list");
    const after = shop("doctor");

    expect(before).toMatchObject({ code: 1, err: "" });
    expect(before.out).toContain(`the next start brings up to date: ${waiting.join(", ")}`);
    expect(before.out).toMatch(/^ok +disk /m);
    expect(before.out).not.toMatch(/^\w+ +sums /m);
    expect(after.out).toMatch(/^ok +tables +up to date$/m);
    expect(after.out).toMatch(/^ok +sums /m);
  });

  it("let doctor look at tables without a shop in them", () => {
    const DATA_DIR = newFolder();
    shopWith({ DATA_DIR }, "staff", "list");

    const looked = shopWith({ DATA_DIR }, "doctor");

    expect(looked).toMatchObject({ code: 2, out: containing("import a catalogue first"), err: "" });
    expect(looked.out).toMatch(/^ok +disk /m);
  });

  it("ship and refund orders, each request once", () => {
    const { number, skus } = insertOrder();
    const n = String(number);
    const slip = join(DATA_DIR, "slip.html");
    const send = ["orders", "ship", n, "--carrier", "dpd", "--tracking", "JD1", "--lines", `${skus[0]}=1`];
    const refund = ["orders", "refund", n, "--lines", skus[1] ?? "", "--reason", "broken"];

    expect(shop("orders", "packing-slip", n, "--out", slip)).toMatchObject({ code: 0 });
    expect(readFileSync(slip, "utf8")).toContain("Rainbow Stacker");
    expect(shop(...send)).toMatchObject(success("is partially-shipped now"));
    expect(shop(...refund)).toMatchObject({
      code: 1,
      err: `This would refund £649.00 of order ${n}. Nothing was changed. Add --yes to go ahead.\n`,
    });
    expect(shop(...refund, "--yes")).toMatchObject(success("£649.00 of order"));
    expect(shop(...refund, "--yes", "--json").out).toContain('"isChanged": false');
    const shown = shop("orders", "show", n);
    expect(shown.out).toContain("(Partially Shipped)");
    expect(shown.out).toMatch(/paid > partially-shipped {2}by the shop: DPD JD1/);
  });

  it("check the content of the repository, and refuse accounts that it does not have", () => {
    const check = shop("content", "check", "--json");
    const account = shop("content", "account", "ruth@example.org");

    expect(check.code).toBe(0);
    expect(JSON.parse(check.out)).toEqual({ ok: true, articles: 8, pages: 14 });
    expect(account).toMatchObject(refusal("has no accounts"));
  });

  it("export tables, list jobs and find people", () => {
    const file = join(DATA_DIR, "products.csv");

    expect(shop("export", "products", "--out", file)).toMatchObject({
      code: 0,
      out: `133 rows are in ${file}.\n`,
    });
    expect(shop("export", "coupons", "--out", join(DATA_DIR, "coupons.csv"), "--json").out).toContain(
      '"ok": true',
    );
    const orders = join(DATA_DIR, "orders.csv");
    expect(shop("export", "orders", "--out", orders, "--without-names").out).not.toContain("personal data");
    expect(shop("export", "orders", "--out", orders)).toMatchObject({ code: 1 });
    expect(shop("export", "orders", "--out", orders, "--force").out).toContain("personal data");
    for (const wrong of [["products", "--without-names"], ["products", "--from", "2026-11-01"], ["nothing"]])
      expectUsage(["export", ...wrong, "--out", orders]);
    expect(shop("emails", "list")).toMatchObject(success("account-email"));
    expect(shop("customers", "find", "marsh").out).toMatch(
      /^ida@example.com +Ida Marsh +account since .*, not verified +0$/m,
    );
  });

  it("bring a file in, say what it would change, and undo it", () => {
    const stock = join(DATA_DIR, "stock.csv");
    shop("export", "stock", "--out", stock);
    expect(shop("import-file", "stock", stock)).toMatchObject({
      code: 0,
      out: "0 changed, 0 new, 133 unchanged, 0 wrong. The file changes nothing.\n",
    });
    const [, first = ""] = readFileSync(stock, "utf8").split("\r\n");
    const sku = first.split('"')[1] ?? "";
    const file = join(DATA_DIR, "received.csv");
    writeFileSync(file, `sku,received\n${sku},3\n`);
    const check = shop("import-file", "stock", file, "--check");
    expect(check.out).toMatch(new RegExp(`^2 +${sku} +changed +on the shelf: \\d+ → \\d+; Received$`, "m"));
    expect(check.out).toContain("Nothing was written.");
    const done = JSON.parse(shop("import-file", "stock", file, "--json").out) as { id: number };
    expect(shop("stock", "history", sku, "--limit", "1").out).toContain(`Import ${done.id}, received`);
    expect(shop("import-file", "undo", String(done.id)).out).toBe(`Number ${done.id} is undone.\n`);
    writeFileSync(file, "sku,received\nNO-SUCH,3\n");
    const wrong = shop("import-file", "stock", file);
    expect([wrong.code, wrong.err]).toEqual([1, containing("There is no such article number")]);
    const skus = readFileSync(stock, "utf8").match(/(?<=\r\n")[^"]+/g) ?? [];
    writeFileSync(file, ["sku,received", ...skus.map((one) => `${one},1`)].join("\n"));
    const all = JSON.parse(shop("import-file", "stock", file, "--json").out) as { id: number };
    inDatabase((database) =>
      database.exec(`
        INSERT INTO stock_history (variant_id, quantity_before, quantity_after, reason, created_at)
        SELECT id, on_hand, on_hand, 'Counted again', '2999-01-01T00:00:00.000Z' FROM variants`),
    );
    const undone = shop("import-file", "undo", String(all.id)).out;
    const left = Number(/ (\d+) left as they are:$/m.exec(undone)?.[1]);
    expect(left).toBeGreaterThan(50);
    expect(undone.match(/: Booked since: Counted again$/gm)).toHaveLength(left);
    for (const usage of [["stock"], ["nothing", file], ["undo", "x"], ["undo", "1", "--check"]])
      expectUsage(["import-file", ...usage]);
  });

  it("say prices as amounts of money before a file changes them", () => {
    const file = join(newFolder(), "prices.csv");
    writeFileSync(file, "sku,price\nHB-0101-MUTE,41.00\n");

    const { out } = shop("import-file", "products", file, "--check");

    expect(out).toMatch(/price: £\d+\.\d\d → £41\.00/);
  });

  it("list products by department and brand, and change all of a list with --yes", () => {
    const filters = ["--category", "wooden-toys/building-and-stacking/stackers"];
    const prices = () => shop("products", "list", ...filters, "--json").out;
    const before = prices();
    const { products } = JSON.parse(before) as { products: ReadonlyArray<{ priceMinor: number }> };
    expect(products.length).toBeGreaterThan(1);

    const planned = shop("products", "change-prices", ...filters, "--percent=-10", "--exact");
    expect([planned.code, planned.out]).toEqual([0, containing("Nothing has been changed.")]);
    expect(prices()).toBe(before);
    const done = shop("products", "change-prices", ...filters, "--percent=-10", "--exact", "--yes");
    expect([done.code, done.out]).toEqual([...[0, containing(`${products.length} prices lowered by 10%`)]]);
    const after = JSON.parse(prices()) as { products: ReadonlyArray<{ priceMinor: number }> };
    expect(after.products.map(({ priceMinor }) => priceMinor)).toEqual(
      products.map(({ priceMinor }) => Math.round(priceMinor * 0.9)),
    );
    const listed = JSON.parse(shop("import-file", "list", "--json").out) as {
      imports: ReadonlyArray<{ id: number; fileName: string }>;
    };
    const [change] = listed.imports;
    expect(change?.fileName).toBe(`${products.length} prices lowered by 10%`);
    expect(shop("import-file", "undo", String(change?.id)).code).toBe(0);
    expect(JSON.parse(prices())).toMatchObject({
      products: products.map(({ priceMinor }) => ({ priceMinor })),
    });
    expect(shop("products", "list", "--brand", "no-such")).toMatchObject({
      ...{ code: 1, err: "There is no brand no-such.\n" },
    });
    for (const usage of [["hide"], ["show", "--yes"], ["change-prices", ...filters], ["list", "--view", "x"]])
      expectUsage(["products", ...usage]);
  });

  it("say how many of a list have changed, and end with 1 where one of them was refused", () => {
    const filters = ["--category", "wooden-toys/building-and-stacking/stackers"];
    const listed = JSON.parse(shop("products", "list", ...filters, "--json").out) as {
      products: ReadonlyArray<{ id: number; name: string }>;
    };
    const [one, ...others] = listed.products;
    const reduce = (price: string) =>
      inDatabase((database) =>
        database.prepare(`UPDATE products SET sale_price_minor = ${price} WHERE id = ?`).run(one?.id ?? 0),
      );

    const same = shop("products", "show", ...filters, "--yes");
    expect([same.code, same.out]).toEqual([0, "Nothing has been changed.\n"]);

    reduce("price_minor - 1");
    const partly = shop("products", "change-prices", ...filters, "--percent=-10", "--exact", "--yes");
    expect(partly.code).toBe(1);
    const lowered = `${others.length} price${others.length === 1 ? "" : "s"} lowered by 10%. `;
    expect(partly.err).toMatch(new RegExp(`^${lowered}`));
    expect(partly.err).toContain(`${one?.name}: The sale price must be less than the price.`);

    reduce("NULL");
    const [, change = ""] = /import-file undo (\d+)"/.exec(partly.err) ?? [];
    expect(shop("import-file", "undo", change).code).toBe(0);
  });

  it("rename a value of an option", () => {
    const rename = (from: string, to: string) =>
      shop("products", "variants", "rename", "rainbow-stacker", from, "--option", "colour", "--to", to);

    expect(rename("Muted", "Soft colours")).toMatchObject({ code: 0, out: "Muted is now Soft colours.\n" });
    expect(shop("products", "variants", "list", "rainbow-stacker").out).toContain("Soft colours");
    expect(rename("Soft colours", " SUNSET")).toMatchObject({
      ...refusal("is there already"),
    });
    expect(rename("Soft colours", "Muted")).toMatchObject({ code: 0 });
  });

  it("add, change and switch off a discount code, take that back, and report what is wrong", () => {
    const wrong = shop("coupons", "add", "--code", "x", "--percent", "120");
    const added = shop("coupons", "add", "--code", "winter10", "--percent", "10", "--max-uses", "5");
    const list = (...more: ReadonlyArray<string>) => shop("coupons", "list", ...more).out;

    expect(wrong).toMatchObject({
      code: 1,
      err: "Code: Must be 3 to 40 letters, digits or hyphens.\nPer cent off: Use 1 to 100.\n",
    });
    expect(added).toMatchObject({ code: 0, out: containing("WINTER10: done, step ") });
    expect(shop("coupons", "change", "winter10", "--percent", "12").code).toBe(0);
    const ended = shop("coupons", "disable", "winter10", "--json");
    expect(list("--view", "off")).toMatch(/^WINTER10 +12% off +No end +0 of 5 +disabled$/m);
    const { step } = JSON.parse(ended.out) as { step: number };
    expect(shop("coupons", "undo", String(step)).code).toBe(0);
    expect(list()).toMatch(/^WINTER10 +12% off +No end +0 of 5$/m);
    expect(list()).toMatch(
      /^FIVEROFF +£5\.00 off over £40\.00 +\w.* \d{4} +0 of 1000 +£5 off £40, from the catalogue$/m,
    );
    expect(shop("coupons", "disable", "nobody").code).toBe(1);
  });

  it("add, change and remove redirects, take that back, and report those that lead nowhere", () => {
    const add = (from: string, to: string) => shop("redirects", "add", "--from", from, "--to", to);
    const target = () => /^\/old-toys +(\S+)/m.exec(shop("redirects", "list").out)?.[1];

    expect(add("/old-toys", "/c/gifts")).toMatchObject({
      code: 0,
      out: containing("/old-toys: done, step "),
    });
    expect(add("/old-toys", "/c/prams")).toMatchObject({
      code: 1,
      err: containing("leads to /c/gifts by now"),
    });
    shop("redirects", "change", "/old-toys", "--to", "/c/wooden-toys");
    expect(target()).toBe("/c/wooden-toys");
    expect(add("/c/wooden-toys", "/old-toys")).toMatchObject({
      code: 1,
      err: "That would make a redirect loop: /c/wooden-toys → /old-toys → /c/wooden-toys.\n",
    });
    expect(add("/old-bears", "")).toMatchObject({
      ...{ code: 1, err: "Leads to: Type an address such as /c/prams.\n" },
    });
    const { step } = JSON.parse(shop("redirects", "remove", "/old-toys", "--json").out) as { step: number };
    expect(target()).toBeUndefined();
    expect(shop("redirects", "undo", String(step)).code).toBe(0);
    expect(target()).toBe("/c/wooden-toys");
    expect(shop("redirects", "list", "--view", "problems").code).toBe(0);
    add("/old-prams", "/c/no-such-prams");
    const problems = shop("redirects", "list", "--view", "problems", "--json");
    expect([problems.code, JSON.parse(problems.out)]).toMatchObject([1, [{ from: "/old-prams" }]]);
    expect(shop("redirects", "remove")).toMatchObject({ code: 2, err: containing("Usage") });
    for (const wrong of [
      ["change", "/old-toys", "--from", "/x"],
      ["remove", "/old-toys", "--to", "/x"],
      ["list", "--to", "/x"],
    ])
      expect(shop("redirects", ...wrong).code).toBe(2);
    expect(shop("redirects", "list", "--find", "zzz").out).toBe("Nothing has “zzz” in it.\n");
    expect(shop("redirects", "--help")).toMatchObject({ code: 0, out: containing("--json") });
  });

  it("list, export and remove newsletter subscribers, who are named by their address", () => {
    const hash = createHash("sha256").update("newsletter =1+2@example.com").digest("base64url");
    inDatabase((database) =>
      database.exec(`
        INSERT INTO subscriptions (id, email_hash, email, state, topics, source, consent_text_version, consent_at,
          confirmed_at)
        VALUES ('subscription_1', '${hash}', '=1+2@example.com', 'subscribed', '["news"]', 'footer', 'footer-2',
          '2026-11-21T10:00:00.000Z', '2026-11-21T10:05:00.000Z')`),
    );
    const file = join(DATA_DIR, "subscribers.csv");

    expect(shop("newsletter", "list").out).toMatch(/=1\+2@example\.com .* news and offers .*foot of a page/);
    expect(shop("export", "newsletter", "--out", file)).toMatchObject({ code: 0 });
    for (const verb of ["add", "change", "undo"]) expect(shop("newsletter", verb, "1").code).toBe(2);
    expect(readFileSync(file, "utf8")).toContain(`"'=1+2@example.com"`);
    expect(shop("newsletter", "remove", "=1+2@EXAMPLE.com", "--json")).toMatchObject({ code: 0 });
  });

  it("keep in the draft what was given to publish a page that lacks something", () => {
    const made = JSON.parse(shop("pages", "new", "article", "Oak trains", "--json").out) as { page: string };

    const lacking = shop("pages", "publish", made.page, "--excerpt", "How a train is carved.");
    const again = shop("pages", "publish", made.page, "--excerpt", "How a train is carved.");

    expect(lacking).toMatchObject(refusal("What you gave is in the draft."));
    expect(again.code).toBe(1);
    expect(again.err).not.toContain("What you gave");
    expect(shop("pages", "show", made.page).out).toContain("How a train is carved.");
  });

  it("refuse a catalogue with a mistake, naming file, row and field", () => {
    const folder = copyDemoCatalogue();
    changeRow(folder, ["products.json", "landscape-puzzle"], { price: -5 });

    const refused = shop("import-catalogue", folder, "--imagery", DEMO_IMAGERY);

    expect(refused.code).toBe(1);
    expect(refused.err).toContain("products.json row 22 (landscape-puzzle): price: must not be below 0");
    expect(refused.err).toContain("Nothing was imported: 1 problem.");
  });

  it("pregenerate the shop's images, report unreadable ones, and repeat nothing", async () => {
    const folder = newFolder();
    await honestImages(folder);
    const env = { IMAGE_DIR: folder };

    const first = shopWith(env, "images", "pregenerate", "--formats", "webp");
    const second = shopWith(env, "images", "pregenerate", "--formats", "webp");
    writeFileSync(join(folder, "broken.jpg"), "no picture");
    const third = shopWith(env, "images", "pregenerate", "--formats", "webp");

    expect(first).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^(\d+) images are ready. \1 of them/),
    });
    expect(second).toMatchObject(success("0 of them were created now"));
    expect(third).toMatchObject({
      code: 1,
      err: expect.stringMatching(/broken\.jpg cannot be read as an image\.\n$/),
    });
    expect(shop("images")).toMatchObject({ code: 2, err: containing("Usage") });
    expectUsage(["images", "pregenerate", "--formats", "gif"]);
  });
});
