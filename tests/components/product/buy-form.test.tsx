// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { type BuyableProduct, ProductForm } from "#app/components/product/product-form.tsx";
import { ageGuidance } from "#app/models/catalogue/age.ts";
import { priceOf, type Variant } from "#app/models/catalogue/product.ts";
import { money } from "#app/models/shared/money.ts";
import { renderPage } from "#tests/support/checks/render-page.tsx";

afterEach(cleanup);

function variantOf(id: number, key: string, available: number): Variant {
  return {
    id,
    sku: `HB-${id}`,
    gtin: "",
    label: key,
    options: { Colour: key },
    price: priceOf(money(5400, "GBP"), null),
    available,
    stock: available > 0 ? "in-stock" : "out-of-stock",
    image: { file: `products/${key}-1.jpg`, alt: "", width: 1200, height: 1200 },
  };
}

const MUTED = variantOf(1, "muted", 34);
const FOREST = variantOf(2, "forest", 0);

const STACKER: BuyableProduct = {
  id: 101,
  slug: "rainbow-stacker",
  name: "Rainbow Stacker",
  sku: "HB-0101",
  brand: { id: 1, name: "Hollybough Workshop", slug: "hollybough-workshop" },
  isListed: true,
  path: "/p/wooden-toys/rainbow-stacker",
  breadcrumbs: [],
  options: [
    {
      id: 1011,
      name: "Colour",
      type: "swatch",
      values: [
        { key: "muted", label: "Muted", hex: "#c4694f" },
        { key: "forest", label: "Forest", hex: "#5d7a5e" },
      ],
    },
  ],
  variants: [MUTED, FOREST],
  price: MUTED.price,
  personalisation: null,
  set: [],
  isFromPrice: false,
  stock: "in-stock",
  lowStockThreshold: 3,
  ageText: "12 months +",
  ages: ageGuidance({ ageMinMonths: 12, ageMaxMonths: 96, suitableFromMonths: 12 }, []),
  isToy: true,
  ageMinMonths: 12,
  ageMaxMonths: 96,
  suitableFromMonths: 12,
  warnings: [{ code: "packaging", text: "Warning. Remove all packaging." }],
  safety: { marks: [], contacts: [{ label: "Made by", address: "Ledbury", electronic: null }] },
  shortDescription: "",
  description: [],
  highlights: [],
  specification: [],
  metafields: [],
  boxContents: [],
  size: null,
  foldedSize: null,
  boxes: null,
  care: "",
  assembly: "",
  isAssemblyRequired: false,
  rating: null,
  deliveryClass: "small",
  isFreeShipping: false,
  availability: "available",
  preorderReleaseAt: null,
  preorderMessage: null,
  quantityMinimum: 1,
  quantityMaximum: 6,
  isNew: false,
  isBackInStock: false,
  taxRateBasisPoints: 2000,
  pageTitle: "",
  metaDescription: "",
  categoryPath: "wooden-toys",
};

const formOf = (container: Element) => container.querySelector("form") as HTMLFormElement;

test("adding is one plain form with the product, the variant, the options and the quantity", () => {
  const { container } = renderPage(
    <ProductForm product={STACKER} variant={MUTED} quantity={2} />,
    STACKER.path,
  );

  const form = formOf(container);
  expect([form.method, form.getAttribute("action")]).toEqual(["post", "/cart"]);
  expect(Object.fromEntries(new FormData(form))).toEqual({
    productId: "101",
    variantId: "1",
    redirectTo: STACKER.path,
    "option-1011": "muted",
    quantity: "2",
  });
});

test("the safety panel comes before the add button", () => {
  renderPage(<ProductForm product={STACKER} variant={MUTED} quantity={1} />, STACKER.path);

  const warning = screen.getByText("Remove all packaging.", { exact: false });
  const button = screen.getByRole("button", { name: "Add to basket" });
  expect(warning.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("the quantity cannot exceed what the product and its stock allow", () => {
  renderPage(
    <ProductForm product={STACKER} variant={{ ...MUTED, available: 2 }} quantity={5} />,
    STACKER.path,
  );

  const input = screen.getByLabelText<HTMLInputElement>("Quantity");
  expect([input.min, input.max, input.value]).toEqual(["1", "2", "2"]);
});

test("choosing a colour navigates to its address", async () => {
  const { router } = renderPage(<ProductForm product={STACKER} variant={MUTED} quantity={1} />, STACKER.path);

  fireEvent.click(screen.getByRole("radio", { name: /Forest/ }));

  await waitFor(() => expect(router.state.location.search).toBe("?swatch=forest"));
  expect(router.state.historyAction).toBe("REPLACE");
});

test("a sold-out colour cannot be added, but links to the colours in stock", () => {
  const { container } = renderPage(
    <ProductForm product={STACKER} variant={FOREST} quantity={1} />,
    STACKER.path,
  );

  const form = formOf(container);
  expect(screen.queryByRole("button", { name: "Add to basket" })).toBeNull();
  expect([form.method, form.getAttribute("action")]).toEqual(["get", STACKER.path]);
  expect(screen.getByRole("heading", { name: "forest is sold out" })).toBeDefined();
  expect(screen.getByRole("link", { name: "View muted" }).getAttribute("href")).toBe(
    `${STACKER.path}?swatch=muted`,
  );
});
