// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { ProductCard } from "#app/components/product/product-card.tsx";
import { type ProductSummary as ProductCardData, priceOf } from "#app/models/catalogue/product.ts";
import { money } from "#app/models/shared/money.ts";
import { renderPage } from "#tests/support/checks/render-page.tsx";

afterEach(cleanup);

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

test("a card is one link with the product's name, and its heading comes first", () => {
  renderPage(<ProductCard product={SNAIL} level={2} />);

  const links = screen.getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Pull-along Snail", SNAIL.path],
  ]);
  expect(screen.getByRole("article").firstElementChild).toBe(screen.getByRole("heading", { level: 2 }));
});

test("a reduced price announces the former price and shows the percentage", () => {
  renderPage(<ProductCard product={SNAIL} level={2} />);

  expect(screen.getByText("Was £34.00, now")).toBeDefined();
  expect(screen.getByText("20% off")).toBeDefined();
});

test("age, number of colours and rating have text equivalents", () => {
  renderPage(<ProductCard product={SNAIL} level={3} />);

  expect(screen.getByText("12 months +")).toBeDefined();
  expect(screen.getByText("2 colours")).toBeDefined();
  expect(screen.getByRole("img", { name: "4.6 out of 5, 51 reviews" })).toBeDefined();
});

test("a product that cannot be bought shows why", () => {
  renderPage(
    <ProductCard product={{ ...SNAIL, stock: "out-of-stock", rating: null, colours: [] }} level={2} />,
  );

  expect(screen.getByText("Sold out")).toBeDefined();
  expect(screen.queryByText(/colours/)).toBeNull();
});

test("a card has no style attribute, which the content security policy would refuse", () => {
  const { container } = renderPage(<ProductCard product={SNAIL} level={2} isFirst />);

  expect(container.querySelector("[style]")).toBeNull();
  expect(container.querySelector("img")?.getAttribute("width")).toBe("1200");
});

test("a card links to the colour that its image shows", () => {
  renderPage(<ProductCard product={{ ...SNAIL, swatch: "sage" }} level={2} />);

  expect(screen.getByRole("link").getAttribute("href")).toBe(`${SNAIL.path}?swatch=sage`);
});

test('a card shows "only a few left" only when given the stock, and has no stars without reviews', () => {
  renderPage(<ProductCard product={{ ...SNAIL, stock: "low-stock", left: 2, rating: null }} level={2} />);

  expect(screen.getByText("Only 2 left")).toBeDefined();
  expect(screen.queryByRole("img", { name: /star/i })).toBeNull();
  expect(screen.queryByText(/review/i)).toBeNull();
  cleanup();
  renderPage(<ProductCard product={SNAIL} level={2} />);
  expect(screen.queryByText(/left$/)).toBeNull();
});
