/** Without scripts a page after a refusal holds in its fields what the next press needs. */
import { expect, test } from "vitest";

import { ListCheckoutPage } from "#app/components/checkout/list-checkout-page.tsx";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { money } from "#app/models/shared/money.ts";
import AddGift from "#app/routes/gift-lists/add-gift.tsx";
import { CHECKOUT_VIEW, LIST_CHECKOUT_PAGE } from "#tests/support/checks/checkout-pages.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";

const VALUES = { giver_name: "Margaret", email: "margaret@example.org", billing_address1: "3 Orchard Way" };
const VIEW = { ...CHECKOUT_VIEW, values: VALUES };
const PAGE = { ...LIST_CHECKOUT_PAGE, view: VIEW };

/** The fields of the form that the button `label` sends. */
function sentBy(label: RegExp, { page, fieldsOf }: Awaited<ReturnType<typeof staticPage>>) {
  const button = [...page.querySelectorAll("button")].find(({ textContent }) => label.test(textContent));
  if (!button?.form) throw new Error(`There is no ${String(label)}`);
  return fieldsOf(button.form);
}

test("the form that puts a gift on a list sends the basket's line to an address that keeps it", async () => {
  const line = newId("line");
  const data = {
    gift: { name: "Noah’s Ark", image: null, path: "/p/ark" },
    hidden: { variant: "5031", line },
    values: { list: "new" },
    lists: [{ value: "new", label: "A new list" }],
    meta: [],
  };
  const shown = await staticPage(<AddGift />, data);

  expect(sentBy(/Put on the list/, shown)).toMatchObject({ variant: "5031", line });
  const action = shown.page.querySelector("form")?.getAttribute("action") ?? "";
  expect(action).toBe(`/gift-lists/add?variant=5031&line=${line}`);
});

test.each([/Take it out/, /Give it all the same/])(
  "%s sends what was typed at the list checkout",
  async (button) => {
    const shown = await staticPage(<ListCheckoutPage {...PAGE} conflict={{ name: "Ark", isGone: true }} />);

    expect(sentBy(button, shown)).toEqual({ ...VALUES, gift_name: "Ark" });
  },
);

test("the discount code is in the form of the list checkout, after the button that Enter presses", async () => {
  const errors = { coupon: "We do not know that discount code" };
  const view = { ...VIEW, values: { ...VALUES, coupon: "NONE-SUCH" } };
  const shown = await staticPage(<ListCheckoutPage {...PAGE} view={view} errors={errors} />);

  expect(sentBy(/Apply/, shown)).toMatchObject({ ...VALUES, coupon: "NONE-SUCH" });
  const first = shown.page.querySelector<HTMLInputElement>("[name=coupon]")?.form?.querySelector("button");
  expect(first?.value).toBe("update");
  expect(shown.page.querySelector("#coupon-error")?.textContent).toContain(errors.coupon);
});

test("an applied code has a button that removes it", async () => {
  const coupon = { code: "GIFT-AAAA", works: true, text: "Credit for a gift." };
  const view = { ...VIEW, totals: { ...VIEW.totals, discount: money(500, "GBP"), coupon: coupon.code } };
  const shown = await staticPage(<ListCheckoutPage {...PAGE} view={view} coupon={coupon} />);

  expect(sentBy(/Remove/, shown)).toMatchObject(VALUES);
  expect(shown.page.textContent).toContain("Discount code GIFT-AAAA");
});
