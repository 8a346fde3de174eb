/** Whatever a setting decides is said from it everywhere: pages, promises, descriptions and emails. */
import ts from "typescript";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  findArticle,
  findHomeContent,
  findInformation,
  listArticles,
  listInformation,
} from "#app/models/content/content.server.ts";
import { NO_PAGE_FIELDS } from "#app/models/content/page-fields.ts";
import { pageProblems } from "#app/models/desk/pages/page-form.ts";
import { EMAIL_TEMPLATES, type EmailTemplate } from "#app/models/email/templates.ts";
import { previewEmail } from "#app/models/email-previews/email-previews.ts";
import { canMoveOrder } from "#app/models/order/status.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { inMarket } from "#app/models/platform/market.server.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { findSettingState } from "#app/models/store/editing/change-settings.server.ts";
import type { SettingField, SettingGroup } from "#app/models/store/editing/setting-fields.ts";
import { pageValues } from "#app/models/store/placeholders.ts";
import { deliveryRefundText } from "#app/models/store/return-cost.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { textsOfProject } from "#tests/support/checks/references.ts";
import { NOW } from "#tests/support/now.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeSettings } from "#tests/support/shops/change-settings.ts";

useTestDatabase();

/** By the place where it is read. */
async function allTexts(): Promise<ReadonlyMap<string, string>> {
  const store = await findStore();
  const texts = new Map<string, unknown>([
    ["store", store],
    ["home", await findHomeContent()],
  ]);
  for (const { slug } of await listInformation()) texts.set(slug, await findInformation(slug));
  for (const { id } of await listArticles()) texts.set(`article ${id}`, await findArticle(id));
  for (const kind of Object.keys(EMAIL_TEMPLATES) as Array<EmailTemplate>)
    texts.set(`email ${kind}`, previewEmail(kind, { store, origin: "http://localhost:3000" }));
  return new Map([...texts].map(([place, text]) => [place, JSON.stringify(text)]));
}

async function placesOf(words: RegExp): Promise<ReadonlyArray<string>> {
  return [...(await allTexts())].filter(([, text]) => words.test(text)).map(([place]) => place);
}

/** As an import changes what the desk does not. */
const inFile =
  (key: string, ...changes: ReadonlyArray<readonly [string | RegExp, string]>) =>
  async () => {
    const row = db().selectFrom("settings").select("value").where("key", "=", key);
    const { value: before } = await row.executeTakeFirstOrThrow();
    const value = changes.reduce((text, [from, to]) => text.replaceAll(from, to), before);
    expect(value).not.toBe(before);
    await db().updateTable("settings").set({ value }).where("key", "=", key).execute();
    await bumpCatalogueVersion();
  };

/** All the surcharges of zones, and the name of collection. */
async function changeDelivery(): Promise<void> {
  const zones = await db().selectFrom("delivery_zones").select(["key", "rules"]).execute();
  for (const { key, rules } of zones) {
    const dearer = rules.replaceAll(/"(small|large|two_person)":[1-9]\d*/g, '"$1":7700');
    await db().updateTable("delivery_zones").set({ rules: dearer }).where("key", "=", key).execute();
  }
  const named = db().updateTable("delivery_methods").set({ name: "Collect from Totnes" });
  await named.where("key", "=", "collection").execute();
  await bumpCatalogueVersion();
}

const set = (group: SettingGroup, values: Record<string, string>) => async () =>
  expect(await changeSettings(group, values, NOW)).toMatchObject({ kind: "done" });

test.each<[string, () => Promise<unknown>, RegExp, RegExp, ReadonlyArray<string>]>([
  [
    "the phone",
    set("contact", { phone: "01803 000 111" }),
    /01632 960 184/,
    /01803 000 111/,
    ["contact-us", "home"],
  ],
  ["the email", set("contact", { email: "us@larch.example" }), /hello@/, /us@larch/, ["contact-us", "terms"]],
  ["for repairs", set("contact", { "repairs-email": "mend@larch.example" }), /repairs@/, /mend@larch/, []],
  [
    "for data",
    set("contact", { "privacy-email": "data@larch.example" }),
    /privacy@/,
    /data@larch/,
    ["privacy"],
  ],
  ["for safety", set("contact", { "safety-email": "safe@larch.example" }), /safety@/, /safe@larch/, []],
  ["the hours", set("contact", { "opens-1": "07:45" }), /9 am to 5/, /7\.45 am/, ["contact-us", "home"]],
  ["replies", set("contact", { "reply-days": "4" }), /within one working/, /4 working days/, ["contact-us"]],
  [
    "free delivery",
    set("delivery", { "free-over": "7500" }),
    /(from|of|The) £50\b/,
    /£75\b/,
    ["store", "home", "delivery-and-return"],
  ],
  [
    "prices of delivery",
    set("delivery", { "standard-small": "477", "express-large": "1577", "two-person-two-person": "8800" }),
    /£3\.95|£14\.95/,
    /£4\.77/,
    ["delivery-and-return"],
  ],
  ["the last hour", set("delivery", { "express-cutoff": "11:30" }), /order by 2 pm/, /11\.30 am/, []],
  [
    "days to return",
    set("returns", { "return-days": "47" }),
    /\b30[- ]days? (to (change|return)|returns|from delivery)|own 30 days|<strong>30 days<\/strong> from delivery|has 30 days/,
    /\b47[- ]day/,
    ["home", "store", "returns-and-cancellation", "gift-service", "email order-confirmation"],
  ],
  [
    "what returns cost",
    set("returns", { "return-small": "", "return-large": "1234", "return-two-person": "0" }),
    /£9\.95 for large|£39 for|\bfree (returns? )?label|returns? (is|are) free|Sending back [^.]* free|We pay the postage/i,
    /You pay the postage of small parcels.*£12\.34 for large parcels/,
    ["delivery-and-return", "right-of-withdrawal", "returns-and-cancellation", "email order-confirmation"],
  ],
  [
    "wrapping",
    set("gifts", { "wrap-fee": "620", "wrap-free-over": "18000" }),
    /£4\.50|£100 or more/,
    /£6\.20/,
    ["home", "gift-service"],
  ],
  [
    "the name",
    set("shop", { "shop-name": "Larch & Linnet" }),
    /Contact Hollybough/,
    /Larch (&|&amp;) Linnet/,
    ["about"],
  ],
  [
    "the company",
    inFile("company", ["Hollybough Ltd", "Larch <& Sons>"]),
    /Hollybough Ltd/,
    /Larch &lt;&amp; Sons/,
    ["terms"],
  ],
  [
    "the address, and where parcels leave",
    async () => {
      const moved = [["Ledbury", "Totnes"] as const, ["Herefordshire", "Devon"] as const];
      await inFile("company", ["4 Cider Mill Yard", "9 Quay Street"], ["HR8 9ZZ", "TQ9 5AA"], ...moved)();
      await inFile("delivery", ...moved)();
    },
    /Cider Mill Yard|HR8 9ZZ|Ledbury, Herefordshire/,
    /9 Quay Street|from our own packing room in Totnes, Devon/,
    [
      ...["contact-us", "terms", "returns-and-cancellation", "right-of-withdrawal"],
      ...["delivery-and-return", "email order-confirmation"],
    ],
  ],
  [
    "collection and surcharges",
    changeDelivery,
    /Collect from Ledbury|£(?!77)\d+, (?:add|crossing)/,
    /£77, add 2 days.*Not available/,
    ["delivery-and-return"],
  ],
  [
    "days to cancel, to send back and to refund",
    inFile(
      "returns",
      [/"statutory_cancellation_days":14/g, '"statutory_cancellation_days":21'],
      [/"send_back_within_days":14/g, '"send_back_within_days":19'],
      [/"refund_within_days":14/g, '"refund_within_days":17'],
    ),
    /(?:within|Your|legal|The) (?:<strong>)?14[- ]day|14 days (?:end|are over|run|after|of)|cancel: 14/,
    /\b(21|19|17)[- ]days?/,
    ["returns-and-cancellation", "right-of-withdrawal", "email order-confirmation"],
  ],
])("%s is said from its setting", async (_, change, before, after, somePlaces) => {
  await change();

  expect(await placesOf(before)).toEqual([]);
  expect(await placesOf(after)).toEqual(expect.arrayContaining([...somePlaces]));
  expect(await placesOf(/\{\{/)).toEqual([]);
});

test("without free delivery nothing promises it, and in another currency its own sum stands", async () => {
  await inMarket({ currency: "EUR", locale: null }, async () => {
    expect((await findHomeContent()).usps[0]?.title).toBe("Free delivery from €60");
  });
  await set("delivery", { "free-over": "" })();
  expect(await placesOf(/free (standard )?delivery from|free from/i)).toEqual([]);
});

test("what is refunded of the delivery is said by the rule's own sentences, and by no others", async () => {
  const rule = JSON.stringify(deliveryRefundText(await findStore())).slice(1, -1);
  const saying = [...(await allTexts())].filter(([, text]) => text.includes(rule));

  expect(saying.map(([place]) => place).filter((place) => !place.startsWith("email"))).toEqual([
    ...["returns-and-cancellation", "right-of-withdrawal"],
  ]);
  expect(saying.map(([place]) => place)).toContain("email order-confirmation");
  const rest = [...(await allTexts())].map(([place, text]) => [place, text.replaceAll(rule, "")] as const);
  const others = rest.flatMap(([place, text]) =>
    [...text.matchAll(/[^.]*\b(?:cheapest\W+|standard )delivery\b[^.]*/gi)]
      .filter(([sentence]) => /refund/i.test(sentence))
      .map(([sentence]) => `${place}: ${sentence}`),
  );
  expect(others).toEqual([]);
});

test("an unknown placeholder is refused where it is typed", async () => {
  const typed = { about: "Call {{telephone}}.", "page-title": "{{#phone}}Call us" };
  expect(await changeSettings("shop", typed, NOW)).toMatchObject({
    kind: "invalid",
    errors: {
      about: expect.stringMatching(/^\{\{telephone\}\} is not a placeholder/),
      "page-title": "{{#…}} needs its {{/…}}",
    },
  });
});

test("what a setting of a delivery decides is said from it on the page, at the checkout and on products", async () => {
  const explained = async () =>
    JSON.stringify((await findDeliveryRules()).methods.map(({ description }) => description));
  await set("delivery", { "express-cutoff": "15:30" })();

  expect(await explained()).toContain("if you order by 3.30 pm");
  expect(await explained()).not.toContain("{{");
  expect(await placesOf(/2 to 3 working days/)).toContain("delivery-and-return");
});

test("a placeholder of a delivery that the shop lacks is refused where it is typed, and shown nowhere", async () => {
  const own = "Until {{order_by_express}}. {{#price_drone_small}}By drone.{{/price_drone_small}}";
  const typed = { "express-description": own };
  expect(await changeSettings("delivery", typed, NOW)).toMatchObject({
    kind: "invalid",
    errors: {
      "express-description": expect.stringMatching(/^\{\{price_drone_small\}\} is not a placeholder/),
    },
  });
  const known = pageValues(await findStore(), (await findDeliveryRules()).methods);
  const page = { ...NO_PAGE_FIELDS, title: "Prices", body: own };
  const rules = { isComplete: false, today: "2026-11-29", placeholders: known };
  expect(pageProblems("information", page, rules).body).toMatch(/price_drone_small/);

  await db().deleteFrom("delivery_methods").where("key", "=", "express").execute();
  await bumpCatalogueVersion();
  expect(await placesOf(/\{\{/)).toEqual([]);
});

test("a shop that hands no orders over does not ask customers to bring returns", async () => {
  expect(await placesOf(/bring (it|them) to us/)).toContain("returns-and-cancellation");
  await db().deleteFrom("delivery_methods").where("key", "=", "collection").execute();
  await bumpCatalogueVersion();

  expect(await placesOf(/bring (it|them) to us/)).toEqual([]);
  expect(await placesOf(/\{\{/)).toEqual([]);
});

test("an order can be cancelled until it is packed, wherever that is said, and a pre-order until it is sent", async () => {
  expect(canMoveOrder("paid", "cancelled", "customer")).toBe(true);
  expect(canMoveOrder("packed", "cancelled", "customer")).toBe(false);

  const promise = /cancel\b[^.]{0,60}\b(?:until|before) (?:we send|it is sent|it has been sent)/gi;
  const wrong = [...(await allTexts())].flatMap(([place, text]) =>
    [...text.matchAll(promise)]
      .filter(({ index }) => !/pre-?order/i.test(place + text.slice(Math.max(0, index - 400), index)))
      .map(([sentence]) => `${place}: ${sentence}`),
  );
  expect(wrong).toEqual([]);
  expect(await placesOf(/cancel for a full refund until we pack the goods/)).toEqual(["terms"]);
});

/** Said by other parts of the shop than texts: where, of each. */
const SHOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  strapline: "the foot of every page",
  about: "the home page's data for search engines",
  "page-title": "the home page's title",
  "meta-description": "the home page's description",
  "brands-not-sold": "the search",
  "company-number": "invoices",
  "company-name": "slips and labels",
  "phone-international": "the link of the phone",
  "return-exceptions": "emails under a law that asks for it",
  "low-stock": "product pages: only a few left",
  "new-week-days": "the list of what is new this week",
  "back-days": "the list of what is back in stock",
};
/** The checkout and product pages say these of a way of delivery. Collection costs what the page says: nothing. */
const OF_DELIVERIES = /-description$|^(?:standard|two_person|collection)-cutoff$|^collection-/;
/** They decide what the shop does, or how it looks, not what it says. */
const UNSAID_KINDS: ReadonlyArray<SettingField["kind"]> = ["colour", "choice", "closed", "weekdays"];

/** Something that the field takes and no text has, and how texts say it: never a part of what another field's says. */
function sampleOf({ name, kind }: SettingField, at: number): readonly [value: string, shown: RegExp] {
  if (name.endsWith("email")) return [`zq${at}@x.example`, RegExp(String.raw`\bzq${at}@x\.example\b`, "i")];
  if (kind === "amount") return [`${1000 + at * 100 + 37}`, RegExp(String.raw`(?<![\d.,])£${10 + at}\.37\b`)];
  if (kind === "days")
    return [
      `${300 + at}`,
      RegExp(String.raw`(?<![\d.,£])${300 + at}[- ](?:working )?(?:days?|characters)\b`),
    ];
  if (kind !== "time") return [`Zq${at}zq`, RegExp(String.raw`\bzq${at}zq\b`, "i")];
  const [hour, minute] = [Math.floor(at / 50), 10 + (at % 50)];
  return name.startsWith("closes")
    ? [`${17 + hour}:${minute}`, RegExp(String.raw`(?<![\d.])${5 + hour}\.${minute} pm\b`)]
    : [`${10 - hour}:${minute}`.padStart(5, "0"), RegExp(String.raw`(?<![\d.])${10 - hour}\.${minute} am\b`)];
}

test("every setting of the desk is said by some text, or by a named part of the shop", async () => {
  const { fields, values } = await findSettingState();
  const isText = ({ name, kind }: SettingField) =>
    !(name in SHOWN_ELSEWHERE || OF_DELIVERIES.test(name) || UNSAID_KINDS.includes(kind));
  const declared = fields.filter(isText).map((field, at) => ({ ...field, sample: sampleOf(field, at) }));
  const change = async (of: (field: (typeof declared)[number]) => string) => {
    for (const group of new Set(declared.map((field) => field.group))) {
      const own = declared.filter((field) => field.group === group);
      await set(group, Object.fromEntries(own.map((field) => [field.name, of(field)])))();
    }
  };

  await change(({ sample: [value] }) => value);
  const texts = [...(await allTexts())].flatMap(([place, text]) => (place === "store" ? [] : [text]));
  await change(({ name }) => values[name] ?? "");

  expect(Object.keys(SHOWN_ELSEWHERE).filter((name) => !fields.some((field) => field.name === name))).toEqual(
    [],
  );
  const unsaid = declared.filter(({ sample: [, shown] }) => !texts.some((text) => shown.test(text)));
  expect(unsaid.map(({ name }) => name)).toEqual([]);
});

/** Of a settings file, by country, currency, size and so on. */
const ofData = /^(?:[A-Z]{2,3}|\d+|small|large|two_person)$/;

function keysOf(value: unknown): ReadonlyArray<string> {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...keysOf(item)]);
}

/** `store.name` and `const { name, other: own = 1 } = …` or `({ name }: Store) =>`, but no comment, text or type. */
function readIn(source: string): ReadonlyArray<string> {
  const names: Array<string> = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) names.push(node.name.text);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
      names.push((node.propertyName ?? node.name).getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("read.tsx", source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return names;
}

test("a comment, a text, a type or an object that is made reads nothing", () => {
  expect(readIn("// a.b\nconst c: { d: string } = { e: 'f.g' };")).toEqual([]);
  expect(readIn("const { a, b: own = 1, ...rest } = c.d?.e; ({ f }: G) => f;")).toEqual(
    expect.arrayContaining(["a", "b", "d", "e", "f"]),
  );
});

test("whatever the store is made of is read by the shop, not by what makes it alone", async () => {
  const own = /^app\/models\/store\/(?:store|from-settings|settings)\.ts$/;
  const texts = textsOfProject().filter(({ file }) => /^app\/.*\.tsx?$/.test(file) && !own.test(file));
  const read = new Set(texts.flatMap(({ text }) => readIn(text)));
  const keys = new Set(keysOf(await findStore()).filter((key) => !ofData.test(key)));

  expect(keys.size).toBeGreaterThan(70);
  expect([...keys].filter((key) => !read.has(key))).toEqual([]);
});
