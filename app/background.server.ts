import { config } from "#app/config.server.ts";
import { checkpoint } from "#app/db/checkpoint.server.ts";
import { logger } from "#app/http/server/log.server.ts";
import { countAnalyticsDays } from "#app/models/analytics/counted-days.server.ts";
import { writeEvents } from "#app/models/analytics/event-batch.server.ts";
import { sendAnalytics, cleanUpAnalytics } from "#app/models/analytics/event-sending.server.ts";
import { planRecoveryEmails, sendRecoveryEmail } from "#app/models/cart-recovery/email.server.ts";
import { cleanUpRecoverySteps } from "#app/models/cart-recovery/report.server.ts";
import { cleanUpUploads } from "#app/models/catalogue/editing/product-images.server.ts";
import { cleanUpVersions } from "#app/models/catalogue/editing/product-versions.server.ts";
import { followChanges, purgeSharedCache } from "#app/models/catalogue/shared-cache-purge.server.ts";
import { sendContactEmail, cleanUpContactMessages } from "#app/models/content/contact.server.ts";
import { refreshContent } from "#app/models/content/content.server.ts";
import { cleanUpMessages } from "#app/models/content/message-periods.server.ts";
import { sendMessageReply } from "#app/models/content/message-queue.server.ts";
import { sendCustomerEmail } from "#app/models/customer/customer-email.server.ts";
import { cleanUpGiftLists } from "#app/models/gift-list/access.server.ts";
import { runGiftListSchedule } from "#app/models/gift-list/closing.server.ts";
import { sendGiftListEmail } from "#app/models/gift-list/email.server.ts";
import { runGiftClaimSchedule } from "#app/models/gift-list/scheduled.server.ts";
import { refundSpareGift } from "#app/models/gift-list/spare.server.ts";
import { cleanUpCustomers, cleanUpDaily } from "#app/models/privacy/retention.server.ts";
import { cleanUpPageImages } from "#app/models/desk/pages/page-images.server.ts";
import { workOnBatch } from "#app/models/desk/batches/batch-work.server.ts";
import { cleanUpBatches } from "#app/models/desk/batches/batches.server.ts";
import { cleanUpOpenings } from "#app/models/desk/open-notice.server.ts";
import { cleanUpPageVersions } from "#app/models/desk/pages/page-rows.server.ts";
import { cleanUpImports } from "#app/models/desk/files/imports.server.ts";
import { carryOverCouponDrafts } from "#app/models/desk/coupon-drafts.server.ts";
import { carryOverSettingPlans } from "#app/models/desk/setting-reminders.server.ts";
import { applyDueSales } from "#app/models/desk/products/sales.server.ts";
import { sendPlanned } from "#app/models/desk/orders/sending.server.ts";
import { cleanUpJobs } from "#app/models/jobs/cleanup.server.ts";
import { alertOfService, watchServices } from "#app/models/health/service-refusals.server.ts";
import { failureText, type Job, type JobKind } from "#app/models/jobs/job.ts";
import {
  type JobHandler,
  startWorker,
  type TryOutcome,
  type Worker,
} from "#app/models/jobs/worker.server.ts";
import { cleanUpMarketing } from "#app/models/marketing/cleanup.server.ts";
import { MARKETING_HANDLERS } from "#app/models/marketing/sync-worker.server.ts";
import { sendSubscriptionEmail } from "#app/models/newsletter/email.server.ts";
import { cleanUpSubscriptions } from "#app/models/newsletter/subscription.server.ts";
import { fillEmailKeys } from "#app/models/order/email-keys.server.ts";
import {
  sendOutOfStockRefundEmail,
  sendOrderConfirmationEmail,
  sendOrderStatusEmail,
} from "#app/models/order/email.server.ts";
import { reconcilePayments, releaseStaleOrders } from "#app/models/order/expire-pending-orders.server.ts";
import { sendNewOrders } from "#app/models/order/emails/new-orders.server.ts";
import { alertOfBrokenInvariant } from "#app/models/order/invariants/alert.server.ts";
import { alertOwner } from "#app/models/order/payment/alert.server.ts";
import { confirmTestPayment, deliverTestWebhook } from "#app/models/order/payment/test-payment.server.ts";
import { receiveUndelivered } from "#app/models/order/payment/undelivered.server.ts";
import { followReleases } from "#app/models/order/preorder.server.ts";
import { makeRefund } from "#app/models/order/refund.server.ts";
import { sendReviewEmail } from "#app/models/review/email.server.ts";
import { cleanUpReviews } from "#app/models/review/moderation.server.ts";
import { followCatalogueImport } from "#app/models/search/after-import.server.ts";
import {
  planSearchIndex,
  planSearchRefresh,
  refreshSearch,
  updateSearchIndex,
} from "#app/models/search/index-sync.server.ts";
import { cleanUpChallenges } from "#app/models/passkey/challenge.server.ts";
import { sendStaffEmail } from "#app/models/staff/email.server.ts";
import { cleanUpDeskLog } from "#app/models/staff/log.server.ts";
import { encryptStoredKeys } from "#app/models/staff/stored-key.server.ts";
import { cleanUpDeskAccess } from "#app/models/staff/session.server.ts";
import { sendAlertEmail } from "#app/models/stock-alert/email.server.ts";
import { takeAlertBatch } from "#app/models/stock-alert/batch.server.ts";
import { cleanUpAlerts } from "#app/models/stock-alert/stock-alert.server.ts";
import { serviceKeys } from "#app/services/health/health-settings.server.ts";

import { startWarming } from "./background/image-warming.server.ts";
import { type Periodic, type Scheduler, startScheduler } from "./background/scheduler.server.ts";

const COMPLAINT_PAUSE_MS = 60_000;

const SITE = { origin: config.origin, deskOrigin: config.deskOrigin ?? config.origin };

const JOB_HANDLERS = {
  "order-confirmation": sendOrderConfirmationEmail(config.origin),
  "order-refunded": sendOutOfStockRefundEmail(config.origin),
  "payment-webhook": deliverTestWebhook,
  "payment-confirmation": confirmTestPayment,
  "order-refund": makeRefund,
  "order-email": sendOrderStatusEmail(config.origin),
  "payment-alert": alertOwner(config.origin),
  "invariant-alert": alertOfBrokenInvariant(config.origin),
  "service-alert": alertOfService(config.origin),
  "new-order-email": sendNewOrders(SITE),
  "spare-gift-refund": refundSpareGift,
  "desk-send": sendPlanned,
  "order-batch": workOnBatch,
  "account-email": sendCustomerEmail(config.origin),
  "staff-email": sendStaffEmail(SITE),
  "review-email": sendReviewEmail(config.origin),
  "stock-alert-batch": takeAlertBatch,
  "stock-alert-email": sendAlertEmail(config.origin),
  "gift-list-email": sendGiftListEmail(config.origin),
  "contact-email": sendContactEmail(config.origin),
  "message-reply": sendMessageReply(config.origin),
  "newsletter-email": sendSubscriptionEmail(config.origin),
  "abandoned-cart": sendRecoveryEmail(config.origin),
  "search-index": updateSearchIndex,
  "search-refresh": refreshSearch,
  "analytics-send": sendAnalytics,
  "shared-cache-purge": purgeSharedCache,
  "catalogue-imported": followCatalogueImport,
  ...MARKETING_HANDLERS,
} as const satisfies Record<JobKind, JobHandler>;

/** A marketing service that gets the carts sends its own reminders. */
const RECOVERY_EMAILS: Periodic =
  config.cartRecoveryDelayHours === 0 || config.marketing.provider !== "embedded"
    ? {}
    : {
        "cart recovery": planRecoveryEmails({
          origin: config.origin,
          afterHours: config.cartRecoveryDelayHours,
        }),
      };

export const PERIODIC_WORK: Periodic = {
  ...RECOVERY_EMAILS,
  "expired orders": releaseStaleOrders,
  "order email keys": fillEmailKeys,
  "pre-order releases": followReleases,
  "product sales": applyDueSales,
  "planned settings of before": carryOverSettingPlans,
  "coupon drafts of before": carryOverCouponDrafts,
  "payment reconciliation": reconcilePayments,
  "undelivered payment messages": receiveUndelivered,
  "session cleanup": cleanUpCustomers,
  "stock alert cleanup": cleanUpAlerts,
  "gift list cleanup": cleanUpGiftLists,
  "gift claims": runGiftClaimSchedule,
  "gift lists": runGiftListSchedule,
  "newsletter cleanup": cleanUpSubscriptions,
  "review cleanup": cleanUpReviews,
  "message cleanup": cleanUpContactMessages,
  "message queue cleanup": cleanUpMessages,
  "job cleanup": cleanUpJobs,
  "database checkpoint": checkpoint,
  "hosted search index": planSearchIndex,
  "embedded search index": planSearchRefresh,
  "cart recovery cleanup": cleanUpRecoverySteps,
  "analytics cleanup": cleanUpAnalytics,
  "analytics days": countAnalyticsDays,
  "marketing cleanup": cleanUpMarketing,
  "retention periods": cleanUpDaily,
  "authenticator keys": encryptStoredKeys,
  "desk access cleanup": cleanUpDeskAccess,
  "passkey challenge cleanup": cleanUpChallenges,
  "desk log cleanup": cleanUpDeskLog,
  "uploaded image cleanup": cleanUpUploads,
  "page image cleanup": cleanUpPageImages,
  "product version cleanup": cleanUpVersions,
  "file import cleanup": cleanUpImports,
  "open page cleanup": cleanUpOpenings,
  "order batch cleanup": cleanUpBatches,
  "page version cleanup": cleanUpPageVersions,
};

const EVERYWHERE: Periodic = { "content refresh": renewContent };

let worker: Worker | null = null;
let warming: AbortController | null = null;
let following: AbortController | null = null;
let rounds: Scheduler | null = null;

export async function startBackground(): Promise<void> {
  worker ??= startWorker(JOB_HANDLERS, { onError: newComplaint() });
  rounds ??= startScheduler({ everywhere: EVERYWHERE, once: PERIODIC_WORK });
  warming ??= startWarming();
  if (!following) {
    following = new AbortController();
    void followChanges(following.signal);
  }
  // Never rejects.
  void refreshContent();
  await watchServices(serviceKeys());
  // What a copy or an update has marked.
  await planSearchRefresh();
}

/** Work under way is finished; what is cut short is taken over after its lease. */
export async function stopBackground(): Promise<void> {
  warming?.abort();
  warming = null;
  following?.abort();
  following = null;
  const [ending, lastRun] = [worker?.stop(), rounds?.stop()];
  worker = null;
  rounds = null;
  await ending;
  await lastRun;
  await writeEvents();
}

/** Not awaited: a slow content server must not hold up the work on orders. */
async function renewContent(): Promise<void> {
  void refreshContent();
}

function newComplaint() {
  let quietUntil = 0;
  return (error: unknown, job: Job | null, outcome: TryOutcome) => {
    const failure = failureText(error);
    if (job) {
      const line = { job: job.key, kind: job.kind, tries: job.tries, outcome, failure };
      if (outcome === "dead") logger.error(line, "job given up");
      else logger.warn(line, "job will be tried again");
      return;
    }
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + COMPLAINT_PAUSE_MS;
    logger.error({ failure }, "the outbox cannot be read");
  };
}
