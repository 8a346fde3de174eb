/** The one place where nouns that must not import each other are joined. */
import { countPurchase, countRefund, cutFromOrder } from "#app/models/analytics/purchase-events.server.ts";
import { lookAgain } from "#app/models/cart-recovery/email.server.ts";
import { countOrdered } from "#app/models/cart-recovery/report.server.ts";
import { cartChanged, cartDeleted } from "#app/models/cart/events.server.ts";
import { noteRestock } from "#app/models/cart/saved-for-later.server.ts";
import { stockArrived, variantsShown } from "#app/models/catalogue/inventory/events.server.ts";
import {
  customerEmailChanged,
  customerLoggedIn,
  customerVerified,
  passwordReset,
  passwordResetStarted,
} from "#app/models/customer/events.server.ts";
import { endBatchesOf } from "#app/models/desk/batches/batch-end.server.ts";
import { creditFamily } from "#app/models/gift-list/credit.server.ts";
import {
  extendHeldGifts,
  freeUnpaidGifts,
  lowerGivenUnits,
  takePaidGifts,
} from "#app/models/gift-list/order-listening.server.ts";
import { lookAtSpareGifts, refundSpareGifts } from "#app/models/gift-list/spare.server.ts";
import { noteCart, noteCartsOf, noteEndOfCart, noteOrder } from "#app/models/marketing/sync-outbox.server.ts";
import {
  unconfirmOptIn,
  moveNewsletter,
  confirmPendingOptIn,
} from "#app/models/newsletter/customer-newsletter.server.ts";
import { remindersChosen } from "#app/models/newsletter/events.server.ts";
import {
  orderHoldExtended,
  orderCompleted,
  orderPaid,
  orderPseudonymised,
  orderReduced,
  orderRefunded,
  returnCredited,
  orderStatusChanged,
} from "#app/models/order/events.server.ts";
import { attachOrders, saveAddressesOfOrders } from "#app/models/order/customer-order.server.ts";
import { productsChanged } from "#app/models/platform/events.server.ts";
import { staffEnded } from "#app/models/staff/events.server.ts";
import { queueBatch, queueBatches } from "#app/models/stock-alert/batch.server.ts";
import { indexChange } from "#app/services/search/embedded/indexing.server.ts";

/** Registers every listener. Call it once before the first change: the server, the commands and tests do. */
export function registerListeners(): void {
  cartChanged.subscribe("marketing", ({ cartId, now }) => noteCart(cartId, now));
  cartDeleted.subscribe("marketing", ({ cartId, now }) => noteEndOfCart(cartId, now));

  customerLoggedIn.subscribe("order", ({ customerId, now }) => attachOrders(customerId, now));
  customerVerified.subscribe("marketing", ({ customerId, now }) => noteCartsOf(customerId, now));
  customerVerified.subscribe("order", async ({ customerId, now }) => {
    await attachOrders(customerId, now);
    await saveAddressesOfOrders(customerId, now);
  });
  customerVerified.subscribe("newsletter", ({ customerId, now }) => confirmPendingOptIn(customerId, now));
  passwordResetStarted.subscribe("newsletter", ({ customerId, now }) => unconfirmOptIn(customerId, now));
  passwordReset.subscribe("marketing", ({ customerId, now }) => noteCartsOf(customerId, now));
  passwordReset.subscribe("order", ({ customerId, now }) => attachOrders(customerId, now));
  customerEmailChanged.subscribe("newsletter", async ({ before, email, now }) => {
    if (before) await moveNewsletter(before, email, now);
  });
  customerEmailChanged.subscribe("marketing", ({ customerId, now }) => noteCartsOf(customerId, now));

  remindersChosen.subscribe("cart-recovery", ({ email }) => lookAgain(email));

  stockArrived.subscribe("cart", ({ variantId }) => noteRestock(variantId, new Date()));
  stockArrived.subscribe("stock-alert", ({ variantId, alertsFrom }) => queueBatch(variantId, alertsFrom));
  variantsShown.subscribe("stock-alert", ({ productId }) => queueBatches(productId));

  orderPaid.subscribe("cart-recovery", ({ order, now }) => countOrdered(order, now));
  orderPaid.subscribe("gift-list", ({ order, now }) => takePaidGifts(order, now));
  orderPaid.subscribe("analytics", ({ order, now }) => countPurchase(order, now));
  orderCompleted.subscribe("gift-list", ({ order, now }) => refundSpareGifts(order, now));
  orderStatusChanged.subscribe("gift-list", async ({ orderId, status }) => {
    await freeUnpaidGifts(orderId, status);
    await lookAtSpareGifts(orderId, status);
  });
  orderStatusChanged.subscribe("marketing", ({ orderId, status }) => noteOrder(orderId, status));
  orderReduced.subscribe("gift-list", lowerGivenUnits);
  orderHoldExtended.subscribe("gift-list", extendHeldGifts);
  returnCredited.subscribe("gift-list", creditFamily);
  orderRefunded.subscribe("analytics", ({ orderId, amount, now }) => countRefund(orderId, amount, now));
  orderPseudonymised.subscribe("analytics", ({ orderId }) => cutFromOrder(orderId));

  productsChanged.subscribe("search", indexChange);

  staffEnded.subscribe("desk", ({ staffId, now }) => endBatchesOf(staffId, now));
}
