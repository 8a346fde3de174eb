import { expect, test } from "vitest";

import {
  comparedText,
  type Compared,
  compareRows,
  readCompared,
  replaceCompared,
  withCompared,
} from "#app/models/catalogue/compare.ts";
import { priceOf } from "#app/models/catalogue/product.ts";
import { money } from "#app/models/shared/money.ts";

function compared(changes: Partial<Compared> = {}): Compared {
  return {
    card: {
      id: 1,
      name: "Puzzle",
      path: "/p/puzzle",
      brandName: "Hollybough",
      image: { file: "a.jpg", alt: "", width: 1, height: 1 },
      price: priceOf(money(5400, "GBP"), null),
      isFromPrice: false,
      ageText: "3 years +",
      colours: [],
      rating: null,
      stock: "in-stock",
      isNew: false,
      isBackInStock: false,
    },
    specification: [{ label: "Weight", value: "1 kg" }],
    facts: [],
    delivery: null,
    fitsWith: null,
    isAssemblyRequired: null,
    ...changes,
  };
}

const rowOf = (products: ReadonlyArray<Compared>, label: string) =>
  compareRows(products).find((row) => row.label === label) ?? null;

test("an address names at most four products, each once, and ignores the rest", () => {
  expect(readCompared("101,102")).toEqual([101, 102]);
  expect(readCompared("3,3,x,-1,1e3,0,4,5,6,7")).toEqual([3, 4, 5, 6]);
  expect(readCompared(null)).toEqual([]);
  expect(readCompared("9".repeat(5_000))).toEqual([]);
  expect(readCompared(comparedText([1, 2]))).toEqual([1, 2]);
});

test("a fifth product is refused until it replaces another one, in its place", () => {
  expect(withCompared([1, 2, 3], 4)).toEqual([1, 2, 3, 4]);
  expect(withCompared([1, 2, 3, 4], 2)).toEqual([1, 2, 3, 4]);
  expect(withCompared([1, 2, 3, 4], 5)).toBeNull();
  expect(replaceCompared([1, 2, 3, 4], { id: 5, out: 2 })).toEqual([1, 5, 3, 4]);
  expect(replaceCompared([1, 2, 3, 4], { id: 4, out: 2 })).toEqual([1, 2, 3, 4]);
});

test("a row differs when its values differ, also when one is missing", () => {
  const heavy = compared({ specification: [{ label: "Weight", value: "9 kg" }] });

  expect(rowOf([compared(), heavy], "Age")).toMatchObject({
    differs: false,
    cells: ["3 years +", "3 years +"],
  });
  expect(rowOf([compared(), heavy], "Weight")).toMatchObject({ differs: true, cells: ["1 kg", "9 kg"] });
  expect(rowOf([compared(), compared({ specification: [] })], "Weight")).toMatchObject({
    differs: true,
    cells: ["1 kg", null],
  });
});

test("a cell is marked where it differs from the value that most products share, and an unknown one is not", () => {
  const weighing = (value: string | null) =>
    compared({ specification: value === null ? [] : [{ label: "Weight", value }] });
  const oddAmong = (...values: ReadonlyArray<string | null>) => rowOf(values.map(weighing), "Weight")?.odd;

  expect(oddAmong("1 kg", "9 kg", "1 kg")).toEqual([1]);
  expect(oddAmong("2 kg", "1 kg", "1 kg", "3 kg")).toEqual([0, 3]);
  expect(oddAmong("1 kg", "1 kg", null)).toEqual([]);
  expect(oddAmong("1 kg", null, null)).toEqual([]);
  expect(oddAmong("1 kg", "1 kg", "2 kg", "2 kg")).toEqual([]);
  expect(oddAmong("1 kg", "2 kg", "3 kg")).toEqual([]);
  expect(oddAmong("1 kg", "2 kg")).toEqual([]);
  expect(oddAmong("1 kg", "1 kg")).toEqual([]);
});

test("a row without values is left out", () => {
  expect(rowOf([compared(), compared()], "Compatible with")).toBeNull();
  expect(rowOf([compared(), compared({ fitsWith: "Carrycot" })], "Compatible with")).not.toBeNull();
});

test("a fact of one category becomes a row when two products share it, so that a pram beside a puzzle stays readable", () => {
  const pieces = [{ label: "Pieces", value: "48" }];
  const pram = compared({ facts: [{ label: "Brake", value: "Foot" }] });

  expect(rowOf([compared({ facts: pieces }), pram], "Pieces")).toBeNull();
  expect(rowOf([compared({ facts: pieces }), compared({ facts: pieces }), pram], "Pieces")?.cells).toEqual([
    "48",
    "48",
    null,
  ]);
});

test("the rows stand in five groups, in the order of the page", () => {
  const pram = compared({
    specification: [
      { label: "Materials", value: "Steel" },
      { label: "Weight", value: "9 kg" },
    ],
    facts: ["Warranty", "Minimum doorway width", "Recline", "Car seats", "Wood"].map((label) => ({
      label,
      value: label,
    })),
    fitsWith: "Carrycot",
    isAssemblyRequired: true,
    delivery: "Standard delivery, free",
  });

  expect(compareRows([pram, pram]).map(({ group, label }) => `${group}: ${label}`)).toEqual([
    "Buying it: Availability",
    "Buying it: Delivery",
    "Buying it: Reviews",
    "Buying it: Brand",
    "Buying it: Warranty",
    "Size and weight: Weight",
    "Size and weight: Minimum doorway width",
    "In use: Age",
    "In use: Recline",
    "What fits it: Car seats",
    "What fits it: Compatible with",
    "How it is made: Materials",
    "How it is made: Wood",
    "How it is made: Assembly",
  ]);
});
