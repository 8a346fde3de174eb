// @vitest-environment jsdom
/** Without scripts a page after a refusal holds in its fields what the next press needs. */
import { cleanup, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";

import { ListCheckoutPage } from "#app/components/checkout/list-checkout-page.tsx";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { money } from "#app/models/shared/money.ts";
import AddGift from "#app/routes/gift-lists/add-gift.tsx";
import { CHECKOUT_VIEW, LIST_CHECKOUT_PAGE } from "#tests/support/checks/checkout-pages.ts";
import { renderPage } from "#tests/support/checks/render-page.tsx";

beforeEach(() => {
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
  window.scrollTo = () => {};
});
afterEach(cleanup);

const VALUES = { giver_name: "Margaret", email: "margaret@example.org", billing_address1: "3 Orchard Way" };
const VIEW = { ...CHECKOUT_VIEW, values: VALUES };
const PAGE = { ...LIST_CHECKOUT_PAGE, view: VIEW };

/** The fields of the form that the button `label` sends. */
function sentBy(label: RegExp): Record<string, string> {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => label.test(textContent));
  const form = button?.form;
  if (!form) throw new Error(`There is no ${String(label)}`);
  const fields = [...new FormData(form)];
  return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === "string" ? value : ""]));
}

test("the form that puts a gift on a list sends the basket's line to an address that keeps it", () => {
  const line = newId("line");
  const data = {
    gift: { name: "Noah’s Ark", image: null, path: "/p/ark" },
    hidden: { variant: "5031", line },
    values: { list: "new" },
    lists: [{ value: "new", label: "A new list" }],
    meta: [],
  };
  const routes = [{ path: "*", element: <AddGift />, loader: () => data }];
  render(
    <RouterProvider router={createMemoryRouter(routes, { hydrationData: { loaderData: { "0": data } } })} />,
  );

  expect(sentBy(/Put on the list/)).toMatchObject({ variant: "5031", line });
  const action = document.querySelector("form")?.getAttribute("action") ?? "";
  expect(action).toBe(`/gift-lists/add?variant=5031&line=${line}`);
});

test.each([/Take it out/, /Give it all the same/])(
  "%s sends what was typed at the list checkout",
  (button) => {
    renderPage(<ListCheckoutPage {...PAGE} conflict={{ name: "Ark", isGone: true }} />);

    expect(sentBy(button)).toEqual({ ...VALUES, gift_name: "Ark" });
  },
);

test("the discount code is in the form of the list checkout, after the button that Enter presses", () => {
  const errors = { coupon: "We do not know that discount code" };
  const view = { ...VIEW, values: { ...VALUES, coupon: "NONE-SUCH" } };
  renderPage(<ListCheckoutPage {...PAGE} view={view} errors={errors} />);

  expect(sentBy(/Apply/)).toMatchObject({ ...VALUES, coupon: "NONE-SUCH" });
  const first = document.querySelector<HTMLInputElement>("[name=coupon]")?.form?.querySelector("button");
  expect(first?.value).toBe("update");
  expect(document.getElementById("coupon-error")?.textContent).toContain(errors.coupon);
});

test("an applied code has a button that removes it", () => {
  const coupon = { code: "GIFT-AAAA", works: true, text: "Credit for a gift." };
  const view = { ...VIEW, totals: { ...VIEW.totals, discount: money(500, "GBP"), coupon: coupon.code } };
  renderPage(<ListCheckoutPage {...PAGE} view={view} coupon={coupon} />);

  expect(sentBy(/Remove/)).toMatchObject(VALUES);
  expect(document.body.textContent).toContain("Discount code GIFT-AAAA");
});
