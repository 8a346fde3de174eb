/** A code or number is the same with what nobody sees: copied text and scanners bring it along. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { couponCode } from "#app/models/coupon/coupon.ts";
import { findPlannedSending } from "#app/models/desk/orders/planned-sending.server.ts";
import { planSendings } from "#app/models/desk/orders/sending-many.server.ts";
import { planSending, withdrawSending } from "#app/models/desk/orders/sending.server.ts";
import { readNewProduct } from "#app/models/desk/products/new-product-form.ts";
import { listDeskProducts, NO_PRODUCT_FILTERS } from "#app/models/desk/products/product-list.server.ts";
import { readVariantInputs, variantInput } from "#app/models/desk/products/variant-form.ts";
import { readDeskQuery } from "#app/models/desk/search-terms.ts";
import { findExactVariant, searchDeskStock } from "#app/models/desk/stock-list.server.ts";
import { readListCode } from "#app/models/gift-list/code.ts";
import { findOrderByReference } from "#app/models/order/lookup.server.ts";
import { normalisePhone } from "#app/models/shared/phone.ts";
import { normalisePostcode } from "#app/models/shared/postcode.ts";
import { confirmAtDesk, confirmLogin } from "#app/models/staff/login.server.ts";
import { NOW } from "#tests/support/now.ts";
import { TYPED } from "#tests/support/people/checkout.ts";
import { actorAt, AT_DESK, deskPerson, halfLogin, later, person } from "#tests/support/people/desk/desk.ts";
import { appCode } from "#tests/support/people/desk/desk-codes.ts";
import { check } from "#tests/support/people/desk/desk-imports.ts";
import { numbered } from "#tests/support/people/desk/desk-orders.ts";
import { paidOrder, sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** Spaces without width, a soft hyphen, a mark of direction and an empty Braille cell, around and between. */
const HIDDEN = ["\u200b", "\u00ad", "\u200e", "\u2060", "\ufeff", "\u2800"];

const pasted = (code: string) =>
  ` ${Array.from(code, (character, at) => `${HIDDEN[at % HIDDEN.length] ?? ""}${character}`).join("")}\u200b `;

const GBP = { currency: "GBP", locale: "en-GB" };
const EAN = "5012345678900";

const TEXTS: Readonly<Record<string, readonly [code: string, read: (typed: string) => unknown]>> = {
  "a discount code": ["SPRING-10", couponCode],
  "the code of a gift list": ["7K4P-9QWX", readListCode],
  "a postcode": ["GL5 1QN", (typed) => normalisePostcode(typed, "GB")],
  "a phone number": ["07700 900142", (typed) => normalisePhone(typed, "GB")],
  "a barcode": [
    EAN,
    (typed) => {
      const errors: Record<string, string> = {};
      const fallback = { ownPrices: "7 - -", barcodes: "7 ", price: "100" };
      const reading = { fallback, price: "100", amount: () => null, errors };
      return [readVariantInputs({ [variantInput("barcode", 7)]: typed }, reading).barcodes, errors];
    },
  ],
  "a new article number": ["HB-0901", (sku) => readNewProduct({ sku }, GBP)],
  "what the desk looks for": ["JD0001", (typed) => readDeskQuery(typed)],
};

test.each(Object.entries(TEXTS))("%s", (_, [code, read]) => {
  expect(read(pasted(code))).toEqual(read(code));
  expect(JSON.stringify(read(pasted(code)))).not.toMatch(/[\u200b\u00ad\u200e\u2060\ufeff\u2800]/);
  expect(read(pasted(code))).not.toBeNull();
});

test("a tracking number that is typed at the desk, scanned for many, or given to the command", async () => {
  const { orderId, number } = await numbered(paidOrder());
  const owner = await person("owner");
  const planned = async () => (await findPlannedSending(orderId))?.tracking;
  const parcel = { number, carrier: "dpd", tracking: pasted("JD 0001"), shown: null, units: null };

  await planSending({ ...parcel, key: "one" }, owner);
  expect(await planned()).toBe("JD 0001");
  await withdrawSending(number, owner);
  const typed = { ...parcel, shown: "paid", isUntracked: false };
  expect(await planSendings([{ ...typed, tracking: pasted("") }], "two", owner)).toMatchObject([
    { refusal: { code: "parcel-without-number" } },
  ]);
  expect(
    await planSendings([typed, { ...typed, number: 1, tracking: "jd0001" }], "two", owner),
  ).toMatchObject([
    { refusal: { code: "parcel-number-twice" } },
    { refusal: { code: "parcel-number-twice" } },
  ]);
  expect(await planSendings([typed], "three", owner)).toMatchObject([{ refusal: null }]);
  expect(await planned()).toBe("JD 0001");
  await withdrawSending(number, owner);

  await sendShipment(orderId, { number: pasted("JD 0001") });
  const sent = await db().selectFrom("shipments").select(["tracking_number", "tracking_url"]).execute();
  expect(sent).toMatchObject([{ tracking_number: "JD 0001" }]);
  expect(sent[0]?.tracking_url).toBe("https://www.royalmail.com/track-your-item#/tracking-results/JD%200001");
});

test("order, tracking and article numbers in files", async () => {
  const { number } = await numbered(paidOrder());
  const parcels = `order,tracking number,carrier\n${pasted(String(number))},${pasted("JD 0001")},DPD`;
  const { sku } = await db().selectFrom("variants").select("sku").orderBy("id").executeTakeFirstOrThrow();

  const { lines } = await check("parcels", parcels);
  expect(lines).toMatchObject([{ outcome: "changed", changes: { "sent with": ["", "DPD JD 0001"] } }]);
  expect((await check("stock", `sku,received\n${pasted(sku)},1`)).lines).toMatchObject([
    { outcome: "changed" },
  ]);
});

test("a barcode or article number that the desk looks for", async () => {
  const { sku, gtin } = await db()
    .selectFrom("variants")
    .select(["sku", "gtin"])
    .where("gtin", "<>", "")
    .executeTakeFirstOrThrow();

  for (const code of [sku, gtin]) {
    expect(await findExactVariant(pasted(code))).toBe(sku);
    expect(await searchDeskStock(pasted(code))).toMatchObject([{ sku }]);
    const filters = { ...NO_PRODUCT_FILTERS, query: pasted(code) };
    expect((await listDeskProducts({ view: "all", filters }, null)).products).toHaveLength(1);
  }
});

test("the number, email address and postcode of an order", async () => {
  const { orderId, number } = await numbered(paidOrder());
  const clue = { number: String(number), email: TYPED.email, postcode: "GL5 1QN" };
  const wide = String(number).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));

  for (const typed of [pasted(clue.number), wide])
    expect(
      await findOrderByReference({
        number: typed,
        email: pasted(clue.email),
        postcode: pasted(clue.postcode),
      }),
    ).toMatchObject({ value: orderId });
});

test("codes of the app and recovery codes, at the log-in and afterwards", async () => {
  const owner = await deskPerson("owner");
  const login = async (code: string, now: Date) => {
    const { visit } = await halfLogin(owner, now);
    return confirmLogin({ ...visit, code, stays: false, ...AT_DESK }, now);
  };

  expect(await login(pasted(appCode(owner.secret, NOW)), NOW)).toMatchObject({ ok: true });
  const second = later(2);
  expect(await login(pasted(owner.recoveryCodes[0] ?? ""), second)).toMatchObject({ ok: true });
  const third = later(4);
  const actor = await actorAt(owner.token, third);
  expect(await confirmAtDesk(actor, pasted(appCode(owner.secret, third)))).toMatchObject({ ok: true });
});

/** Every field of a form whose name says that it takes one, and where this file has it. */
const FIELDS: Readonly<Record<string, ReadonlyArray<string>>> = {
  "a discount code": ["coupon"],
  "a postcode": ["postcode"],
  "a phone number": ["phone"],
  "a new article number": ["sku"],
  "a tracking number": ["tracking", "scan"],
  "codes of the app": ["code", "sessionCode", "removalCode", "passkeyCode"],
};

test("every field that takes a code is one of these", () => {
  const files = ["app/components", "app/routes"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".tsx"))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  const names = files.flatMap((text) => [...text.matchAll(/\bname="(\w+)"/g)].map(([, name = ""]) => name));
  const codes = names.filter((name) => /code|tracking|scan|coupon|sku|phone|number|gtin|vat/i.test(name));

  expect([...new Set(codes)].sort()).toEqual(Object.values(FIELDS).flat().sort());
});
