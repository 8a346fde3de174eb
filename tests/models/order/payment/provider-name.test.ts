import { expect, test } from "vitest";

import { PAYMENT_ENVIRONMENT } from "#app/config/payment-config.server.ts";
import { providerName } from "#app/models/order/payment/provider-name.ts";

test("every payment provider of the settings has a name for people, and none is called embedded", () => {
  const names = PAYMENT_ENVIRONMENT.PAYMENT_PROVIDER.unwrap().options.map((one) => [one, providerName(one)]);

  expect(names).toEqual([
    ["embedded", "test payments"],
    ["stripe", "Stripe"],
  ]);
});
