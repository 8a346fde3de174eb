/** What checkout pages show, of a basket without lines. */
import type { ListCheckoutPageProps } from "#app/components/checkout/list-checkout-page.tsx";
import { cartTotals } from "#app/models/cart/totals.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";

export const CHECKOUT_VIEW: CheckoutView = {
  attemptId: newId("attempt"),
  cartVersion: 1,
  values: {},
  lines: [],
  totals: cartTotals({ lines: [], delivery: null, currency: "GBP" }),
  problems: null,
  couponProblem: null,
  confirmedDelivery: "",
  options: [],
  chosenMethod: null,
  need: null,
  chargeText: null,
  gifts: { fee: null, papers: [], wrapped: [], cards: [] },
  days: null,
  parts: [],
  collection: null,
  zoneNote: null,
  ages: [],
  preorder: null,
  madeForYou: [],
};

export const LIST_CHECKOUT_PAGE: ListCheckoutPageProps = {
  list: { id: "list", name: "The baby", family: "Hannah", isSentToFamily: true, addressName: "Hannah" },
  view: CHECKOUT_VIEW,
  coupon: null,
  errors: {},
  problem: null,
  conflict: null,
  unpaid: null,
  warnings: [],
  honeypotName: "website",
  isTestPayment: true,
};
