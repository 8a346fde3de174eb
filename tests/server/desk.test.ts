/** Every address and form of the desk by role, for strangers and for customers; and what the desk costs shoppers. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { SETTING_GROUPS } from "#app/models/store/editing/setting-fields.ts";
import { newCustomer } from "#tests/support/people/account/account-visitor.ts";
import { appCode, DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { joinDesk } from "#tests/support/people/desk/desk-join.ts";
import { deskRoutes } from "#tests/support/people/desk/desk-routes.ts";
import { addToBasket, goToPayment, parcelVariants, payAt } from "#tests/support/people/purchase.ts";
import { type Answer, type Fields, Shopper } from "#tests/support/people/shopper.ts";
import { freePort, type RunningShop, startShop } from "#tests/support/shops/server.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";

const ROLES = ["owner", "packer", "editor", "reader"] as const;
const WHO = ["stranger", "customer", ...ROLES] as const;
type Who = (typeof WHO)[number];

/** "login": sent to the log-in of the desk. A number: that status. */
type Cell = "login" | number;
/** For owner, packer, editor and reader; strangers and customers are sent to the log-in. */
type Row = readonly [Cell, Cell, Cell, Cell];
/** The same for everybody, strangers too. */
type Open = Readonly<{ everybody: Cell; staff: Cell }>;

const ALL: Row = [200, 200, 200, 200];
const HANDLERS: Row = [200, 200, 403, 403];
const OWNERS: Row = [200, 403, 403, 403];
const NO_FORM: Row = [405, 405, 405, 405];
const none = (status: number): Row => [status, status, status, status];

type Declared = Readonly<{
  get: Row | Open;
  post: Row | Open;
  /** What the form is sent with: nothing that changes anything. */
  fields?: Fields;
  /** The command that does the same, or null where there is none. */
  command: string | null;
}>;

/** What every address of the desk answers to whom. A route that is missing here fails the test. */
const DECLARED: Readonly<Record<string, Declared>> = {
  "/desk": { get: ALL, post: NO_FORM, command: null },
  "/desk/login": { get: { everybody: 200, staff: 303 }, post: { everybody: 422, staff: 303 }, command: null },
  "/desk/login/code": {
    get: { everybody: 303, staff: 303 },
    post: { everybody: 303, staff: 303 },
    command: null,
  },
  "/desk/login/again": {
    get: { everybody: 200, staff: 200 },
    post: { everybody: 303, staff: 303 },
    command: null,
  },
  "/desk/logout": { get: { everybody: 303, staff: 303 }, post: none(303), command: null },
  "/desk/join/second-step": {
    get: { everybody: 303, staff: 200 },
    post: { everybody: 303, staff: 303 },
    command: null,
  },
  "/desk/join/:secret": {
    get: { everybody: 410, staff: 410 },
    post: { everybody: 422, staff: 422 },
    command: "staff invite",
  },
  "/desk/menu": { get: ALL, post: NO_FORM, command: null },
  "/desk/account": { get: ALL, post: none(422), command: null },
  // A person's own passkeys are in their own devices: no command has them.
  "/desk/account/passkeys/:passkeyId": { get: none(404), post: none(404), command: null },
  // Nor does one have the key of an app, which is in its person's phone.
  "/desk/account/app": { get: ALL, post: none(422), command: null },
  // A password is known to its person only: no command has it. An invitation lets somebody choose another one.
  "/desk/account/password": { get: ALL, post: none(422), command: null },
  // For the script of passkeys, which needs a session of the desk and no page.
  "/desk/account/passkey": {
    get: NO_FORM,
    post: { everybody: 401, staff: 422 },
    command: null,
  },
  "/desk/staff": { get: OWNERS, post: [422, 403, 403, 403], command: "staff invite" },
  "/desk/staff/:staffId": { get: [404, 403, 403, 403], post: [404, 403, 403, 403], command: "staff end" },
  "/desk/log": { get: ALL, post: NO_FORM, command: null },
  "/desk/files": { get: ALL, post: [400, 400, 400, 403], command: "import-file" },
  "/desk/files/imports/:importId": {
    get: [404, 404, 404, 403],
    post: [404, 404, 404, 403],
    command: "import-file undo",
  },
  "/desk/files/exports/:kind": {
    get: [200, 403, 200, 200],
    post: [303, 403, 403, 403],
    command: "export",
  },
  "/desk/files/exports/:kind/file.csv": {
    get: [200, 403, 200, 200],
    post: [200, 403, 403, 403],
    command: "export",
  },
  "/desk/orders": { get: ALL, post: [400, 400, 403, 403], command: "orders pack" },
  "/desk/orders/slips": { get: HANDLERS, post: NO_FORM, command: "orders packing-slip" },
  "/desk/orders/invoices": { get: HANDLERS, post: NO_FORM, command: null },
  // A batch needs a list of the desk; the command stops one. Of one that is not there nobody learns anything.
  "/desk/orders/many": { get: HANDLERS, post: [400, 400, 403, 403], command: "orders pack" },
  "/desk/orders/many/:batchId": {
    get: [404, 404, 403, 403],
    post: [404, 404, 403, 403],
    command: "orders batches",
  },
  "/desk/stock/sheet": { get: ALL, post: NO_FORM, command: null },
  "/desk/orders/send": { get: HANDLERS, post: [400, 400, 403, 403], command: "orders ship" },
  "/desk/orders/:number": { get: ALL, post: none(400), command: "orders ship" },
  "/desk/orders/:number/refund": { get: HANDLERS, post: [422, 422, 403, 403], command: "orders refund" },
  "/desk/orders/:number/cancel": { get: HANDLERS, post: [422, 422, 403, 403], command: "orders cancel" },
  "/desk/orders/:number/address": {
    get: HANDLERS,
    post: [422, 422, 403, 403],
    command: "orders change-address",
  },
  "/desk/orders/:number/emails": {
    get: HANDLERS,
    post: [422, 422, 403, 403],
    command: "orders resend-email",
  },
  "/desk/orders/:number/payment": {
    get: HANDLERS,
    post: [422, 422, 403, 403],
    command: "orders query-payment",
  },
  "/desk/pack": { get: HANDLERS, post: [422, 422, 403, 403], command: "orders ship" },
  "/desk/returns": { get: ALL, post: NO_FORM, command: "orders returns" },
  "/desk/returns/new": { get: HANDLERS, post: [404, 404, 403, 403], command: "orders open-return" },
  "/desk/returns/:returnNumber": {
    get: none(404),
    post: [404, 404, 403, 403],
    command: "orders receive-return",
  },
  "/desk/products": { get: ALL, post: NO_FORM, command: "products list" },
  "/desk/products/new": {
    get: [200, 403, 200, 403],
    post: [422, 403, 422, 403],
    command: "products create",
  },
  "/desk/products/prices": {
    get: [422, 403, 403, 403],
    post: [400, 403, 403, 403],
    command: "products change-prices",
  },
  "/desk/products/visibility": {
    get: [422, 403, 422, 403],
    post: [400, 403, 400, 403],
    command: "products hide",
  },
  "/desk/products/changes": { get: [200, 403, 200, 403], post: NO_FORM, command: "products changes" },
  "/desk/products/changes/:changeId": {
    get: [404, 403, 404, 403],
    post: [404, 403, 404, 403],
    command: "products take-back",
  },
  "/desk/products/:productId": {
    get: none(404),
    post: [404, 403, 404, 403],
    command: "products edit",
  },
  "/desk/products/:productId/variants": {
    get: [404, 403, 404, 403],
    post: [404, 403, 404, 403],
    command: "products variants",
  },
  "/desk/products/:productId/preview": { get: none(404), post: NO_FORM, command: null },
  "/desk/stock": { get: ALL, post: [400, 400, 400, 403], command: "stock receive" },
  "/desk/stock/:sku": { get: none(404), post: NO_FORM, command: "stock history" },
  "/desk/reviews": { get: ALL, post: [400, 403, 400, 403], command: "reviews approve" },
  "/desk/reviews/:reviewId/photos/:number": {
    get: none(404),
    post: NO_FORM,
    command: "reviews remove-photo",
  },
  "/desk/messages": { get: [200, 200, 200, 403], post: NO_FORM, command: "messages list" },
  "/desk/messages/replies": {
    get: [200, 200, 200, 403],
    post: [400, 400, 400, 403],
    command: "messages save-reply",
  },
  "/desk/messages/replies/:replyId": {
    get: [404, 404, 404, 403],
    post: [404, 404, 404, 403],
    command: "messages remove-reply",
  },
  "/desk/messages/:messageId": {
    get: [404, 404, 404, 403],
    post: [404, 404, 404, 403],
    command: "messages answer",
  },
  "/desk/coupons": { get: [200, 403, 200, 200], post: [400, 403, 400, 403], command: "coupons create" },
  "/desk/coupons/drafts/:code": {
    get: [404, 403, 404, 403],
    post: [404, 403, 404, 403],
    command: "coupons publish",
  },
  "/desk/customers": { get: ALL, post: NO_FORM, command: "customers find" },
  "/desk/customers/:customerId": {
    get: none(404),
    post: [404, 404, 403, 403],
    command: "newsletter remove",
  },
  "/desk/customers/:customerId/data": {
    get: [404, 403, 403, 403],
    post: [404, 403, 403, 403],
    command: null,
  },
  "/desk/customers/:customerId/data.json": {
    get: [303, 403, 403, 403],
    post: [404, 403, 403, 403],
    command: null,
  },
  "/desk/customers/:customerId/delete": {
    get: [404, 403, 403, 403],
    post: [404, 403, 403, 403],
    command: null,
  },
  "/desk/settings/health": { get: OWNERS, post: [400, 403, 403, 403], command: "jobs retry" },
  "/desk/gift-lists": { get: HANDLERS, post: NO_FORM, command: "gift-lists show" },
  "/desk/gift-lists/:listId": {
    get: [404, 404, 403, 403],
    post: [404, 404, 403, 403],
    command: "gift-lists move",
  },
  "/desk/figures": { get: [200, 403, 200, 200], post: NO_FORM, command: "analytics report" },
  "/desk/newsletter": { get: HANDLERS, post: NO_FORM, command: "newsletter list" },
  "/desk/newsletter/:subscriptionId": {
    get: [404, 404, 403, 403],
    post: [409, 409, 403, 403],
    command: "newsletter remove",
  },
  "/desk/pages": { get: ALL, post: [400, 403, 400, 403], command: "pages move" },
  "/desk/pages/new": { get: [200, 403, 200, 403], post: [400, 403, 400, 403], command: "pages new" },
  "/desk/pages/:pageKind/:pageKey": {
    get: ALL,
    post: [400, 403, 400, 403],
    command: "pages publish",
  },
  "/desk/pages/article/:pageKey/preview": { get: none(404), post: NO_FORM, command: null },
  "/desk/pages/information/:pageKey/preview": { get: ALL, post: NO_FORM, command: null },
  "/desk/pages/information/contact-us/preview": { get: ALL, post: NO_FORM, command: null },
  "/desk/redirects": { get: ALL, post: [400, 403, 400, 403], command: "redirects add" },
  "/desk/settings": { get: OWNERS, post: NO_FORM, command: "settings list" },
  "/desk/settings/:group": { get: OWNERS, post: [400, 403, 403, 403], command: "settings set" },
  "/desk/search": { get: ALL, post: NO_FORM, command: "customers find" },
  "/desk/*": { get: none(404), post: none(404), command: null },
};

let shop: RunningShop;
let number = 0;
const people = new Map<Who, Shopper>();

beforeAll(async () => {
  shop = await startShop({ env: { DESK_KEEPS_MESSAGES: "on" } });
  for (const path of ["/desk", "/desk/login", "/desk/orders"])
    before.push(await new Shopper(shop.origin).get(path));
  people.set("stranger", new Shopper(shop.origin));
  people.set("customer", await newCustomer(shop, "buyer@example.com"));
  for (const role of ROLES) people.set(role, await deskBrowser(shop, role));
  number = await buy();
});

/** What the addresses answered before anybody was invited. */
const before: Array<Answer> = [];

afterAll(() => shop.stop());

/** Somebody in `role` who has accepted an invitation and set an app up. */
async function deskBrowser({ origin, dataDir, port }: RunningShop, role: string): Promise<Shopper> {
  const args = ["staff", "invite", `${role}@example.com`, `The ${role}`, "--role", role, "--json"];
  const { link } = JSON.parse(await runCommand({ dataDir, port }, args)) as { link: string };
  const shopper = new Shopper(origin);
  await shopper.post(new URL(link).pathname, { password: DESK_PASSWORD });
  const page = await shopper.get("/desk/join/second-step");
  const secret = (/<b class="mono">([A-Z2-7 ]+)<\/b>/.exec(page.body)?.[1] ?? "").replaceAll(" ", "");
  const done = await shopper.post("/desk/join/second-step", { code: appCode(secret, new Date()) });
  expect(done.body.match(/<li>[a-z2-9]{5}-[a-z2-9]{5}<\/li>/g)).toHaveLength(10);
  return shopper;
}

async function buy(): Promise<number> {
  const shopper = new Shopper(shop.origin);
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { timeout: 5_000 });
  const [variant = 0] = parcelVariants(database, 1);
  await addToBasket(shopper, variant, 1);
  await payAt(shopper, await goToPayment(shopper));
  const found = database.prepare("SELECT number FROM orders").pluck().get([]);
  database.close();
  return Number(found);
}

/** The browser of `who` as it was before: some answers end its session. */
function browserOf(who: Who): Shopper {
  const copy = new Shopper(shop.origin);
  for (const name of ["desk-session", "shop-session"]) {
    const value = people.get(who)?.cookie(name);
    if (value) copy.takeCookie(name, value);
  }
  return copy;
}

function filled(path: string): string {
  return path
    .replace(":number", String(number))
    .replace(":secret", "x".repeat(43))
    .replace(":customerId", `customer_${"0".repeat(22)}`)
    .replace(":listId", `giftlist_${"0".repeat(22)}`)
    .replace(":subscriptionId", `subscription_${"0".repeat(22)}`)
    .replace(":sku", "NO-SUCH")
    .replace(":code", "NO-SUCH")
    .replace(":productId", "no-such")
    .replace(":staffId", `staff_${"0".repeat(22)}`)
    .replace(":passkeyId", `passkey_${"0".repeat(22)}`)
    .replace(":returnNumber", "R1-1")
    .replace(":messageId", "999999999")
    .replace(":replyId", "999999999")
    .replace(":pageKind", "information")
    .replace(":pageKey", "about")
    .replace(":kind", "newsletter")
    .replace(":importId", "999999999")
    .replace(":group", "delivery")
    .replace("*", "nothing");
}

function cellOf({ status, location }: Answer): Cell {
  // The form is sent on to the log-in, with what was typed.
  if (status === 307 && location?.startsWith("/desk/login/again?form=")) return "login";
  return location?.startsWith("/desk/login?to=") || location === "/desk/login"
    ? status === 303 || status === 302
      ? "login"
      : status
    : status;
}

function expected(declared: Row | Open, who: Who): Cell {
  if (!Array.isArray(declared)) {
    const { everybody, staff } = declared as Open;
    return who === "stranger" || who === "customer" ? everybody : staff;
  }
  const at = (ROLES as ReadonlyArray<string>).indexOf(who);
  return at < 0 ? "login" : ((declared as Row)[at] ?? 0);
}

test("exactly the declared routes of the desk exist", () => {
  expect(
    deskRoutes()
      .map(({ path }) => path)
      .sort(),
  ).toEqual(Object.keys(DECLARED).sort());
});

test("every address and form of the desk answers to everybody as declared", async () => {
  const wrong: Array<string> = [];
  for (const [path, declared] of Object.entries(DECLARED))
    for (const who of WHO) {
      const answers = {
        get: await browserOf(who).get(filled(path)),
        // The last: it ends the session.
        post: path === "/desk/logout" ? null : await browserOf(who).post(filled(path), { intent: "nothing" }),
      };
      for (const [method, answer] of Object.entries(answers)) {
        if (!answer) continue;
        const should = expected(declared[method as "get" | "post"], who);
        const is = cellOf(answer);
        const isSame =
          is === should ||
          (is === "login" && should === 303) ||
          (method === "post" && should === 405 && is === "login");
        if (!isSame) wrong.push(`${method} ${path} as ${who}: ${is}, not ${should}`);
        const headers = [
          answer.headers["cache-control"],
          answer.headers["x-robots-tag"],
          answer.headers["referrer-policy"],
        ];
        if (answer.headers["speculation-rules"]) wrong.push(`${method} ${path}: speculation`);
        if (headers.join("; ") !== "private, no-store; noindex; same-origin" && answer.status < 300)
          wrong.push(`${method} ${path} as ${who}: ${headers.join("; ")}`);
      }
    }

  expect(wrong).toEqual([]);
});

test("names and addresses are on no page of those whose role does not see them", async () => {
  const seen = async (who: Who, text: string) => {
    const pages = await Promise.all(
      [`/desk/orders/${number}`, "/desk/orders?view=all", "/desk/search?q=okafor"].map((path) =>
        browserOf(who).get(path),
      ),
    );
    return pages.some(({ body }) => body.includes(text));
  };

  expect(await Promise.all(ROLES.map((who) => seen(who, "Okafor")))).toEqual([true, true, true, false]);
  expect(await Promise.all(ROLES.map((who) => seen(who, "Slad Road")))).toEqual([true, true, false, false]);
  expect(await Promise.all(ROLES.map((who) => seen(who, "hannah@example.com")))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("the search finds customers and products beside orders, for those who may see them, and a barcode leads on", async () => {
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { timeout: 5_000 });
  const [sku, name] = ["sku", "name"].map((column) =>
    String(database.prepare(`SELECT ${column} FROM products WHERE sku = 'HB-0102'`).pluck().get([])),
  );
  const email = String(database.prepare("SELECT email FROM customers").pluck().get([]));
  database.close();
  const pageOf = async (who: Who, text: string) =>
    browserOf(who).get(`/desk/search?q=${encodeURIComponent(text)}`);
  const sees = async (text: string, link: string) =>
    Promise.all(ROLES.map(async (who) => (await pageOf(who, text)).body.includes(link)));

  expect(await sees(name ?? "", "/desk/products/")).toEqual([true, true, true, true]);
  expect(await sees(email, "/desk/customers/customer_")).toEqual([true, true, false, false]);
  expect(await sees("okafor", `/desk/orders/${number}`)).toEqual([true, true, false, false]);
  const { status, location } = await pageOf("packer", ` ${(sku ?? "").toLowerCase()} `);
  expect([status, location]).toEqual([303, `/desk/stock?view=all&q=${sku}`]);
  expect((await pageOf("reader", String(number))).location).toBe(`/desk/orders/${number}`);
  expect((await pageOf("owner", "no such thing")).body).toContain("Nothing was found for “no such thing”");
});

test("the list of settings leads to every group and to health, and the navigation leads to the list", async () => {
  const owner = browserOf("owner");
  const { body } = await owner.get("/desk/settings");
  const groups = [...body.matchAll(/href="(\/desk\/settings\/[a-z]+)"/g)].map(([, path = ""]) => path);
  const statuses = await Promise.all(groups.map(async (path) => (await owner.get(path)).status));

  expect(new Set(groups)).toEqual(
    new Set([...SETTING_GROUPS, "health"].map((group) => `/desk/settings/${group}`)),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await owner.get("/desk/menu")).body).toContain('href="/desk/settings"');
  expect((await browserOf("reader").get("/desk/menu")).body).not.toContain('href="/desk/settings"');
});

test("a page that a role does not open names the role and the owner who opens it", async () => {
  const texts = await Promise.all(
    (["packer", "editor"] as const).map(async (who) => (await browserOf(who).get("/desk/settings")).body),
  );

  expect(texts.map((text) => /You work here as (.*?)\./.exec(text.replaceAll("<!-- -->", ""))?.[1])).toEqual([
    "a packer",
    "an editor",
  ]);
  for (const text of texts) expect(text).toContain("Ask The owner to do this, or to change your role");
});

test("packing an order that a colleague has packed is not refused, and its page says who did it", async () => {
  const send = (who: Who, intent: string, shown: string) =>
    browserOf(who).post(`/desk/orders/${number}`, { intent, shown });
  const packed = [await send("owner", "pack", "paid"), await send("packer", "pack", "paid")];
  const page = await browserOf("packer").get(packed[1]?.location ?? "");
  await send("owner", "unpack", "packed");

  expect(packed.map(({ status }) => status)).toEqual([303, 303]);
  expect(page.body.replaceAll("<!-- -->", "")).toMatch(
    new RegExp(
      `Order ${number} was like this already: nothing has changed\\. The last step at the desk: packed, by The owner, \\d`,
    ),
  );
});

test("every page inside the desk has a form to log out", async () => {
  const owner = browserOf("owner");
  const outside = /^\/desk\/(?:login|logout|join)|\.csv$|\/preview$/;
  const paths = Object.entries(DECLARED).flatMap(([path, { get }]) =>
    Array.isArray(get) && get[0] === 200 && !outside.test(path) ? [filled(path)] : [],
  );
  const without: Array<string> = [];
  for (const path of [...paths, "/desk/nothing", "/desk/orders/1"]) {
    const { body } = await owner.get(path);
    if (!body.includes('method="post" action="/desk/logout"')) without.push(path);
  }

  expect(paths.length).toBeGreaterThan(20);
  expect(without).toEqual([]);
});

test("an empty list says what would show there and what else waits, a search without a result only what it searched", async () => {
  const bodyOf = async (path: string) => (await browserOf("owner").get(path)).body;
  const [newsletter, replies, ...searches] = await Promise.all(
    [
      ...["/desk/newsletter", "/desk/messages/replies"],
      ...["/desk/newsletter?q=nobody", "/desk/customers?q=nobody", "/desk/log?to=2001-01-01"],
    ].map(bodyOf),
  );

  for (const body of [newsletter, replies])
    expect(body).toMatch(/class="tick"[\s\S]*(?:Nothing|Nobody) here/);
  for (const body of searches) {
    expect(body).not.toContain('class="tick"');
    expect(body).toMatch(/Nobody found|Nothing found/);
  }
});

test("logging another of one's own devices out asks for a code, unless one was typed lately", async () => {
  const owner = browserOf("owner");
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { timeout: 5_000 });
  const confirmed = (at: string | null) =>
    database
      .prepare(
        "UPDATE staff_sessions SET confirmed_at = ? WHERE staff_id = (SELECT id FROM staff WHERE role = 'owner')",
      )
      .run(at);
  database
    .prepare(
      `INSERT INTO staff_sessions
       SELECT 'another device', 'session_other', staff_id, state, created_at, last_seen_at, confirmed_at, factor, stays,
         address_hash, user_agent
       FROM staff_sessions WHERE staff_id = (SELECT id FROM staff WHERE role = 'owner') LIMIT 1`,
    )
    .run();
  const open = () =>
    database.prepare("SELECT count(*) FROM staff_sessions WHERE id = 'session_other'").pluck().get([]);
  const fields = { intent: "end-session", session: "session_other" };
  try {
    confirmed(null);
    const [refusal, wrong] = [
      await owner.post("/desk/account", fields),
      await owner.post("/desk/account", { ...fields, sessionCode: "000000" }),
    ];
    expect([refusal.status, wrong.status, open()]).toEqual([422, 422, 1]);
    for (const { body } of [refusal, wrong]) expect(body.match(/id="sessionCode"/g)).toHaveLength(1);
    confirmed(new Date().toISOString());
    const done = await owner.post("/desk/account", fields);
    expect([done.status, done.location, open()]).toEqual([303, "/desk/account?done=session", 0]);
  } finally {
    confirmed(new Date().toISOString());
    database.close();
  }
});

test("what was typed into a form whose session is over comes through the log-in, and is written once", async () => {
  const email = "late@example.com";
  const args = ["staff", "invite", email, "Late Larry", "--role", "packer", "--json"];
  const { link } = JSON.parse(await runCommand(shop, args)) as { link: string };
  const first = new Shopper(shop.origin);
  await first.post(new URL(link).pathname, { password: DESK_PASSWORD });
  const setup = (await first.get("/desk/join/second-step")).body;
  const secret = (/<b class="mono">([A-Z2-7 ]+)<\/b>/.exec(setup)?.[1] ?? "").replaceAll(" ", "");
  const codes = await first.post("/desk/join/second-step", { code: appCode(secret, new Date()) });
  const recovery = /<li>([a-z2-9]{5}-[a-z2-9]{5})<\/li>/.exec(codes.body)?.[1] ?? "";

  const browser = new Shopper(shop.origin);
  const typed = { intent: "note", key: "late", body: "Ring before noon.\nThe dog is <kind>." };
  const sentOn = await browser.post(`/desk/orders/${number}?view=to-pack`, typed);
  expect([sentOn.status, sentOn.location?.startsWith("/desk/login/again?form=")]).toEqual([307, true]);
  const arrived = await browser.post(sentOn.location ?? "", typed);
  expect(arrived.body).toContain("You have been logged out");
  const hidden = { typed: typedIn(arrived.body) };
  const wrong = await browser.post(`${sentOn.location}&step=password`, { ...hidden, email, password: "no" });
  expect([wrong.status, wrong.body.includes(`value="${email}"`)]).toEqual([401, true]);
  const half = await browser.post(`${sentOn.location}&step=password`, {
    ...{ typed: typedIn(wrong.body), email, password: DESK_PASSWORD },
  });
  expect(half.body).toContain("Second step");
  const refused = await browser.post(`${sentOn.location}&step=code`, {
    typed: typedIn(half.body),
    code: "1",
  });
  expect([refused.status, refused.body.includes("Second step")]).toEqual([422, true]);
  const back = await browser.post(`${sentOn.location}&step=code`, {
    ...{ typed: typedIn(refused.body), code: recovery },
  });
  expect(back.body).toContain("Your words are back");
  expect(back.body).toContain("The dog is &lt;kind&gt;.");
  expect(back.body).toContain(`action="/desk/orders/${number}?view=to-pack"`);
  const done = await browser.post(`/desk/orders/${number}?view=to-pack`, typed);
  expect([done.status, done.location]).toEqual([303, `/desk/orders/${number}?view=to-pack&done=note`]);
  // The button pressed twice.
  expect((await browser.post(`/desk/orders/${number}?view=to-pack`, typed)).status).toBe(303);
  const { body: page } = await browser.get(`/desk/orders/${number}`);
  expect(page.split("The dog is &lt;kind&gt;.")).toHaveLength(2);
  // Its page says what it does: it is begun anew.
  const stranger = new Shopper(shop.origin);
  const refund = await stranger.post(`/desk/orders/${number}/refund`, { reason: "damaged" });
  expect([refund.status, refund.location]).toEqual([
    303,
    `/desk/login?to=${encodeURIComponent(`/desk/orders/${number}/refund`)}`,
  ]);
});

/** What the page's form carries on, as its JSON text. */
function typedIn(html: string): string {
  const [, value = ""] = /name="typed" value="([^"]*)"/.exec(html) ?? [];
  return value
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

test("the log is narrowed down by what, whom, which order and day, and others see their own rows only", async () => {
  const browser = browserOf("owner");
  await browser.post(`/desk/orders/${number}`, { intent: "note", key: "log", body: "Ring twice" });
  const linesOf = async (who: Who, query: string) =>
    ((await browserOf(who).get(`/desk/log?${query}`)).body.match(/<tr class|<tr role="row"/g) ?? []).length -
    1;

  expect(await linesOf("owner", "view=log-ins")).toBeGreaterThan(0);
  expect(await linesOf("owner", `about=${number}&view=orders`)).toBeGreaterThan(0);
  expect(await linesOf("owner", `about=${number}&view=stock`)).toBe(-1);
  expect(await linesOf("owner", "to=2001-01-01")).toBe(-1);
  expect(await linesOf("owner", "from=2001-01-01&to=2099-01-01")).toBeGreaterThan(0);
  expect(await linesOf("reader", `about=${number}`)).toBe(-1);
  const page = (await browserOf("owner").get("/desk/log")).body;
  const [, reader = ""] = /<option value="(staff_[\w-]+)">The reader/.exec(page) ?? [];
  const ofReader = (await browserOf("owner").get(`/desk/log?who=${reader}`)).body;
  expect(ofReader).toContain("<b>The reader</b>");
  expect(ofReader).not.toContain("<b>The owner</b>");
  expect((await browserOf("reader").get("/desk/log")).body).not.toContain("The owner");
});

/** The same message counts once. */
let sent = 0;

/** Sends the contact form, and answers with the page of the message at the desk. */
async function sendMessage(topic: string): Promise<string> {
  const fields = { name: "Sophie Lindqvist", email: "sophie@example.com", orderNumber: String(number) };
  sent += 1;
  const message = `The chimney had come off. Message ${sent}.`;
  const answer = await new Shopper(shop.origin).post("/information/contact-us", {
    ...fields,
    topic,
    message,
  });
  expect(answer.status).toBe(303);
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { timeout: 5_000 });
  const id = Number(database.prepare("SELECT max(id) FROM desk_messages").pluck().get([]));
  database.close();
  return `/desk/messages/${id}`;
}

test("of two who reply at once one does, and the other reads who and when, beside their own words", async () => {
  const path = await sendMessage("order");
  const send = (who: Who, text: string) =>
    browserOf(who).post(path, { intent: "reply", key: `reply_${who}`, text });

  const answers = await Promise.all([send("owner", "A new train leaves today."), send("packer", "Glue it.")]);

  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  const [first, words] = answers[0].status === 303 ? ["owner", "Glue it."] : ["packer", "A new train"];
  const refused = answers.find(({ status }) => status === 409)?.body ?? "";
  expect(refused).toMatch(
    new RegExp(
      `Somebody else was faster, and nothing was done\\. The last step at the desk: .*, by The ${first}, \\d`,
    ),
  );
  expect(refused).toContain("What you typed. It was not sent");
  expect(refused).toContain(words);
  const again = await send(first as Who, "A new train leaves today.");
  expect([again.status, again.location]).toEqual([303, path]);
});

test("a message about safety is for the owner, and an editor sees no address", async () => {
  const [safety, order] = [await sendMessage("safety"), await sendMessage("order")];
  const statusOf = async (path: string) =>
    Promise.all(ROLES.map(async (who) => (await browserOf(who).get(path)).status));
  const sees = async (path: string, text: string) =>
    Promise.all(ROLES.map(async (who) => (await browserOf(who).get(path)).body.includes(text)));

  expect(await statusOf(safety)).toEqual([200, 403, 403, 403]);
  expect(await statusOf(order)).toEqual([200, 200, 200, 403]);
  expect(await sees("/desk/messages", "A safety concern")).toEqual([true, false, false, false]);
  expect(await sees(order, "sophie@example.com")).toEqual([true, true, false, false]);
  expect(await sees(order, `/desk/orders/${number}/refund`)).toEqual([true, true, false, false]);
  expect(await sees(order, `/desk/orders/${number}"`)).toEqual([true, true, true, false]);
  expect(await sees("/desk", "Messages to answer")).toEqual([true, true, true, false]);
  expect(await sees("/desk", 'href="/desk/messages"')).toEqual([true, true, true, false]);
  const post = (who: Who) => browserOf(who).post(safety, { intent: "closed" });
  expect((await post("packer")).status).toBe(403);
  expect((await post("owner")).location).toBe("/desk/messages?done=closed");
});

test("a page that somebody has open says so to the others, and asking for it ahead or by HEAD notes nothing", async () => {
  const path = await sendMessage("order");
  const sees = async (who: Who, name: string) =>
    (await browserOf(who).get(path)).body
      .replaceAll("<!-- -->", "")
      .includes(`The ${name} has had this open since`);
  const Cookie = browserOf("packer").cookieHeader();
  const requests: ReadonlyArray<RequestInit> = [
    { method: "HEAD", headers: { Cookie } },
    { headers: { Cookie, "Sec-Purpose": "prefetch" } },
  ];
  const statuses = requests.map(async (request) => (await fetch(shop.origin + path, request)).status);
  // No page of the desk is fetched ahead at all.
  expect(await Promise.all(statuses)).toEqual([200, 503]);

  expect(await sees("owner", "packer")).toBe(false);
  expect(await sees("packer", "owner")).toBe(true);
  expect(await sees("owner", "packer")).toBe(true);
  expect(await sees("owner", "owner")).toBe(false);
  await browserOf("packer").post(path, { intent: "closed" });
  expect(await sees("owner", "packer")).toBe(false);
});

test("data requests of the framework are guarded like pages", async () => {
  for (const { path, id } of deskRoutes().filter(({ path: each }) => Array.isArray(DECLARED[each]?.get))) {
    const { status, body } = await browserOf("stranger").get(
      `${filled(path)}?_data=${encodeURIComponent(id)}`,
    );
    expect([status, body.includes("Okafor")], path).toEqual([204, false]);
  }
});

test("without anybody who works there every address of the desk is the shop's ordinary 404", async () => {
  const other = await startShop();
  try {
    for (const [index, path] of ["/desk", "/desk/login", "/desk/orders"].entries()) {
      expect(before[index]?.status).toBe(404);
      expect(before[index]?.body).toContain(`Page not found: ${path}`);
      expect(before[index]?.body).not.toMatch(/<form[^>]*method="post"[^>]*desk/);
      expect((await new Shopper(other.origin).post(path, { email: "a@example.com" })).status).toBe(404);
    }
  } finally {
    await other.stop();
  }
});

/** The desk, which has locked the product before, calls what the command's function does after locking it. */
const CHANGE = /\bchange(?:Locked)?Product\b/;

/** The functions that both doors call: files of the desk, files of the commands, and the names. */
const SAME_CALLS = [
  {
    desk: ["orders/order-steps", "orders/sending", "orders/sending-many", "orders/money-steps"],
    commands: ["orders-write"],
    names: [
      ...["packOrder", "unpackOrder", "deliverOrder", "undeliverOrder", "shipOrder", "stepOnWork"],
      ...["requestRefund", "requestGoodwill", "cancelOrder", "receiveReturn"],
    ],
  },
  {
    desk: ["orders/return-steps"],
    commands: ["orders-desk"],
    names: ["openReturnAtDesk", "stepOnArrival"],
  },
  {
    desk: ["orders/order-address", "orders/order-emails", "orders/payment-review"],
    commands: ["orders-desk"],
    names: ["changeAddressAtDesk", "repeatEmailAtDesk", "queryPaymentAtDesk"],
  },
  { desk: ["batches/batches"], commands: ["orders-desk"], names: ["listBatches", "stopBatch"] },
  // What is put back becomes a draft, which only the desk has: `products edit` changes the fields at once.
  { desk: ["products/product-steps"], commands: ["products", "product-images"], names: [CHANGE] },
  { desk: ["products/new-product"], commands: ["product-create"], names: ["createProduct"] },
  {
    desk: ["products/variant-steps"],
    commands: ["product-variants"],
    names: [
      "addOption",
      "addOptionValues",
      "setVariantsVisible",
      "removeVariants",
      "setVariantImages",
      "renameOptionValues",
    ],
  },
  { desk: ["products/bulk-steps"], commands: ["products"], names: [CHANGE] },
  // The desk asks for a code beyond 20 products; the command shows what would change until it is told to do it.
  { desk: ["products/bulk-steps"], commands: ["product-lists"], names: ["changeOneAtDesk"] },
  {
    desk: ["products/bulk-changes"],
    commands: ["product-changes"],
    names: ["listBulkChanges", "takeBackBulkChange"],
  },
  { desk: ["uploads"], commands: ["product-images", "page-image"], names: ["developUploads"] },
  { desk: ["figures"], commands: ["analytics"], names: ["analyticsReport"] },
  { desk: ["figures"], commands: ["recovery"], names: ["listSteps", "recoveryReport"] },
  {
    desk: ["setting-steps"],
    commands: ["settings"],
    names: ["changeSettings", "takeBackSettings", "planSettings", "withdrawSettingPlan"],
  },
  { desk: ["stock-steps"], commands: ["stock"], names: ["changeStock"] },
  {
    desk: ["review-steps"],
    commands: ["reviews"],
    names: ["decideReview", "replyToReview", "removeReviewPhoto"],
  },
  { desk: ["message-steps"], commands: ["messages"], names: ["settleMessage", "reopenMessage"] },
  {
    desk: ["saved-replies"],
    commands: ["saved-replies"],
    names: ["listSavedReplies", "addSavedReply", "changeSavedReply", "removeSavedReply"],
  },
  { desk: ["coupon-steps"], commands: ["coupons"], names: ["createCoupon", "switchCoupon"] },
  {
    desk: ["coupon-steps"],
    commands: ["coupons"],
    names: ["addCouponDraft", "publishCouponDraft", "discardCouponDraft"],
  },
  { desk: ["customer-steps"], commands: ["newsletter"], names: ["removeSubscriber"] },
  { desk: ["newsletter-steps"], commands: ["newsletter"], names: ["removeSubscriber"] },
  {
    desk: ["gift-list-steps"],
    commands: ["gift-lists"],
    names: ["findListForHelp", "freeClaim", "requestListMove"],
  },
  {
    desk: ["pages/page-steps", "pages/page-standing", "pages/page-states", "pages/page-rows"],
    commands: ["pages"],
    names: [
      ...["listPageStates", "listPageVersions", "savePageDraft", "publishPage", "discardPageDraft"],
      ...["putBackPage", "makePage", "hidePage", "showPage", "takePageFile", "passPageFile"],
    ],
  },
  { desk: ["pages/page-order"], commands: ["pages"], names: ["movePage"] },
  { desk: ["pages/page-steps"], commands: ["page-image"], names: ["savePageDraft"] },
  { desk: ["redirect-steps"], commands: ["redirects"], names: ["addRedirect", "removeRedirect"] },
  { desk: ["redirect-list"], commands: ["redirects"], names: ["redirectProblems", "listRedirects"] },
  { desk: ["failure-steps"], commands: ["jobs"], names: ["retryNow", "retryDead"] },
  { desk: ["health"], commands: ["doctor"], names: ["findHealth", "settingsLines"] },
  { desk: ["health"], commands: ["doctor-checks"], names: ["findDatabaseHealth"] },
  { desk: ["files/exports"], commands: ["export"], names: ["openExport"] },
  {
    desk: ["files/imports", "files/import-check"],
    commands: ["import-file"],
    names: ["checkFile", "uploadImport", "applyImport", "undoImport"],
  },
  { desk: ["files/imports"], commands: ["catalogue-zip"], names: ["uploadImport", "applyImport"] },
  { desk: ["files/product-import"], commands: ["products"], names: ["changeProduct"] },
  { desk: ["files/stock-import"], commands: ["stock"], names: ["changeStock"] },
  { desk: ["files/redirect-import"], commands: ["redirects"], names: ["addRedirect", "removeRedirect"] },
] as const;

const textOf = (files: ReadonlyArray<string>) => files.map((file) => readFileSync(file, "utf8")).join("\n");

test("every form of the desk that a command does too calls the same function", () => {
  const help = textOf(
    [
      ...[
        "orders",
        "products",
        "staff",
        "stock",
        "reviews",
        "messages",
        "coupons",
        "customers",
        "newsletter",
        "jobs",
        "redirects",
        "gift-lists",
        "export",
        "import-file",
        "settings",
        "pages",
        "analytics",
      ],
    ].map((name) => `scripts/shop/${name}.ts`),
  );
  for (const command of Object.values(DECLARED).flatMap(({ command: one }) => one ?? []))
    expect(help).toContain(command);

  for (const { desk, commands, names } of SAME_CALLS)
    for (const name of names) {
      expect(textOf(desk.map((file) => `app/models/desk/${file}.server.ts`)), String(name)).toMatch(name);
      expect(textOf(commands.map((file) => `scripts/shop/${file}.ts`)), String(name)).toMatch(name);
    }
});

/** The place of each command on the desk, or why it has none. */
const PLACES: Readonly<Record<string, string>> = {
  analytics: "/desk/figures",
  backup: "of the server",
  content: "of the server; /desk/pages says where the pages are",
  "copy-database": "of the server",
  coupons: "/desk/coupons",
  customers: "/desk/customers",
  doctor: "/desk/settings/health",
  export: "/desk/files/exports/:kind",
  "generate-catalogue": "for tests of speed",
  "gift-lists": "/desk/gift-lists",
  images: "of the server",
  "import-catalogue": "/desk/files",
  "import-file": "/desk/files",
  invite: "invites a customer; step 7",
  jobs: "/desk/settings/health",
  marketing: "of the marketing service",
  messages: "/desk/messages",
  newsletter: "/desk/newsletter",
  orders: "/desk/orders",
  products: "/desk/products/:productId",
  pages: "/desk/pages",
  recovery: "/desk/figures",
  redirects: "/desk/redirects",
  reviews: "/desk/reviews",
  settings: "/desk/settings/:group",
  staff: "/desk/staff",
  stock: "/desk/stock",
};

test("each command has its place on the desk, or a reason why not", () => {
  const commands = [...readFileSync("scripts/shop.ts", "utf8").matchAll(/\.\/shop\/([\w-]+)\.ts"/g)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "command");

  expect(commands.filter((name) => PLACES[name] === undefined)).toEqual([]);
  for (const place of Object.values(PLACES).filter((text) => text.startsWith("/desk")))
    expect(Object.keys(DECLARED)).toContain(place);
});

test("no page of the shop brings a byte of the desk", async () => {
  const page = await people.get("stranger")!.get("/");
  const manifest = /\/assets\/(manifest-[\w-]+\.js)/.exec(page.body)?.[1] ?? "";
  const assets = "build/client/assets";
  const names = readdirSync(assets).filter((name) => /^(?:desk|door)-.*\.(?:js|css)$/.test(name));
  const text = readFileSync(join(assets, manifest), "utf8");

  expect(existsSync(join(assets, manifest)) && names.length > 0).toBe(true);
  expect(page.body).not.toMatch(/["'/]desk/i);
  expect(text).not.toMatch(/["'/]desk/i);
  const shared = [...text.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name = ""]) => name);
  for (const name of new Set(shared))
    expect(readFileSync(join(assets, name), "utf8"), name).not.toContain("/desk/");
});

test("the desk is in no sitemap, not in robots.txt, and its cookie goes to no other site", async () => {
  const shopper = new Shopper(shop.origin);
  for (const path of ["/robots.txt", "/sitemap.xml", "/sitemaps/pages.xml"])
    expect((await shopper.get(path)).body).not.toContain("desk");
  const answer = await browserOf("stranger").post("/desk/login", {
    email: "owner@example.com",
    password: DESK_PASSWORD,
  });
  const [cookie = ""] = (answer.headers["set-cookie"] ?? []).filter((line) => line.includes("desk-session="));
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
});

async function invitedTo(shop: RunningShop): Promise<string> {
  const output = await runCommand(shop, ["staff", "invite", "martha@example.com", "Martha", "--json"]);
  const { link } = JSON.parse(output.slice(output.indexOf("{"))) as { link: string };
  return link;
}

/** Of the pages at `paths`, each once, as they stand there. */
async function linksOf(owner: Shopper, paths: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
  const links: Array<string> = [];
  for (const path of paths) {
    const { status, body } = await owner.get(path);
    expect(status, path).toBe(200);
    links.push(...[...body.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href = ""]) => href));
  }
  return [...new Set(links)].map((link) => link.replaceAll("&amp;", "&"));
}

test("a host of its own has the desk and nothing else, and then the shop's has no desk", async () => {
  const port = await freePort();
  const desk = `http://127.0.0.1:${port}`;
  const own = await startShop({
    port,
    env: { ALLOWED_ORIGINS: `http://localhost:${port}`, DESK_ORIGIN: desk },
  });
  try {
    const owner = await joinDesk(desk, new URL(await invitedTo({ ...own, port })).pathname);
    const status = async (origin: string, path: string) => (await new Shopper(origin).get(path)).status;

    expect(await status(desk, "/desk/login")).toBe(200);
    expect(await status(desk, "/")).toBe(404);
    const { status: elsewhere, body } = await new Shopper(desk).get("/cart");
    expect(elsewhere).toBe(404);
    expect(body).toContain(`<a href="${own.origin}/">Home</a>`);
    expect(await status(own.origin, "/desk/login")).toBe(404);
    expect(await status(own.origin, "/cart")).toBe(200);

    const pasted = {
      intent: "add",
      from: `${own.origin}/old-care`,
      to: `${own.origin}/blog?page=1#list`,
      was: "",
    };
    expect(await owner.post("/desk/redirects", pasted)).toMatchObject({ status: 303 });
    const ofDesk = await owner.post("/desk/redirects", { ...pasted, from: `${desk}/desk/pages` });
    expect(ofDesk.status).toBe(422);
    const [, product = ""] =
      /href="(\/desk\/products\/\d+)"/.exec((await owner.get("/desk/products")).body) ?? [];
    const links = await linksOf(owner, [
      ...[
        "/desk/pages",
        "/desk/pages/article/3",
        "/desk/pages/information/about",
        "/desk/redirects",
        product,
      ],
      ...["/desk/pages/article/3", "/desk/pages/information/about", product].map((path) => `${path}/preview`),
    ]);
    expect(links).toContain("/desk/pages/article/3");
    expect(links).toContain(`${own.origin}/blog?page=1#list`);
    expect(links).toContain(`${own.origin}/information/about`);
    expect(links.filter((link) => /^\/(?!desk(?:[/?#]|$))/.test(link))).toEqual([]);
    for (const link of links.filter((each) => each.startsWith(own.origin)))
      expect((await new Shopper(own.origin).get(link)).status, link).toBeLessThan(400);
  } finally {
    await own.stop();
  }
});
