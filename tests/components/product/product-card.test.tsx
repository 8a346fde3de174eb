import { expect, test } from "vitest";

import { ProductCard } from "#app/components/product/product-card.tsx";
import { type ProductSummary as ProductCardData, priceOf } from "#app/models/catalogue/product.ts";
import { money } from "#app/models/shared/money.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";

const SNAIL: ProductCardData = {
  id: 7,
  name: "Pull-along Snail",
  path: "/p/wooden-toys/pull-alongs/pull-along-snail",
  brandName: "Osmundley",
  image: { file: "products/pull-along-snail-1.jpg", alt: "Wooden snail", width: 1200, height: 1200 },
  price: priceOf(money(3400, "GBP"), money(2720, "GBP")),
  isFromPrice: false,
  ageText: "12 months +",
  colours: [
    { label: "Blue", hex: "#86a3b8", swatch: "blue" },
    { label: "Sage", hex: "#9bb096", swatch: "sage" },
  ],
  rating: { average: 4.6, count: 51 },
  stock: "in-stock",
  isNew: false,
  isBackInStock: false,
};

const card = (changes: Partial<ProductCardData> = {}) =>
  staticPage(<ProductCard product={{ ...SNAIL, ...changes }} level={2} />);

test("a card is one link with the product's name, and its heading comes first", async () => {
  const shown = await card();

  const links = shown.getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Pull-along Snail", SNAIL.path],
  ]);
  expect(shown.getByRole("article").firstElementChild).toBe(shown.getByRole("heading", { level: 2 }));
});

test("a card has its prices, age, colours and rating as text, and no style, which the policy would refuse", async () => {
  const shown = await card();

  for (const text of ["Was £34.00, now", "20% off", "12 months +", "2 colours"])
    expect(shown.getByText(text)).toBeDefined();
  expect(shown.getByRole("img", { name: "4.6 out of 5, 51 reviews" })).toBeDefined();
  expect(shown.queryByText(/left$/)).toBeNull();

  const { page } = await staticPage(<ProductCard product={SNAIL} level={2} isFirst />);
  expect(page.querySelector("[style]")).toBeNull();
  expect(page.querySelector("img")?.getAttribute("width")).toBe("1200");
});

test("a product that cannot be bought shows why", async () => {
  const shown = await card({ stock: "out-of-stock", rating: null, colours: [] });

  expect(shown.getByText("Sold out")).toBeDefined();
  expect(shown.queryByText(/colours/)).toBeNull();
});

test("a card links to the colour that its image shows", async () => {
  const shown = await card({ swatch: "sage" });

  expect(shown.getByRole("link").getAttribute("href")).toBe(`${SNAIL.path}?swatch=sage`);
});

test("a card shows how few are left, and has no stars without reviews", async () => {
  const shown = await card({ stock: "low-stock", left: 2, rating: null });

  expect(shown.getByText("Only 2 left")).toBeDefined();
  expect(shown.queryByRole("img", { name: /star/i })).toBeNull();
  expect(shown.queryByText(/review/i)).toBeNull();
});
