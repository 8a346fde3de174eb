// @vitest-environment jsdom
import { type DeclaredTexts, TEXT_NAMES } from "#app/models/catalogue/editing/declared-fields.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { type BuyableProduct, ProductForm } from "#app/components/product/product-form.tsx";
import { ageGuidance } from "#app/models/catalogue/age.ts";
import { priceOf, type Variant } from "#app/models/catalogue/product.ts";
import { money } from "#app/models/shared/money.ts";
import { renderPage, useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

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

const NO_TEXTS = Object.fromEntries(TEXT_NAMES.map((name) => [name, ""])) as DeclaredTexts;

const STACKER: BuyableProduct = {
  ...NO_TEXTS,
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
  preorder: null,
  quantityMinimum: 1,
  quantityMaximum: 6,
  isNew: false,
  isBackInStock: false,
  taxRateBasisPoints: 2000,
  categoryPath: "wooden-toys",
};

/** The form of a variant of the product, of which `quantity` are to be bought. */
function draw(variant: Variant, quantity = 1) {
  const { container, router } = renderPage(
    <ProductForm product={STACKER} variant={variant} quantity={quantity} />,
    STACKER.path,
  );
  return { form: container.querySelector("form") as HTMLFormElement, router };
}

test("an option says what it does to the price, unless it is sold out", () => {
  const dearer = { ...variantOf(3, "mattress", 2), price: priceOf(money(14_300, "GBP"), null) };
  const [colour] = STACKER.options;
  const values = [...(colour?.values ?? []), { key: "mattress", label: "With mattress", hex: null }];
  const product = {
    ...STACKER,
    options: colour ? [{ ...colour, values }] : [],
    variants: [MUTED, { ...FOREST, price: dearer.price }, dearer],
  };
  const named = (variant: Variant) => {
    const { container, unmount } = renderPage(
      <ProductForm product={product} variant={variant} quantity={1} />,
      product.path,
    );
    const names = [...container.querySelectorAll("label:has([type=radio])")].map(
      (label) => label.textContent,
    );
    unmount();
    return names;
  };

  expect(named(MUTED)).toEqual(["Muted", "ForestSold out", "With mattress£89 more"]);
  expect(named(dearer)).toEqual(["Muted£89 less", "ForestSold out", "With mattress"]);
});

test("adding is one plain form with the product, the variant, the options and the quantity", () => {
  const { form } = draw(MUTED, 2);

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
  draw(MUTED);

  const warning = screen.getByText("Remove all packaging.", { exact: false });
  const button = screen.getByRole("button", { name: "Add to basket" });
  expect(warning.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("the button of a pre-order says what is paid today", () => {
  const preorder = { text: "You pay £829 today.", button: "Pre-order, £829 today" };
  const variant = { ...MUTED, stock: "preorder" } as const;
  renderPage(<ProductForm product={{ ...STACKER, preorder }} variant={variant} quantity={1} />, STACKER.path);

  expect(screen.getByRole("button", { name: preorder.button })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Add to basket" })).toBeNull();
});

test("the quantity cannot exceed what the product and its stock allow", () => {
  draw({ ...MUTED, available: 2 }, 5);

  const input = screen.getByLabelText<HTMLInputElement>("Quantity");
  expect([input.min, input.max, input.value]).toEqual(["1", "2", "2"]);
});

test("choosing a colour navigates to its address", async () => {
  const { router } = draw(MUTED);

  fireEvent.click(screen.getByRole("radio", { name: /Forest/ }));

  await waitFor(() => expect(router.state.location.search).toBe("?swatch=forest"));
  expect(router.state.historyAction).toBe("REPLACE");
});

test("a sold-out colour cannot be added, but links to the colours in stock", () => {
  const { form } = draw(FOREST);

  expect(screen.queryByRole("button", { name: "Add to basket" })).toBeNull();
  expect([form.method, form.getAttribute("action")]).toEqual(["get", STACKER.path]);
  expect(screen.getByRole("heading", { name: "forest is sold out" })).toBeDefined();
  expect(screen.getByRole("link", { name: "View muted" }).getAttribute("href")).toBe(
    `${STACKER.path}?swatch=muted`,
  );
});
