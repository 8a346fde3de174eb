import { NOTICE_SEEN } from "#app/models/checkout/notice-seen.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { action, loader } from "#app/routes/checkout/checkout.tsx";

import type { Browser } from "./browser.ts";

/** The hidden fields of the checkout as its page has them. */
export function hiddenFields(view: CheckoutView) {
  return {
    attempt: view.attemptId,
    cartVersion: String(view.cartVersion),
    agreedTotal: String(view.totals.total.minor),
    confirmedDelivery: view.confirmedDelivery,
    [NOTICE_SEEN]: view.legalGuarantee?.languages ?? "",
  };
}

export async function checkoutView(browser: Browser): Promise<CheckoutView> {
  return ((await (await browser.get(loader, "/checkout")).json()) as { view: CheckoutView }).view;
}

/** Presses Pay now on the page as it is now. */
export async function payWith(browser: Browser, typed: Readonly<Record<string, string>>): Promise<Response> {
  const hidden = hiddenFields(await checkoutView(browser));
  return browser.post(action, "/checkout", { ...hidden, ...typed, intent: "pay" });
}
