/** Files at the desk over sockets: uploads, codes, downloads, and who may. */
import { request } from "node:http";

import { beforeAll, expect, test } from "vitest";

import type { StaffRole } from "#app/models/staff/role.ts";
import { newCustomer } from "#tests/support/people/customer/customer-visitor.ts";
import { appCode } from "#tests/support/people/desk/desk-codes.ts";
import { inviteToDesk } from "#tests/support/people/desk/desk-invite.ts";
import { type Joined, joinedDesk } from "#tests/support/people/desk/desk-join.ts";
import { type Answer, hiddenFields } from "#tests/support/people/shopper.ts";
import { packedCatalogue } from "#tests/support/shops/packed-catalogue.ts";
import { ask, write } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

type Colleague = Joined & Readonly<{ email: string }>;

const shop = useShop();
let owner: Colleague;

beforeAll(async () => {
  owner = await colleague("owner");
  await newCustomer(shop, "buyer@example.com");
});

/** Somebody who has just logged in at the desk for the first time. */
async function colleague(role: StaffRole, email = `${role}@example.com`): Promise<Colleague> {
  const invited = await inviteToDesk(shop, { email, name: `The ${role}`, role });
  return { email, ...(await joinedDesk(shop.origin, invited)) };
}

/** The last code that this person has typed counts no more. */
function forgetCode({ email }: Colleague): void {
  write(
    shop,
    `UPDATE staff_sessions SET confirmed_at = '2020-01-01T00:00:00.000Z'
     WHERE staff_id = (SELECT id FROM staff WHERE email = ?)`,
    email,
  );
}

/** The code of the app after the one of the log-in, which counts once. */
const nextCode = ({ secret }: Colleague) => appCode(secret, new Date(Date.now() + 30_000));

type Sent = Readonly<{ kind?: string; name?: string; content?: string | Uint8Array | null }>;

async function upload({ browser }: Colleague, { kind = "stock", name = "file.csv", content = "" }: Sent) {
  const form = new FormData();
  form.set("intent", "check");
  form.set("kind", kind);
  form.set(
    "file",
    content === null ? new File([], "") : new File([new Uint8Array(Buffer.from(content))], name),
  );
  const answer = await fetch(`${shop.origin}/desk/files`, {
    ...{ method: "POST", redirect: "manual", body: form },
    headers: { cookie: browser.cookieHeader(), origin: shop.origin },
  });
  const to = new URL(answer.headers.get("location") ?? "/", shop.origin);
  return { status: answer.status, location: to.pathname, body: await answer.text() };
}

const words = ({ body }: Readonly<{ body: string }>) =>
  body
    .replace(/<(?:style|script)[\s\S]*?<\/(?:style|script)>/g, "")
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

const waiting = () => Number(ask(shop, "SELECT count(*) FROM file_imports WHERE state = 'checked'"));

test.each<readonly [string, Sent, string]>([
  ["no file", { content: null }, "Choose a file"],
  ["no kind", { kind: "", content: "sku,received\nA,1" }, "Choose what it is"],
  ["a workbook", { content: "PK\u0003\u0004", name: "stock.xlsx" }, "hidden characters"],
  [
    "another character set",
    { content: Buffer.from("sku,received\nB\xe4r,1", "latin1") },
    "Save it from your spreadsheet as “CSV UTF-8”",
  ],
  [
    "other columns",
    { content: "sku,colour\nA,red" },
    "The file has none of these columns: received, counted",
  ],
  [
    "a file above the limit",
    { content: `sku,received\n${"x".repeat(5_000_001)}` },
    "The file is larger than 5 MB",
  ],
])("of %s the form says what is wrong, keeps the kind, and nothing is stored", async (_, sent, message) => {
  const answer = await upload(owner, sent);

  expect(answer.status).toBe(422);
  expect(words(answer)).toContain(message);
  const chosen = /value="(\w+)"[^>]*checked=""|checked=""[^>]*value="(\w+)"/.exec(answer.body);
  if (sent.kind !== "") expect(chosen?.[1] ?? chosen?.[2]).toBe("stock");
  expect(waiting()).toBe(0);
});

test("a form above every limit is refused before it is read", async () => {
  // Nothing of the form is sent, so the answer can only come from its length.
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${shop.origin}/desk/files`, {
      method: "POST",
      headers: {
        "content-type": "multipart/form-data; boundary=part",
        "content-length": "6000500",
        ...{ cookie: owner.browser.cookieHeader(), origin: shop.origin },
      },
    });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      resolve(answer.statusCode);
      sent.destroy();
    });
    sent.flushHeaders();
  });

  expect(status).toBe(413);
});

async function pageOf({ browser }: Colleague, path: string): Promise<Answer> {
  const page = await browser.get(path);
  expect(page.status).toBe(200);
  return page;
}

test("a file is checked, applied once, and undone once, each as a row in the log", async () => {
  const sku = String(ask(shop, "SELECT sku FROM variants WHERE reserved = 0 ORDER BY id LIMIT 1"));
  const onHand = () => Number(ask(shop, "SELECT on_hand FROM variants WHERE sku = ?", sku));
  const before = onHand();
  const content = `SKU;Received;Shelf\n${sku};6;A\n`;
  const { status, location } = await upload(owner, { content, name: "vat.csv" });
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/desk\/files\/imports\/\d+$/)]);
  const twice = async (fields: Record<string, string>) => {
    const answers = await Promise.all([1, 2].map(() => owner.browser.post(location, fields)));
    return answers.map((answer) => answer.location?.replace(location, "")).sort();
  };

  const check = await pageOf(owner, location);
  expect(words(check)).toContain(`before: ${before} after: ${before + 6}`);
  expect(words(check)).toContain("Columns that are not read: shelf.");
  expect(onHand()).toBe(before);
  const applied = await twice({ ...hiddenFields(check.body), intent: "apply" });
  expect(applied).toEqual(["?done=applied", "?done=before"]);
  expect(onHand()).toBe(before + 6);
  expect(await twice({ intent: "undo" })).toEqual(["?done=before", "?done=undone"]);
  expect(onHand()).toBe(before);
  const [log, id] = [words(await pageOf(owner, "/desk/log")), location.split("/").at(-1) ?? ""];
  expect(log).toContain(`Applied import ${id}`);
  expect(log).toContain(`Undid import ${id}`);
  expect(words(await pageOf(owner, "/desk/files"))).toMatch(/vat\.csv .* Undone/);
});

test("where the shop has changed since the check, nothing is done and the answer is the check of now", async () => {
  const [sku, id] = ["sku", "product_id"].map((column) =>
    String(ask(shop, `SELECT ${column} FROM variants ORDER BY id LIMIT 1 OFFSET 3`)),
  );
  const nameNow = () => ask(shop, "SELECT name FROM products WHERE id = ?", id);
  const { location } = await upload(owner, { kind: "products", content: `sku,name\n${sku},By a file\n` });
  const form = { ...hiddenFields((await pageOf(owner, location)).body), intent: "apply" };
  write(shop, "UPDATE products SET name = 'By hand' WHERE id = ?", id);

  const answer = await owner.browser.post(location, form);

  expect(answer.status).toBe(409);
  expect(words(answer)).toContain("The shop has changed since this was checked, and nothing was done");
  expect(words(answer)).toContain("before: By hand after: By a file");
  expect((await owner.browser.post(location, form)).status).toBe(409);
  expect(nameNow()).toBe("By hand");
  const anew = await owner.browser.post(location, { ...hiddenFields(answer.body), intent: "apply" });
  expect([anew.location, nameNow()]).toEqual([`${location}?done=applied`, "By a file"]);
});

test("a wrong line is named, nothing can be applied, and the check can be discarded", async () => {
  const { location } = await upload(owner, { content: "sku,received\nNO-SUCH,1\n" });
  const page = await pageOf(owner, location);

  expect(words(page)).toContain("1 line is wrong, so nothing of the file can be applied");
  expect(words(page)).toContain("There is no such article number");
  expect(page.body).not.toContain('value="apply"');
  expect((await owner.browser.post(location, { intent: "apply", version: "1" })).status).toBe(409);
  expect((await owner.browser.post(location, { intent: "discard" })).location).toBe("/desk/files");
  expect((await owner.browser.get(location)).status).toBe(404);
});

test("prices by more than 30 per cent need a code, and so does their undo", async () => {
  const martha = await colleague("owner", "martha@example.com");
  forgetCode(martha);
  const [sku, minor] = ["variants.sku", "products.price_minor"].map((column) =>
    ask(
      shop,
      `SELECT ${column} FROM variants JOIN products ON products.id = product_id
       WHERE variants.price_minor IS NULL AND products.sale_price_minor IS NULL ORDER BY variants.id LIMIT 1`,
    ),
  );
  const price = () =>
    ask(
      shop,
      "SELECT price_minor FROM products WHERE id = (SELECT product_id FROM variants WHERE sku = ?)",
      sku,
    );
  const content = `sku,price\n${String(sku)},${((Number(minor) * 2) / 100).toFixed(2)}\n`;
  const { location } = await upload(martha, { kind: "products", content });
  const form = { ...hiddenFields((await pageOf(martha, location)).body), intent: "apply" };

  for (const code of ["", "000000"])
    expect((await martha.browser.post(location, { ...form, code })).status).toBe(422);
  expect(price()).toBe(minor);
  const done = await martha.browser.post(location, { ...form, code: nextCode(martha) });
  expect([done.location, price()]).toEqual([`${location}?done=applied`, Number(minor) * 2]);
  forgetCode(martha);
  expect((await martha.browser.post(location, { intent: "undo", code: "" })).status).toBe(422);
  expect(price()).toBe(Number(minor) * 2);
});

test("a file with names needs a code, is cached nowhere, and names are in no other file", async () => {
  const isla = await colleague("owner", "isla@example.com");
  const [page, file] = ["/desk/files/exports/customers", "/desk/files/exports/customers/file.csv"];
  forgetCode(isla);

  const early = await isla.browser.post(file, { names: "on" });
  expect([early.status, early.location]).toEqual([303, `${page}?names=on`]);
  const refused = await isla.browser.post(page, { names: "on", code: "000000" });
  expect(refused.status).toBe(422);
  expect(words(refused)).toContain("That code is not correct");
  const confirmed = await isla.browser.post(page, { names: "on", code: nextCode(isla) });
  expect([confirmed.status, confirmed.location]).toEqual([303, `${page}?names=on`]);
  const download = await isla.browser.post(file, { names: "on" });

  expect(download.status).toBe(200);
  expect(download.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "cache-control": "private, no-store",
    "content-disposition": expect.stringMatching(/^attachment; filename="customers-\d{4}-\d\d-\d\d\.csv"$/),
  });
  expect(download.body).toMatch(/^\ufeff"customer","email",/);
  expect(download.body).toContain("buyer@example.com");
  const plain = await isla.browser.get(`${file}?names=on`);
  expect([plain.status, plain.body.includes("buyer@example.com")]).toEqual([200, false]);
  expect(plain.headers["cache-control"]).toBe("private, no-store");
  expect(words(await pageOf(isla, "/desk/log"))).toContain("Downloaded with names customers");
  expect(ask(shop, "SELECT count(*) FROM desk_log WHERE action = 'file-exported'")).toBe(1);
});

test("days that are none are named, and the view of the orders is what its list shows", async () => {
  const file = "/desk/files/exports/orders/file.csv?from=2026-02-30&to=";
  const { location } = await owner.browser.get(file);
  expect(location).toBe("/desk/files/exports/orders?from=2026-02-30");
  expect(words(await pageOf(owner, location ?? ""))).toContain("Type days such as 2026-12-01");
  const list = await pageOf(owner, "/desk/orders?view=late&gift=on");
  expect(list.body).toContain('href="/desk/files/exports/orders?view=late&amp;gift=on"');
  const page = await pageOf(owner, "/desk/files/exports/orders?view=late&gift=on");
  expect(words(page)).toContain("Only those under “Late”");
  expect(hiddenFields(page.body)).toEqual({ view: "late", gift: "on" });
});

/** With the columns of every kind. */
const UNKNOWN_ROWS =
  "sku,received,name,order,tracking number,carrier\nNO-SUCH,1,X,1,AB123456789GB,Royal Mail";

test.each([
  ["packer", 2, { stock: 303, parcels: 303, products: 403, catalogue: 403 }],
  ["editor", 3, { stock: 303, parcels: 403, products: 303, catalogue: 403 }],
  ["reader", 0, { stock: 403, parcels: 403, products: 403, catalogue: 403 }],
] as const)(
  "as %s the form offers this number of kinds of files, and others are refused: %d %j",
  async (role, kinds, may) => {
    const who = await colleague(role, `files-${role}@example.com`);
    const offered = async (colleague: Colleague) =>
      (await pageOf(colleague, "/desk/files")).body.match(/<input type="radio"[^>]*name="kind"/g)?.length ??
      0;

    expect([await offered(who), await offered(owner)]).toEqual([kinds, 5]);
    for (const [kind, status] of Object.entries(may)) {
      const content = kind === "catalogue" ? packedCatalogue({}) : UNKNOWN_ROWS;
      const answer = await upload(who, { kind, content });
      expect([kind, answer.status]).toEqual([kind, status]);
      // Who may do more than they sees nothing of their check either.
      if (status === 303) expect((await owner.browser.get(answer.location)).status).toBe(404);
    }
  },
);

test("an owner brings the catalogue in as a ZIP and takes it back, each with a code", async () => {
  const una = await colleague("owner", "una@example.com");
  const content = packedCatalogue({ "bead-maze": "Maze by a ZIP" });
  const nameOf = () => ask(shop, "SELECT name FROM products WHERE slug = 'bead-maze'");
  const before = nameOf();
  const broken = await upload(una, { kind: "catalogue", name: "shop.zip", content: content.subarray(9) });
  expect(broken.status).toBe(422);
  expect(words(broken)).toContain("This is not a ZIP file");

  const { location } = await upload(una, { kind: "catalogue", name: "shop.zip", content });
  const edit = await colleague("editor", "ed@example.com");
  const statusForEditor = async () => (await edit.browser.get(location)).status;

  expect(await statusForEditor()).toBe(404);
  forgetCode(una);
  const check = await pageOf(una, `${location}?show=changed`);
  expect(words(check)).toContain("after: Maze by a ZIP");
  expect(words(check)).toContain("Files that are not read: README.md.");
  const form = { ...hiddenFields(check.body), intent: "apply" };
  const without = await una.browser.post(location, { ...form, code: "" });
  expect(without.status).toBe(422);
  expect(words(without)).toContain("Enter the code from your authenticator app");
  expect((await una.browser.post(location, { ...form, code: "000000" })).status).toBe(422);
  expect(nameOf()).toBe(before);
  const done = await una.browser.post(location, { ...form, code: nextCode(una) });
  expect([done.location, nameOf()]).toEqual([`${location}?done=applied`, "Maze by a ZIP"]);
  expect(await statusForEditor()).toBe(404);
  const confirmedAt = ask(shop, "SELECT max(confirmed_at) FROM staff_sessions");
  forgetCode(una);
  expect((await una.browser.post(location, { intent: "undo", code: "" })).status).toBe(422);
  expect(nameOf()).toBe("Maze by a ZIP");
  write(shop, "UPDATE staff_sessions SET confirmed_at = ?", confirmedAt);
  expect((await una.browser.post(location, { intent: "undo" })).location).toBe(`${location}?done=undone`);
  expect(nameOf()).toBe(before);
  expect(await statusForEditor()).toBe(404);
});
