/** Every address and form of the desk by role, for strangers and for customers; and what the desk costs shoppers. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { SETTING_GROUPS } from "#app/models/store/editing/setting-fields.ts";
import { ambiguousLinks, headlessRows, joinedTexts } from "#tests/support/checks/unstyled-page.ts";
import { htmlFaults } from "#tests/support/checks/valid-html.ts";
import { newCustomer } from "#tests/support/people/customer/customer-visitor.ts";
import { DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { inviteToDesk } from "#tests/support/people/desk/desk-invite.ts";
import { joinDesk, joinedDesk } from "#tests/support/people/desk/desk-join.ts";
import { deskRoutes } from "#tests/support/people/desk/desk-routes.ts";
import { readPage } from "#tests/support/people/page.ts";
import { type Answer, type Fields, hiddenFields, Shopper } from "#tests/support/people/shopper.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { freePort } from "#tests/support/shops/listening.ts";
import { type OpenShop } from "#tests/support/shops/server.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";
import { shopForTest, useShop } from "#tests/support/shops/use-shop.ts";

const ROLES = ["owner", "packer", "editor", "reader"] as const;
const WHO = ["stranger", "customer", ...ROLES] as const;
type Who = (typeof WHO)[number];

/** "login": sent to the log-in of the desk. A number: that status. */
type Cell = "login" | number;
type Row = Readonly<Record<Who, Cell>>;

/** Strangers and customers are sent to the log-in. */
const inside = (owner: Cell, packer: Cell, editor: Cell, reader: Cell): Row => ({
  ...{ stranger: "login", customer: "login" },
  ...{ owner, packer, editor, reader },
});
const alike = (status: number) => inside(status, status, status, status);
const open = (everybody: number, staff: number): Row => ({
  ...alike(staff),
  ...{ stranger: everybody, customer: everybody },
});

const ALL = alike(200);
const HANDLERS = inside(200, 200, 403, 403);
const OWNERS = inside(200, 403, 403, 403);
const NO_FORM = alike(405);

/** Asked for before anybody is invited. */
const DOORS = ["/desk", "/desk/login", "/desk/orders"];

/** What every address of the desk answers to whom. A route that is missing here fails the test. */
const DECLARED: Readonly<Record<string, Readonly<{ get: Row; post: Row }>>> = {
  "/desk": { get: ALL, post: NO_FORM },
  "/desk/login": { get: open(200, 303), post: open(422, 303) },
  "/desk/login/code": { get: open(303, 303), post: open(303, 303) },
  "/desk/login/again": { get: open(200, 200), post: open(303, 303) },
  "/desk/logout": { get: open(303, 303), post: alike(303) },
  "/desk/join/second-step": { get: open(303, 200), post: open(303, 303) },
  "/desk/join/:secret": { get: open(410, 410), post: open(422, 422) },
  "/desk/menu": { get: ALL, post: NO_FORM },
  "/desk/account": { get: ALL, post: alike(422) },
  "/desk/account/passkeys/:passkeyId": { get: alike(404), post: alike(404) },
  "/desk/account/app": { get: ALL, post: alike(422) },
  "/desk/account/password": { get: ALL, post: alike(422) },
  // For the script of passkeys, which needs a session of the desk and no page.
  "/desk/account/passkey": { get: NO_FORM, post: open(401, 422) },
  "/desk/staff": { get: OWNERS, post: inside(422, 403, 403, 403) },
  "/desk/staff/:staffId": { get: inside(404, 403, 403, 403), post: inside(404, 403, 403, 403) },
  "/desk/log": { get: ALL, post: NO_FORM },
  "/desk/files": { get: ALL, post: inside(400, 400, 400, 403) },
  "/desk/files/imports/:importId": { get: inside(404, 404, 404, 403), post: inside(404, 404, 404, 403) },
  "/desk/files/exports/:kind": { get: inside(200, 403, 200, 200), post: inside(303, 403, 403, 403) },
  "/desk/files/exports/:kind/file.csv": { get: inside(200, 403, 200, 200), post: inside(200, 403, 403, 403) },
  "/desk/orders": { get: ALL, post: inside(400, 400, 403, 403) },
  "/desk/orders/slips": { get: HANDLERS, post: NO_FORM },
  "/desk/orders/invoices": { get: HANDLERS, post: NO_FORM },
  "/desk/orders/many": { get: HANDLERS, post: inside(400, 400, 403, 403) },
  "/desk/orders/many/:batchId": { get: inside(404, 404, 403, 403), post: inside(404, 404, 403, 403) },
  "/desk/stock/sheet": { get: ALL, post: NO_FORM },
  "/desk/orders/send": { get: HANDLERS, post: inside(400, 400, 403, 403) },
  "/desk/orders/:number": { get: ALL, post: alike(400) },
  "/desk/orders/:number/refund": { get: HANDLERS, post: inside(422, 422, 403, 403) },
  "/desk/orders/:number/cancel": { get: HANDLERS, post: inside(422, 422, 403, 403) },
  "/desk/orders/:number/address": { get: HANDLERS, post: inside(422, 422, 403, 403) },
  "/desk/orders/:number/emails": { get: HANDLERS, post: inside(422, 422, 403, 403) },
  "/desk/orders/:number/payment": { get: HANDLERS, post: inside(422, 422, 403, 403) },
  "/desk/pack": { get: HANDLERS, post: inside(422, 422, 403, 403) },
  "/desk/returns": { get: ALL, post: NO_FORM },
  "/desk/returns/new": { get: HANDLERS, post: inside(404, 404, 403, 403) },
  "/desk/returns/:returnNumber": { get: alike(404), post: inside(404, 404, 403, 403) },
  "/desk/products": { get: ALL, post: NO_FORM },
  "/desk/products/new": { get: inside(200, 403, 200, 403), post: inside(422, 403, 422, 403) },
  "/desk/products/prices": { get: inside(422, 403, 403, 403), post: inside(400, 403, 403, 403) },
  "/desk/products/visibility": { get: inside(422, 403, 422, 403), post: inside(400, 403, 400, 403) },
  "/desk/products/:productId": { get: alike(404), post: inside(404, 403, 404, 403) },
  "/desk/products/:productId/variants": { get: inside(404, 403, 404, 403), post: inside(404, 403, 404, 403) },
  "/desk/products/:productId/preview": { get: alike(404), post: NO_FORM },
  "/desk/stock": { get: ALL, post: inside(400, 400, 400, 403) },
  "/desk/stock/:sku": { get: alike(404), post: NO_FORM },
  "/desk/reviews": { get: ALL, post: inside(400, 403, 400, 403) },
  "/desk/reviews/:reviewId/photos/:number": { get: alike(404), post: NO_FORM },
  "/desk/messages": { get: inside(200, 200, 200, 403), post: NO_FORM },
  "/desk/messages/:messageId": { get: inside(404, 404, 404, 403), post: inside(404, 404, 404, 403) },
  "/desk/customers": { get: ALL, post: NO_FORM },
  "/desk/customers/:customerId": { get: alike(404), post: inside(404, 404, 403, 403) },
  "/desk/customers/:customerId/data": { get: inside(404, 403, 403, 403), post: inside(404, 403, 403, 403) },
  "/desk/customers/:customerId/data.json": {
    get: inside(303, 403, 403, 403),
    post: inside(404, 403, 403, 403),
  },
  "/desk/customers/:customerId/delete": { get: inside(404, 403, 403, 403), post: inside(404, 403, 403, 403) },
  "/desk/settings/health": { get: OWNERS, post: inside(400, 403, 403, 403) },
  "/desk/gift-lists": { get: HANDLERS, post: NO_FORM },
  "/desk/gift-lists/:listId": { get: inside(404, 404, 403, 403), post: inside(404, 404, 403, 403) },
  "/desk/figures": { get: inside(200, 403, 200, 200), post: NO_FORM },
  "/desk/pages": { get: ALL, post: inside(400, 403, 400, 403) },
  "/desk/pages/new": { get: inside(200, 403, 200, 403), post: inside(400, 403, 400, 403) },
  "/desk/pages/:pageKind/:pageKey": { get: ALL, post: inside(400, 403, 400, 403) },
  "/desk/pages/article/:pageKey/preview": { get: alike(404), post: NO_FORM },
  "/desk/pages/information/:pageKey/preview": { get: ALL, post: NO_FORM },
  "/desk/pages/information/contact-us/preview": { get: ALL, post: NO_FORM },
  "/desk/:resource": { get: ALL, post: inside(400, 403, 400, 403) },
  "/desk/:resource/new": { get: inside(200, 403, 200, 403), post: inside(400, 403, 400, 403) },
  "/desk/:resource/:key": { get: inside(404, 403, 404, 403), post: inside(400, 403, 400, 403) },
  "/desk/settings": { get: OWNERS, post: NO_FORM },
  "/desk/settings/:group": { get: OWNERS, post: inside(400, 403, 403, 403) },
  "/desk/search": { get: ALL, post: NO_FORM },
  "/desk/*": { get: alike(404), post: alike(404) },
};

const NO_ID = "0".repeat(22);

/** What stands in an address in place of a name: nothing that is there, but for pages that are there for every value. */
const VALUES: Readonly<Record<string, string>> = {
  ...{ secret: "x".repeat(43), sku: "NO-SUCH", code: "NO-SUCH", productId: "no-such", returnNumber: "R1-1" },
  ...{ customerId: `customer_${NO_ID}`, listId: `giftlist_${NO_ID}`, staffId: `staff_${NO_ID}` },
  ...{ passkeyId: `passkey_${NO_ID}` },
  ...{ pageKind: "information", pageKey: "about", kind: "newsletter", group: "delivery" },
  resource: "redirects",
};

const shop = useShop();
let number = 0;
const people = new Map<Who, Shopper>();
/** What the addresses answered before anybody was invited. */
const before: Array<Answer> = [];
const { ask, write, buy } = deskWalk(shop);

beforeAll(async () => {
  const stranger = new Shopper(shop.origin);
  for (const path of DOORS)
    before.push(await stranger.get(path), await stranger.post(path, { email: "a@example.com" }));
  people.set("stranger", stranger);
  people.set("customer", await newCustomer(shop, "buyer@example.com"));
  for (const role of ROLES) people.set(role, await joinDesk(shop.origin, await invited(role)));
  await runCommand(shop, ["settings", "set", "keep-messages", "on"]);
  number = await buy();
});

const invited = (role: (typeof ROLES)[number], name = `The ${role}`, at: OpenShop = shop) =>
  inviteToDesk(at, { email: `${name.replace(" ", "-").toLowerCase()}@example.com`, name, role });

/** The browser of `who` as it was before: some answers end its session. */
function browserOf(who: Who): Shopper {
  const copy = new Shopper(shop.origin);
  for (const name of ["desk-session", "shop-session"]) {
    const value = people.get(who)?.cookie(name);
    if (value) copy.takeCookie(name, value);
  }
  return copy;
}

const pageOf = async (who: Who, path: string) =>
  (await browserOf(who).get(path)).body.replaceAll("<!-- -->", "");

/** Of each role, whether the page at `path` says `text`. */
const seesAt = (path: string, text: string) =>
  Promise.all(ROLES.map(async (who) => (await pageOf(who, path)).includes(text)));

function filled(path: string): string {
  return path
    .replace(/:(\w+)/g, (_, name: string) =>
      name === "number" ? String(number) : (VALUES[name] ?? "999999999"),
    )
    .replace("*", "nothing/at/all");
}

/** Addresses of the pages inside the desk. */
function ownerPages(): ReadonlyArray<string> {
  const outside = /^\/desk\/(?:login|logout|join)|\.csv$|\/preview$/;
  return Object.entries(DECLARED).flatMap(([path, { get }]) =>
    get.owner === 200 && !outside.test(path) ? [filled(path)] : [],
  );
}

function cellOf({ status, location }: Answer): Cell {
  // The form is sent on to the log-in, with what was typed.
  if (status === 307 && location?.startsWith("/desk/login/again?form=")) return "login";
  const isToLogIn = location?.startsWith("/desk/login?to=") || location === "/desk/login";
  return isToLogIn && (status === 303 || status === 302) ? "login" : status;
}

test("exactly the declared routes of the desk exist", () => {
  const paths = deskRoutes().map(({ path }) => path);

  expect(paths.sort()).toEqual(Object.keys(DECLARED).sort());
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
      for (const method of ["get", "post"] as const) {
        const answer = answers[method];
        if (!answer) continue;
        const should = declared[method][who];
        const is = cellOf(answer);
        const isSame =
          is === should ||
          (is === "login" && should === 303) ||
          (method === "post" && should === 405 && is === "login");
        if (!isSame) wrong.push(`${method} ${path} as ${who}: ${is}, not ${should}`);
        const headers = ["cache-control", "x-robots-tag", "referrer-policy"]
          .map((name) => String(answer.headers[name]))
          .join("; ");
        if (answer.headers["speculation-rules"]) wrong.push(`${method} ${path}: speculation`);
        if (headers !== "private, no-store; noindex; same-origin" && answer.status < 300)
          wrong.push(`${method} ${path} as ${who}: ${headers}`);
      }
    }

  expect(wrong).toEqual([]);
});

test("names and addresses are on no page of those whose role does not see them", async () => {
  const paths = [`/desk/orders/${number}`, "/desk/orders?view=all", "/desk/search?q=okafor"];
  const see = async (text: string) => {
    const pages = await Promise.all(paths.map((path) => seesAt(path, text)));
    return ROLES.map((_, at) => pages.some((seen) => seen[at]));
  };

  expect(await see("Okafor")).toEqual([true, true, true, false]);
  expect(await see("Slad Road")).toEqual([true, true, false, false]);
  expect(await see("hannah@example.com")).toEqual([true, true, false, false]);
});

test("subscribers of the newsletter have pages for those who see addresses, and nobody adds one", async () => {
  const pages = [
    ["/desk/newsletter", 200],
    [`/desk/newsletter/subscription_${NO_ID}`, 404],
    ["/desk/newsletter/new", 404],
  ] as const;
  for (const [path, status] of pages) {
    const answers = await Promise.all(ROLES.map((role) => browserOf(role).get(path)));
    expect(
      answers.map((answer) => answer.status),
      path,
    ).toEqual([status, status, 403, 403]);
  }
});

test("the search finds customers and products beside orders, for those who may see them, and a barcode leads on", async () => {
  const name = String(ask("SELECT name FROM products WHERE sku = 'HB-0102'"));
  const search = (text: string) => `/desk/search?q=${encodeURIComponent(text)}`;
  const { status, location } = await browserOf("packer").get(search(" hb-0102 "));

  expect(await seesAt(search(name), "/desk/products/")).toEqual([true, true, true, true]);
  expect(await seesAt(search("buyer@example.com"), "/desk/customers/customer_")).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(await seesAt(search("okafor"), `/desk/orders/${number}`)).toEqual([true, true, false, false]);
  expect([status, location]).toEqual([303, "/desk/stock?view=all&q=HB-0102"]);
  expect((await browserOf("reader").get(search(String(number)))).location).toBe(`/desk/orders/${number}`);
  expect(await pageOf("owner", search("no such thing"))).toContain("Nothing was found for “no such thing”");
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
  expect(await seesAt("/desk/menu", 'href="/desk/settings"')).toEqual([true, false, false, false]);
});

test.each([
  ["packer", "a packer"],
  ["editor", "an editor"],
] as const)(
  "a page that the %s does not open names the role and the owner who opens it",
  async (who, role) => {
    const page = await pageOf(who, "/desk/settings");

    expect(page).toContain(`You work here as ${role}.`);
    expect(page).toContain("Ask The owner to do this, or to change your role");
  },
);

test("packing an order that a colleague has packed is not refused, and its page says who did it", async () => {
  const send = (who: Who, intent: string, shown: string) =>
    browserOf(who).post(`/desk/orders/${number}`, { intent, shown });
  const packed = [await send("owner", "pack", "paid"), await send("packer", "pack", "paid")];
  const page = await pageOf("packer", packed[1]?.location ?? "");
  await send("owner", "unpack", "packed");

  expect(packed.map(({ status }) => status)).toEqual([303, 303]);
  expect(page).toMatch(
    new RegExp(
      `Order ${number} was like this already: nothing has changed\\. The last step at the desk: packed, by The owner, \\d`,
    ),
  );
});

test("an order names its email that was refused for good, and a product the claims in its texts", async () => {
  const orderId = String(ask("SELECT id FROM orders WHERE number = ?", number));
  const job = "INSERT INTO jobs (id, key, kind, payload, status, tries, run_at, created_at, last_error)";
  const at = new Date().toISOString();
  write(
    `${job} VALUES ('refused', 'refused', 'order-email', ?, 'dead', 1, ?, ?, '550 Unknown')`,
    JSON.stringify({ orderId }),
    at,
    at,
  );
  write("UPDATE products SET short_description = 'Kind to the planet' WHERE id = 101");

  expect(await pageOf("packer", `/desk/orders/${number}`)).toMatch(/Not delivered: .*550 Unknown/);
  expect(await pageOf("editor", "/desk/products/101")).toContain("“kind to the planet”");
});

test("every page inside the desk has a form to log out", async () => {
  const without: Array<string> = [];
  for (const path of [...ownerPages(), "/desk/nothing", "/desk/orders/1"])
    if (!(await pageOf("owner", path)).includes('method="post" action="/desk/logout"')) without.push(path);

  expect(ownerPages().length).toBeGreaterThan(20);
  expect(without).toEqual([]);
});

/**
 * Types that are the standard's own, roles that tables need as cards on a phone, buttons that share their name, and the
 * form of a passkey, whose button is a script's.
 */
const SPELLINGS = [
  ...["no-implicit-button-type", "no-implicit-input-type", "no-redundant-role", "form-dup-name"],
  "wcag/h32",
];

test("every page of the desk is valid HTML, with links of names of their own and rows with a head", async () => {
  const faults: Array<string> = [];
  for (const path of ownerPages()) {
    const { body } = await browserOf("owner").get(path);
    const { document } = readPage(body, shop.origin + path);
    const found = [
      ...(await htmlFaults(body, SPELLINGS)),
      ...joinedTexts(document),
      ...ambiguousLinks(document),
      ...headlessRows(document),
    ];
    faults.push(...found.map((fault) => `${path}: ${fault}`));
  }

  expect(faults).toEqual([]);
});

test.each([
  ["/desk/newsletter", true],
  ["/desk/replies", true],
  ["/desk/newsletter?q=nobody", false],
  ["/desk/customers?q=nobody", false],
  ["/desk/log?to=2001-01-01", false],
])("%s says that it is empty, and what else waits where nothing was searched: %s", async (path, isWhole) => {
  const page = await pageOf("owner", path);

  if (isWhole) expect(page).toMatch(/class="tick"[\s\S]*(?:Nothing|Nobody) here/);
  else expect(page).toMatch(/^(?![\s\S]*class="tick")[\s\S]*(?:Nobody|Nothing) found/);
});

test("logging another of one's own devices out asks for a code, unless one was typed lately", async () => {
  const owner = browserOf("owner");
  const ownerId = ask("SELECT id FROM staff WHERE role = 'owner'");
  const confirmed = (at: string | null) =>
    write("UPDATE staff_sessions SET confirmed_at = ? WHERE staff_id = ?", at, ownerId);
  write(
    `INSERT INTO staff_sessions
     SELECT 'another device', 'session_other', staff_id, state, created_at, last_seen_at, confirmed_at, factor, stays,
       address_hash, user_agent
     FROM staff_sessions WHERE staff_id = ? LIMIT 1`,
    ownerId,
  );
  const openOnes = () => ask("SELECT count(*) FROM staff_sessions WHERE id = 'session_other'");
  const fields = { intent: "end-session", session: "session_other" };
  try {
    confirmed(null);
    const tries: ReadonlyArray<Fields> = [fields, { ...fields, sessionCode: "000000" }];
    for (const typed of tries) {
      const { status, body } = await owner.post("/desk/account", typed);
      expect([status, body.match(/id="sessionCode"/g)?.length, openOnes()]).toEqual([422, 1, 1]);
    }
    confirmed(new Date().toISOString());
    const done = await owner.post("/desk/account", fields);
    expect([done.status, done.location, openOnes()]).toEqual([303, "/desk/account?done=session", 0]);
  } finally {
    confirmed(new Date().toISOString());
  }
});

test("what was typed into a form whose session is over comes through the log-in, and is written once", async () => {
  const { recoveryCodes } = await joinedDesk(shop.origin, await invited("packer", "Late Larry"));
  expect(recoveryCodes).toHaveLength(10);
  const email = "late-larry@example.com";
  const order = `/desk/orders/${number}?view=to-pack`;
  const browser = new Shopper(shop.origin);
  const typed = { intent: "note", key: "late", body: "Ring before noon.\nThe dog is <kind>." };

  const sentOn = await browser.post(order, typed);
  expect([sentOn.status, sentOn.location?.startsWith("/desk/login/again?form=")]).toEqual([307, true]);
  let page = await browser.post(sentOn.location ?? "", typed);
  expect(page.body).toContain("You have been logged out");
  const go = async (step: "password" | "code", fields: Record<string, string>) => {
    const { typed: carried = "" } = hiddenFields(page.body);
    page = await browser.post(`${sentOn.location}&step=${step}`, { typed: carried, ...fields });
  };
  await go("password", { email, password: "no" });
  expect([page.status, page.body.includes(`value="${email}"`)]).toEqual([401, true]);
  await go("password", { email, password: DESK_PASSWORD });
  expect(page.body).toContain("Second step");
  await go("code", { code: "1" });
  expect([page.status, page.body.includes("Second step")]).toEqual([422, true]);
  await go("code", { code: recoveryCodes[0] ?? "" });
  for (const words of ["Your words are back", "The dog is &lt;kind&gt;.", `action="${order}"`])
    expect(page.body).toContain(words);

  const done = await browser.post(order, typed);
  expect([done.status, done.location]).toEqual([303, `${order}&done=note`]);
  // The button pressed twice.
  expect((await browser.post(order, typed)).status).toBe(303);
  const { body } = await browser.get(`/desk/orders/${number}`);
  expect(body.split("The dog is &lt;kind&gt;.")).toHaveLength(2);
});

test("a form that moves money is not carried through the log-in: its page is begun anew", async () => {
  const path = `/desk/orders/${number}/refund`;

  const { status, location } = await browserOf("stranger").post(path, { reason: "damaged" });

  expect([status, location]).toEqual([303, `/desk/login?to=${encodeURIComponent(path)}`]);
});

test("the log is narrowed down by what, whom, which order and day, and others see their own rows only", async () => {
  await browserOf("owner").post(`/desk/orders/${number}`, { intent: "note", key: "log", body: "Ring twice" });
  const hasRows = async (who: Who, query: string) =>
    /<tr class|<tr role="row"/.test(await pageOf(who, `/desk/log?${query}`));

  expect(await hasRows("owner", "view=log-ins")).toBe(true);
  expect(await hasRows("owner", `about=${number}&view=orders`)).toBe(true);
  expect(await hasRows("owner", `about=${number}&view=stock`)).toBe(false);
  expect(await hasRows("owner", "to=2001-01-01")).toBe(false);
  expect(await hasRows("owner", "from=2001-01-01&to=2099-01-01")).toBe(true);
  expect(await hasRows("reader", `about=${number}`)).toBe(false);
  const [, reader = ""] =
    /<option value="(staff_[\w-]+)">The reader/.exec(await pageOf("owner", "/desk/log")) ?? [];
  const ofReader = await pageOf("owner", `/desk/log?who=${reader}`);
  expect(ofReader).toContain("<b>The reader</b>");
  expect(ofReader).not.toContain("<b>The owner</b>");
  expect(await pageOf("reader", "/desk/log")).not.toContain("The owner");
});

/** The same message counts once. */
let sent = 0;

/** Sends the contact form, and answers with the page of the message at the desk. */
async function sendMessage(topic: string): Promise<string> {
  sent += 1;
  const fields = { name: "Sophie Lindqvist", email: "sophie@example.com", orderNumber: String(number) };
  const message = `The chimney had come off. Message ${sent}.`;
  const contact = { ...fields, topic, message };
  expect((await new Shopper(shop.origin).post("/information/contact-us", contact)).status).toBe(303);
  return `/desk/messages/${String(ask("SELECT max(id) FROM desk_messages"))}`;
}

test("of two who reply at once one does, and the other reads who and when, beside their own words", async () => {
  const path = await sendMessage("order");
  const send = (who: Who, text: string) =>
    browserOf(who).post(path, { intent: "reply", key: `reply_${who}`, text });

  const answers = await Promise.all([send("owner", "A new train leaves today."), send("packer", "Glue it.")]);

  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  const [first, words] =
    answers[0].status === 303 ? (["owner", "Glue it."] as const) : (["packer", "A new train"] as const);
  const refused = answers.find(({ status }) => status === 409)?.body ?? "";
  expect(refused).toMatch(
    new RegExp(
      `Somebody else was faster, and nothing was done\\. The last step at the desk: .*, by The ${first}, \\d`,
    ),
  );
  expect(refused).toContain("What you typed. It was not sent");
  expect(refused).toContain(words);
  expect(await send(first, "A new train leaves today.")).toMatchObject({ status: 303, location: path });
});

test("a message about safety is for the owner, and an editor sees no address", async () => {
  const [safety, order] = [await sendMessage("safety"), await sendMessage("order")];
  const statusOf = async (path: string) =>
    Promise.all(ROLES.map(async (who) => (await browserOf(who).get(path)).status));

  expect(await statusOf(safety)).toEqual([200, 403, 403, 403]);
  expect(await statusOf(order)).toEqual([200, 200, 200, 403]);
  expect(await seesAt("/desk/messages", "A safety concern")).toEqual([true, false, false, false]);
  expect(await seesAt(order, "sophie@example.com")).toEqual([true, true, false, false]);
  expect(await seesAt(order, `/desk/orders/${number}/refund`)).toEqual([true, true, false, false]);
  expect(await seesAt(order, `/desk/orders/${number}"`)).toEqual([true, true, true, false]);
  expect(await seesAt("/desk", "Messages to answer")).toEqual([true, true, true, false]);
  expect(await seesAt("/desk", 'href="/desk/messages"')).toEqual([true, true, true, false]);
  const close = (who: Who) => browserOf(who).post(safety, { intent: "closed" });
  expect((await close("packer")).status).toBe(403);
  expect((await close("owner")).location).toBe("/desk/messages?done=closed");
});

test("a page that somebody has open says so to the others, and asking for it ahead or by HEAD notes nothing", async () => {
  const path = await sendMessage("order");
  const sees = async (who: Who, name: string) =>
    (await pageOf(who, path)).includes(`The ${name} has had this open since`);
  const Cookie = browserOf("packer").cookieHeader();
  const statusOf = async (request: RequestInit) => (await fetch(shop.origin + path, request)).status;

  expect(await statusOf({ method: "HEAD", headers: { Cookie } })).toBe(200);
  // No page of the desk is fetched ahead at all.
  expect(await statusOf({ headers: { Cookie, "Sec-Purpose": "prefetch" } })).toBe(503);
  expect(await sees("owner", "packer")).toBe(false);
  expect(await sees("packer", "owner")).toBe(true);
  expect(await sees("owner", "packer")).toBe(true);
  expect(await sees("owner", "owner")).toBe(false);
  await browserOf("packer").post(path, { intent: "closed" });
  expect(await sees("owner", "packer")).toBe(false);
});

test("data requests of the framework are guarded like pages", async () => {
  for (const { path, id } of deskRoutes().filter((route) => DECLARED[route.path]?.get.stranger === "login")) {
    const data = `${filled(path)}?_data=${encodeURIComponent(id)}`;
    const { status, body } = await browserOf("stranger").get(data);
    expect([status, body.includes("Okafor")], path).toEqual([204, false]);
  }
});

test("without anybody who works there every address of the desk is the shop's ordinary 404", () => {
  expect(before.map(({ status }) => status)).toEqual(DOORS.flatMap(() => [404, 404]));
  for (const [index, path] of DOORS.entries()) {
    const { body = "" } = before[2 * index] ?? {};
    expect(body).toContain(`Page not found: ${path}`);
    expect(body).not.toMatch(/<form[^>]*method="post"[^>]*desk/);
  }
});

test("no page of the shop brings a byte of the desk", async () => {
  const page = await new Shopper(shop.origin).get("/");
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
  const half = { email: "the-owner@example.com", password: DESK_PASSWORD };
  const { headers } = await shopper.post("/desk/login", half);
  const [cookie = ""] = (headers["set-cookie"] ?? []).filter((line) => line.includes("desk-session="));
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
});

test("a host of its own has the desk and nothing else, and then the shop's has no desk", async () => {
  const port = await freePort();
  const desk = `http://127.0.0.1:${port}`;
  const own = await shopForTest({
    port,
    env: { ALLOWED_ORIGINS: `http://localhost:${port}`, DESK_ORIGIN: desk },
  });
  const owner = await joinDesk(desk, await invited("owner", "Martha", own));
  const statusOf = async (origin: string, path: string) => (await new Shopper(origin).get(path)).status;

  expect(await statusOf(desk, "/desk/login")).toBe(200);
  expect(await statusOf(desk, "/")).toBe(404);
  const { status: elsewhere, body } = await new Shopper(desk).get("/cart");
  expect(elsewhere).toBe(404);
  expect(body).toContain(`<a href="${own.origin}/">Home</a>`);
  expect(await statusOf(own.origin, "/desk/login")).toBe(404);
  expect(await statusOf(own.origin, "/cart")).toBe(200);

  const to = `${own.origin}/blog?page=1#list`;
  const paste = async (from: string) =>
    (await owner.post("/desk/redirects/new", { intent: "save", from, to })).status;
  expect(await paste(`${own.origin}/old-care`)).toBe(303);
  expect(await paste(`${desk}/desk/pages`)).toBe(422);
  const [, product = ""] =
    /href="(\/desk\/products\/\d+)"/.exec((await owner.get("/desk/products")).body) ?? [];
  const previewed = ["/desk/pages/article/3", "/desk/pages/information/about", product];
  const links = new Set<string>();
  for (const path of [
    ...["/desk/pages", "/desk/redirects", ...previewed],
    ...previewed.map((each) => `${each}/preview`),
  ]) {
    const page = await owner.get(path);
    expect(page.status, path).toBe(200);
    for (const [, href = ""] of page.body.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g))
      links.add(href.replaceAll("&amp;", "&"));
  }
  for (const link of ["/desk/pages/article/3", to, `${own.origin}/information/about`])
    expect([...links]).toContain(link);
  expect([...links].filter((link) => /^\/(?!desk(?:[/?#]|$))/.test(link))).toEqual([]);
  for (const link of [...links].filter((each) => each.startsWith(own.origin)))
    expect(await statusOf(own.origin, link), link).toBeLessThan(400);
});
