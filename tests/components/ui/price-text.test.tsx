import { expect, test } from "vitest";

import { PriceText } from "#app/components/ui/price-text.tsx";
import { priceOf } from "#app/models/catalogue/product.ts";
import { money } from "#app/models/shared/money.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";

const FULL = priceOf(money(3800, "GBP"), null);
const REDUCED = priceOf(money(3400, "GBP"), money(2720, "GBP"));

test.each([
  [
    "a reduced price announces the former and the current price",
    { price: REDUCED, showPercentOff: true },
    "Was £34.00, now £27.2020% off",
  ],
  ["a full price shows one amount", { price: FULL }, "£38.00"],
  [
    'a price that depends on the variant begins with "From"',
    { price: FULL, isFromPrice: true },
    "From £38.00",
  ],
])("%s", async (_, props, text) => {
  const { page } = await staticPage(<PriceText locale="en-GB" {...props} />);

  page.querySelector("[aria-hidden]")?.remove();
  expect(page.textContent).toBe(text);
});
