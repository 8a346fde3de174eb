import { expect, test } from "vitest";

import {
  fieldsWith,
  mergeFields,
  type ProductFields,
  saleOf,
  saleText,
} from "#app/models/catalogue/editing/product-fields.ts";
import {
  afterStep,
  type EditedImage,
  imagesOf,
  imageStep,
  imagesText,
  newImage,
  variantImage,
  withImages,
  withoutText,
} from "#app/models/catalogue/editing/product-images.ts";
import {
  durabilityFieldText,
  durabilityOf,
  makerText,
  warningsOf,
  warningsText,
  weakened,
} from "#app/models/catalogue/editing/safety-facts.ts";
import { isBarcode } from "#app/models/catalogue/editing/variant-facts.ts";
import { lowestBefore } from "#app/models/desk/products/product-facts.server.ts";
import { DECLARED_NAMES, type DeclaredName } from "#app/models/catalogue/editing/declared-fields.ts";
import { inputsOf, readProductInputs } from "#app/models/desk/products/product-form.ts";
import { plannedWords, saleInWords, saleWords } from "#app/models/desk/products/sale-words.ts";
import { money } from "#app/models/shared/money.ts";

const FORMAT = { currency: "GBP", locale: "en-GB" } as const;
const TODAY = "2026-11-26";
const NOW = new Date("2026-11-26T10:00:00Z");

function imageOf(file: string, more: Partial<EditedImage> = {}): EditedImage {
  return { ...newImage({ file, width: 800, height: 600, sinkPercent: 4 }), alt: `Text of ${file}`, ...more };
}

const NO_TEXTS = Object.fromEntries(DECLARED_NAMES.map((name) => [name, ""])) as Record<DeclaredName, string>;

const FIELDS: ProductFields = {
  ...NO_TEXTS,
  name: "Rainbow Stacker",
  shortDescription: "Seven arches.",
  description: "Seven arches of lime.",
  price: "5400",
  sale: "4650 2026-11-27 2026-11-30",
  visibility: "everybody",
  pageTitle: "Wooden rainbow",
  metaDescription: "A rainbow of wood.",
  images: imagesText([imageOf("products/rainbow-1.jpg"), imageOf("products/rainbow-2.jpg")]),
  ownPrices: "7 4800 4500\n8 - -",
  barcodes: "7 0200000350000\n8 0200000350079",
  slug: "rainbow-stacker",
  ages: "12 18 96",
  warnings: warningsText([
    { code: "packaging", text: "Warning. Remove all packaging." },
    { code: "seat", text: "Warning. Not for running.", part: "Seat", from_months: 6 },
  ]),
  maker: makerText({
    ...{ name: "The Workshop", address: "4 Yard, Ledbury", electronic_address: null, country_code: "GB" },
  }),
  durability: durabilityFieldText({ brand: "The Workshop", model: "RS-7", years: 5 }),
  ...{ category: "12", brand: "3", tax: "2000", toy: "yes" },
  ...{ delivery: "small", weight: "1400", size: "350 72 -", otherPrices: "EUR 6300" },
};

const read = (typed: Readonly<Record<string, string>>) =>
  readProductInputs(typed, { format: FORMAT, today: TODAY, fallback: FIELDS });

test("a form that comes back as it was changes nothing", () => {
  expect(read(inputsOf(FIELDS, FORMAT))).toEqual({ fields: FIELDS, errors: {} });
  expect(read({})).toEqual({ fields: FIELDS, errors: {} });
});

const YEARS = "Type years above 2, in whole or half ones, such as 5";
const AS_ON_THE_LABEL = "Write it as on the producer’s label, up to 30 characters";
const AMOUNT = "Type an amount such as 46.50";
const BARCODE = "Type 8, 12, 13 or 14 digits, the last of which fits the others";
const NOT_LOWER = "Must be less than the price";
const SLUG = "Use small letters, digits and single hyphens, such as rainbow-stacker";
const NO_DAY = "Type a day such as 2026-12-01";

test.each<[Readonly<Record<string, string>>, field: string, error: string]>([
  [{ "ownPrice-8": "dear" }, "ownPrice-8", AMOUNT],
  [{ "ownSale-7": "48" }, "ownSale-7", NOT_LOWER],
  [{ "ownSale-8": "54" }, "ownSale-8", NOT_LOWER],
  [{ "barcode-8": "0200000350078" }, "barcode-8", BARCODE],
  [{ "barcode-8": "" }, "barcode-8", BARCODE],
  [{ "barcode-8": "0200000350000" }, "barcode-8", "Another variant here has this barcode"],
  [{ ageMin: "young" }, "ageMin", "Type whole months, up to 216"],
  [{ ageMax: "18" }, "ageMax", "Must be above the ages where it begins"],
  [{ warnings: "Warning. One.\nWarning. One." }, "warnings", "The same warning stands here twice"],
  [{ makerName: "" }, "makerName", "Write who made it"],
  [{ makerAddress: " " }, "makerAddress", "Write the maker’s postal address"],
  [{ makerContact: "call us" }, "makerContact", "Type an email address, or a page with https://"],
  [{ makerCountry: "G1" }, "makerCountry", "Type two letters, such as GB"],
  [{ guaranteeYears: "2" }, "guaranteeYears", YEARS],
  [{ guaranteeYears: "" }, "guaranteeYears", YEARS],
  [{ guaranteeYears: "long" }, "guaranteeYears", YEARS],
  [{ guaranteeBrand: "" }, "guaranteeBrand", AS_ON_THE_LABEL],
  [{ guaranteeModel: "x".repeat(31) }, "guaranteeModel", AS_ON_THE_LABEL],
  [{ slug: "Rainbow" }, "slug", SLUG],
  [{ slug: "rainbow--stacker" }, "slug", SLUG],
  [{ slug: "a/b" }, "slug", SLUG],
  [{ slug: "" }, "slug", SLUG],
  [{ slug: "x".repeat(101) }, "slug", "Use up to 100 characters"],
  [{ name: " " }, "name", "Write something here"],
  [{ name: "x".repeat(201) }, "name", "Use up to 200 characters"],
  [{ price: "cheap" }, "price", AMOUNT],
  [{ price: "0" }, "price", AMOUNT],
  [{ salePrice: "54" }, "salePrice", NOT_LOWER],
  [{ salePrice: "", saleFirst: "2026-12-01" }, "salePrice", "Type the sale price, or empty its days"],
  [{ salePrice: "46", saleFirst: "soon" }, "saleFirst", NO_DAY],
  [{ salePrice: "46", saleLast: "2026-02-30" }, "saleLast", NO_DAY],
  [{ salePrice: "46", saleLast: "2026-11-25" }, "saleLast", "Must not be over already"],
  [
    { salePrice: "46", saleFirst: "2026-12-02", saleLast: "2026-12-01" },
    ...(["saleLast", "Must not be before the first day"] as const),
  ],
  [{ images: "../../etc/passwd" }, "images", "One of these images is gone. Open the page again"],
  [{ images: "products/rainbow-1.jpg", "alt-0": "x".repeat(301) }, "alt-0", "Use up to 300 characters"],
])("%j is refused at %s", (typed, field, error) => {
  expect(read(typed).errors).toEqual({ [field]: error });
});

const OF_THE_CATALOGUE: ProductFields = {
  ...FIELDS,
  name: `${"x".repeat(300)} `,
  shortDescription: "x".repeat(401),
  description: "One.\r\nTwo.",
  metaDescription: "x".repeat(401),
  price: "5400",
  sale: "5400 - -",
  images: imagesText([imageOf("products/rainbow-1.jpg", { alt: `Two  spaces ${"x".repeat(300)}` })]),
  ownPrices: "7 4800 4800\n8 - -",
  ages: "12 18 18",
  maker: makerText({
    ...{ name: "x".repeat(201), address: `4 Yard\n${"x".repeat(500)}`, country_code: null },
    electronic_address: `https://x.example/${"x".repeat(200)}`,
  }),
  ...{ weight: "2000000", size: "20000 - -" },
};

test("what the catalogue brought beyond the form's limits is not judged until somebody changes it", () => {
  const reading = { format: FORMAT, today: TODAY, fallback: OF_THE_CATALOGUE };
  const readBeside = (typed: Readonly<Record<string, string>>) => readProductInputs(typed, reading);

  expect(readBeside(inputsOf(OF_THE_CATALOGUE, FORMAT))).toEqual({ fields: OF_THE_CATALOGUE, errors: {} });
  expect(readBeside({ pageTitle: "New", "ownPrice-8": "60" })).toEqual({
    fields: { ...OF_THE_CATALOGUE, pageTitle: "New", ownPrices: "7 4800 4800\n8 6000 -" },
    errors: {},
  });
  const changed = {
    ...{ name: "y".repeat(300), price: "53", "ownSale-7": "49", suitableFrom: "19" },
    ...{ "alt-0": "y".repeat(301), makerAddress: "y".repeat(501), weight: "2001", width: "2001" },
    images: "products/rainbow-1.jpg",
  };
  expect(Object.keys(readBeside(changed).errors).sort()).toEqual(
    ["name", "salePrice", "ownSale-7", "ageMax", "alt-0", "makerAddress", "weight", "width"].sort(),
  );
});

test("a guarantee is stated whole, in half years too, and ends when all of it is emptied", () => {
  expect(durabilityOf(read({ guaranteeYears: "7,5" }).fields.durability)).toMatchObject({ years: 7.5 });
  const emptied = { guaranteeYears: " ", guaranteeBrand: "", guaranteeModel: "" };
  expect(read(emptied)).toMatchObject({ fields: { durability: "" }, errors: {} });
});

test("an empty sale price ends the sale, and one without days begins at once", () => {
  expect(read({ salePrice: "", saleFirst: "", saleLast: "" }).fields.sale).toBe("");
  expect(saleOf(read({ salePrice: "46" }).fields.sale)).toEqual({ minor: 4600, first: null, last: null });
});

test("a text that two changed to the same words is no conflict", () => {
  const was = (field: keyof ProductFields, text: string) => text === FIELDS[field];
  const mine = { ...FIELDS, name: "Rainbow", pageTitle: "Mine" };
  const theirs = { ...FIELDS, name: "Rainbow", pageTitle: "Theirs", price: "5000" };

  expect(mergeFields(mine, theirs, was)).toEqual({
    merged: { ...FIELDS, name: "Rainbow", pageTitle: "Mine", price: "5000" },
    conflicts: ["pageTitle"],
    ...{ yours: [], theirs: ["price"] },
  });
});

const WEEKEND = saleText({ minor: 4600, first: "2026-11-27", last: "2026-11-30" });
const pounds = (minor: number) => money(minor, "GBP");
const words = (
  lowest: number | null,
  rule: "none" | "beside" | "basis" = "none",
  sale = WEEKEND,
  today = "2026-11-27",
) =>
  saleWords({
    ...{ regular: pounds(5400), sale: saleOf(sale), rule, locale: "en-GB", now: NOW, today },
    lowest: lowest === null ? null : pounds(lowest),
  });

test("the form says what shoppers will see", () => {
  const when = "From Friday 27 November until the end of Monday 30 November, shoppers see";
  const after = "Afterwards they see £54.00 again.";

  expect(words(5400)).toBe(
    `${when} “was £54.00, now £46.00, 15% off”. £54.00 was the lowest price of the 30 days before, so the comparison is fair. ${after}`,
  );
  expect(words(5000)).toContain("It cost less within the 30 days before: £50.00.");
  expect(words(5000, "beside")).toContain("The page also says “Lowest price in the 30 days before: £50.00”.");
  expect(words(5000, "basis")).toContain("8% off");
  expect(words(4500, "basis")).toContain(
    "£46.00 as an ordinary price, because it is not below the lowest price of the 30 days before, £45.00.",
  );
  expect(words(5400, "none", saleText({ minor: 4600, first: null, last: null }))).toMatch(/^“was/);
  expect(words(5400, "none", "")).toBe("£54.00.");
  expect(words(5400, "none", WEEKEND, "2026-11-26")).toMatch(/^£54\.00\. From Friday 27 November/);
});

test.each([
  ["2026-11-28", "2026-11-29", "£43.00 from Saturday 28 to Sunday 29 November"],
  ["2026-11-28", "2026-11-28", "£43.00 on Saturday 28 November"],
  ["2026-11-28", null, "£43.00 from Saturday 28 November"],
  [null, "2026-11-29", "£43.00 until the end of Sunday 29 November"],
  [null, null, null],
])("a published sale from %j to %j reads %j", (first, last, text) => {
  expect(plannedWords({ minor: 4300, first, last }, () => "£43.00", NOW)).toBe(text);
});

test("a sale is one field of the page that compares two versions", () => {
  expect(saleInWords(saleOf(FIELDS.sale), "£46.50", NOW)).toBe(
    "£46.50, from Friday 27 November, until Monday 30 November",
  );
  expect(saleInWords(null, "", NOW)).toBe("none");
});

const [A, B, C] = [imageOf("a.jpg"), imageOf("b.jpg"), imageOf("c.jpg")];
/** "a b c" after the step that a button sends. */
function filesAfter(text: string, known = new Map<string, EditedImage>()): string | null {
  const step = imageStep(text);
  if (!step) return null;
  return afterStep([A, B, C], step, known)
    .map(({ file }) => file.replace(".jpg", ""))
    .join(" ");
}

test("texts of images are read by their places, and an empty one is known", () => {
  const again = read({ images: "products/rainbow-2.jpg products/rainbow-2.jpg", "alt-0": " Arches " });
  expect(imagesOf(again.fields.images)).toEqual([imageOf("products/rainbow-2.jpg", { alt: "Arches" })]);
  const { fields } = read({ images: "products/rainbow-1.jpg", "alt-0": " " });
  expect(withoutText(imagesOf(fields.images))).toEqual([0]);
});

test("an image moves by one place, leaves and comes back; the first and the last stay where they are", () => {
  const known = new Map([["d.jpg", imageOf("d.jpg")]]);
  for (const [step, files] of [
    ["earlier b.jpg", "b a c"],
    ["later b.jpg", "a c b"],
    ["earlier a.jpg", "a b c"],
    ["later c.jpg", "a b c"],
    ["remove b.jpg", "a c"],
    ["remove d.jpg", "a b c"],
    ["use d.jpg", "a b c"],
  ] as const)
    expect(filesAfter(step), step).toBe(files);
  expect(filesAfter("use d.jpg", known)).toBe("a b c d");
  expect([filesAfter("earlier"), filesAfter("burn a.jpg"), filesAfter("")]).toEqual([null, null, null]);
  expect(withImages([A], [A, B, undefined, B])).toEqual([A, B]);
});

test("a variant follows the first image of its colour, and keeps another one while it is there", () => {
  const [red, red2, blue] = [
    imageOf("red.jpg", { variantKey: "red" }),
    imageOf("red-2.jpg", { variantKey: "red" }),
    imageOf("blue.jpg", { variantKey: "blue" }),
  ];

  expect(variantImage("a.jpg", [A, B], [B, A])).toBe("b.jpg");
  expect(variantImage("b.jpg", [A, B, C], [C, A, B])).toBe("b.jpg");
  expect(variantImage("b.jpg", [A, B, C], [C, A])).toBe("c.jpg");
  expect(variantImage("red.jpg", [red, red2, blue], [A, blue, red, red2])).toBe("red.jpg");
  expect(variantImage("blue.jpg", [red, red2, blue], [blue, red2])).toBe("blue.jpg");
  expect(variantImage("red.jpg", [red, red2, blue], [blue, red2])).toBe("red-2.jpg");
  expect(variantImage("blue.jpg", [red, blue], [A, red])).toBe("a.jpg");
});

test("an empty own price is that of the product, and a barcode may be typed with spaces", () => {
  const { fields, errors } = read({
    ...{ "ownPrice-7": "", "ownSale-7": "", "ownPrice-8": "60", "ownSale-8": "50.50" },
    "barcode-8": " 5 901234 123457 ",
  });
  expect(errors).toEqual({});
  expect(fields.ownPrices).toBe("7 - -\n8 6000 5050");
  expect(fields.barcodes).toBe("7 0200000350000\n8 5901234123457");
});

test("what was written of variants is read back for those that are still there", () => {
  const now = { ...FIELDS, ownPrices: "8 - -\n9 7000 -", barcodes: "8 96385074\n9 0200000350147" };
  const old = { name: "Old", ownPrices: "7 100 -\n8 200 -", barcodes: "7 0200000350000\n8 0200000350079" };
  expect(fieldsWith(now, old)).toEqual({
    ...{ ...now, name: "Old" },
    ...{ ownPrices: "8 200 -\n9 7000 -", barcodes: "8 0200000350079\n9 0200000350147" },
  });
  expect(fieldsWith(now, {})).toEqual(now);
});

test.each([
  ["96385074", true],
  ["036000291452", true],
  ["5901234123457", true],
  ["05901234123457", true],
  ["5901234123458", false],
  ["0000000000000", false],
  ["590123412345", false],
  ["59012341234x7", false],
])("%s is a barcode: %s", (text, expected) => {
  expect(isBarcode(text)).toBe(expected);
});

test("warnings keep what they are about, and a new one begins as the law has it", () => {
  const typed = "Warning. Remove all packaging.\nWarning. Not for running or skating.";
  expect(warningsOf(read({ warnings: typed }).fields.warnings)).toEqual([
    { code: "packaging", text: "Warning. Remove all packaging." },
    { code: "seat", text: "Warning. Not for running or skating.", part: "Seat", from_months: 6 },
  ]);
  const more = `${inputsOf(FIELDS, FORMAT)["warnings"] ?? ""}\r\n\r\nKeep  away from fire.`;
  expect(warningsOf(read({ warnings: more }).fields.warnings)).toEqual([
    ...warningsOf(FIELDS.warnings),
    { code: "own", text: "Warning. Keep away from fire." },
  ]);
});

test.each<readonly [Readonly<Record<string, string>>, ReadonlyArray<string>]>([
  [{ ageMin: "18", suitableFrom: "24", ageMax: "60" }, []],
  [{ ageMin: "11" }, ["ages"]],
  [{ suitableFrom: "" }, ["ages"]],
  [{ ageMax: "97" }, ["ages"]],
  [{ ageMax: "" }, ["ages"]],
  [{ warnings: "" }, ["warnings"]],
  [{ warnings: "Warning. Remove all packaging." }, ["warnings"]],
  [{ warnings: "Warning. Remove packaging.\nWarning. Not for running." }, ["warnings"]],
  [{ warnings: "Warning. Not for running.\nWarning. Remove all packaging.\nOne more." }, []],
])("%j weakens %j", (typed, expected) => {
  const { fields, errors } = read(typed);
  expect([errors, weakened(FIELDS, fields)]).toEqual([{}, expected]);
});

test.each([
  ["that ended more than 30 days before the sale", "2026-10-27T00:00:00.000Z", 5400],
  ["that ended within the 30 days before the sale", "2026-10-29T00:00:00.000Z", 4000],
])("the lowest price before a planned sale, after a reduction %s", (_, ended, lowest) => {
  const spans = [
    { priceMinor: 4000, isReduced: true, validFrom: "2026-10-01T00:00:00.000Z", validTo: ended },
    { priceMinor: 5400, isReduced: false, validFrom: ended, validTo: null },
  ].map((span, id) => ({ id, variantId: 1, ...span }));

  expect(lowestBefore({ sale: WEEKEND, spans, now: NOW }, { timeZone: "Europe/London" })).toBe(lowest);
});
