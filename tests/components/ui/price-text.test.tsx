// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { PriceText } from "#app/components/ui/price-text.tsx";
import { priceOf } from "#app/models/catalogue/product.ts";
import { money } from "#app/models/shared/money.ts";

afterEach(cleanup);

test("a reduced price announces the former and the current price", () => {
  const price = priceOf(money(3400, "GBP"), money(2720, "GBP"));

  const { container } = render(<PriceText locale="en-GB" price={price} showPercentOff />);

  container.querySelector("[aria-hidden]")?.remove();
  expect(container.textContent).toBe("Was £34.00, now £27.2020% off");
});

test("a full price shows one amount", () => {
  const { container } = render(<PriceText locale="en-GB" price={priceOf(money(3800, "GBP"), null)} />);

  expect(container.textContent).toBe("£38.00");
});

test('a price that depends on the variant begins with "From"', () => {
  const { container } = render(
    <PriceText locale="en-GB" price={priceOf(money(3800, "GBP"), null)} isFromPrice />,
  );

  expect(container.textContent).toBe("From £38.00");
});
