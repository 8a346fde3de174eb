import { expect, test } from "vitest";

import { listAddress } from "#app/components/listing/list-address.ts";
import { Toolbar } from "#app/components/listing/toolbar.tsx";
import { SORTS } from "#app/models/listing/listing.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";

test("the sort order is a form with a button, a label and the current order selected", async () => {
  const shown = await staticPage(
    <Toolbar count="36 products" sorts={SORTS} sort="price-asc" action="/c/wooden-toys" />,
  );

  const select = shown.getByLabelText<HTMLSelectElement>("Sort by");
  expect(select.value).toBe("price-asc");
  expect(select.form?.getAttribute("action")).toBe("/c/wooden-toys");
  expect(select.form?.method).toBe("get");
  expect(shown.getByRole("button", { name: "Sort" }).getAttribute("type")).toBe("submit");
});

test("the product count is a status message", async () => {
  const shown = await staticPage(
    <Toolbar count="1 product" sorts={[]} sort="featured" action="/c/wooden-toys" />,
  );

  expect(shown.getByRole("status").textContent).toBe("1 product");
  expect(shown.queryByLabelText("Sort by")).toBeNull();
});

test("the first page has no number in its address, and the others include the sort order", () => {
  const addresses = [1, 2].map((page) => listAddress("/c/wooden-toys", [["sort", "name"]], page));

  expect(addresses).toEqual(["/c/wooden-toys?sort=name", "/c/wooden-toys?sort=name&page=2"]);
});
