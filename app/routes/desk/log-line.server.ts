import type { LogLine } from "#app/components/desk/log-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { findResourceOf } from "#app/models/desk/resources.server.ts";
import { SHOP_ERRORS, shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { commandLogged } from "#app/models/resource/resource.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { refused } from "#app/models/shared/result.ts";
import { truncated } from "#app/models/shared/text.ts";
import type { DeskLogRow } from "#app/models/staff/log.server.ts";
import { FAILED, type LoggedAction } from "#app/models/staff/log-views.server.ts";
import { findStaff } from "#app/models/staff/staff.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";

const WORDS = {
  "staff-invited": "Invited",
  "invitation-accepted": "Accepted the invitation",
  "role-changed": "Changed the role of",
  "refund-limit-changed": "Changed the refund limit of",
  "staff-ended": "Ended the account of",
  "staff-logged-out": "Logged out everywhere:",
  "logged-in": "Logged in",
  "log-in-failed": "Failed to log in as",
  "logged-out": "Logged out",
  "session-ended": "Ended a session",
  "second-factor-added": "Set up an authenticator app",
  "app-added": "Added an authenticator app",
  "app-replaced": "Replaced their authenticator app",
  "app-removed": "Removed their authenticator app",
  "recovery-codes-made": "Made new recovery codes",
  "code-confirmed": "Typed a code again",
  "code-refused": "Typed a wrong code",
  "order-packed": "Packed",
  "order-unpacked": "Marked as not packed",
  "work-started": "Started the work on",
  "work-taken-back": "Took back the work on",
  "order-batch-started": "Started",
  "order-batch-stopped": "Stopped",
  "order-send-planned": "Sent, with two minutes to undo,",
  "order-send-withdrawn": "Took back the sending of",
  "passkey-added": "Added the passkey",
  "passkey-renamed": "Renamed a passkey",
  "passkey-removed": "Removed the passkey",
  "password-changed": "Changed their password",
  "order-sent": "Sent",
  "order-send-refused": "Could not send",
  "order-delivered": "Marked as delivered",
  "order-delivery-taken-back": "Took back the delivery of",
  "payment-queried": "Asked the payment provider again about",
  "order-refunded": "Refunded",
  "refund-paid-back": "Noted that a refund was paid for",
  "order-cancelled": "Cancelled",
  "return-opened": "Opened",
  "return-arrived": "Noted the parcel of",
  "return-arrival-taken-back": "Took back the arrival of",
  "return-accepted": "Accepted",
  "refund-limit-refused": "Could not give back the money of",
  "note-written": "Wrote a note on",
  "order-address-changed": "Changed the delivery address of",
  "order-email-repeated": "Sent an email once more to the customer of",
  "stock-received": "Booked in",
  "stock-counted": "Counted",
  "stock-undone": "Took back the booking of",
  "review-published": "Published",
  "review-rejected": "Rejected",
  "review-replied": "Replied to",
  "review-photo-removed": "Removed a photograph of",
  "message-replied": "Replied, with two minutes to undo, to",
  "message-answered": "Marked as answered",
  "message-closed": "Closed without a reply",
  "message-reopened": "Put back to be answered",
  "message-reply-withdrawn": "Took back the reply to",
  "coupon-created": "Created the discount code",
  "coupon-drafted": "Saved a draft of the discount code",
  "coupon-discarded": "Discarded the draft of the discount code",
  "coupon-disabled": "Switched off the discount code",
  "coupon-enabled": "Switched on the discount code",
  "product-made": "Made the new product",
  "product-drafted": "Saved a draft of",
  "product-published": "Published changes of",
  "product-discarded": "Discarded the draft of",
  "product-put-back": "Put back an earlier version of",
  "variants-added": "Added variants of",
  "option-values-renamed": "Renamed values of an option of",
  "variants-shown": "Showed variants of",
  "variants-hidden": "Hid variants of",
  "variants-removed": "Removed variants of",
  "variant-images-chosen": "Chose images of variants of",
  "bulk-change-taken-back": "Undid",
  "product-sale-started": "Began the sale of",
  "product-sale-ended": "Ended the sale of",
  "page-made": "Began the page",
  "page-drafted": "Saved a draft of",
  "page-published": "Published changes of",
  "page-discarded": "Discarded the draft of",
  "page-put-back": "Put back an earlier version of",
  "page-image-added": "Uploaded an image for",
  "page-moved": "Moved",
  "page-hidden": "Hid",
  "page-shown": "Showed again",
  "page-file-taken": "Took the file’s text as a draft of",
  "page-file-passed": "Left the shop’s own text of",
  "setting-group-changed": "Changed settings:",
  "settings-changed": "Changed settings:",
  "settings-planned": "Planned settings:",
  "settings-plan-withdrawn": "Withdrew planned settings:",
  "customer-password-link": "Sent a link for a new password to",
  "customer-logged-out": "Logged out everywhere",
  "customer-unsubscribed": "Unsubscribed from the newsletter",
  "customer-exported": "Downloaded the data of",
  "customer-removed": "Deleted the account of",
  "job-retried": "Tried again",
  "jobs-retried": "Tried failed jobs and emails again",
  "gift-freed": "Freed a gift on",
  "gift-list-move-requested": "Sent a link to another address for",
  "file-exported": "Downloaded with names",
  "file-imported": "Applied",
  "file-import-undone": "Undid",
} as const satisfies Record<LoggedAction, string>;

/** Rows about oneself name nobody. */
const ABOUT_ONESELF: ReadonlyArray<string> = [
  ...["invitation-accepted", "logged-in", "logged-out", "session-ended", "second-factor-added"],
  ...["recovery-codes-made", "code-confirmed", "code-refused"],
  ...["app-added", "app-replaced", "app-removed"],
  ...["passkey-added", "passkey-renamed", "passkey-removed"],
  "password-changed",
];

export async function logLine(row: DeskLogRow, store: Store): Promise<LogLine> {
  const fields = findResourceOf(row.subjectKind)?.fields ?? {};
  const changes = Object.entries(row.changes).filter(([, [before, after]]) => before !== after);
  return {
    id: row.id,
    when: dateTimeText(row.at, store),
    who: row.staffName || (row.action === "log-in-failed" ? "Somebody" : "The shop’s own commands"),
    what: resourceStep(row) ?? WORDS[row.action as LoggedAction],
    subject: ABOUT_ONESELF.includes(row.action) ? null : await subjectOf(row),
    amount: row.amount ? formatMoney(row.amount, store.locale) : null,
    changes: changes.map(([field, texts]) => {
      const [before, after] = shownChange(texts);
      return { field: fields[field]?.label.toLowerCase() ?? field, before, after };
    }),
    reason: reasonOf(row),
    from: row.device,
    isFailure: FAILED.includes(row.action as LoggedAction),
  };
}

/** Of a field before and after; the log holds it whole, for undo. */
const SHOWN_CHARACTERS = 300;
const BEFORE_CHARACTERS = 40;

/** Of long texts from shortly before where they differ. */
function shownChange([before, after]: readonly [string, string]): readonly [string, string] {
  if (Math.max(before.length, after.length) <= SHOWN_CHARACTERS) return [before, after];
  const texts = Array.from(before);
  const differs = Array.from(after).findIndex((character, at) => character !== texts[at]);
  const start = Math.max(0, (differs === -1 ? texts.length : differs) - BEFORE_CHARACTERS);
  const shown = (text: string) =>
    (start > 0 ? "…" : "") + truncated(Array.from(text).slice(start).join(""), SHOWN_CHARACTERS);
  return [shown(before), shown(after)];
}

/** Of what the owner handles by a declaration; null for any other step, and for what was logged before it was one. */
function resourceStep({ subjectKind, action }: DeskLogRow): string | null {
  const one = findResourceOf(subjectKind);
  if (!one || Object.hasOwn(WORDS, action)) return null;
  const name = `the ${one.one}`;
  if (action === `${one.kind}-added`) return `Added ${name}`;
  if (action === `${one.kind}-put-back`) return `Put back ${name}`;
  return commandLogged(one, action)?.log ?? `Changed ${name}`;
}

/** Of a parcel that could not be sent the row has what was to be sent, and the code of the refusal in brackets. */
export function reasonOf({ action, reason }: Pick<DeskLogRow, "action" | "reason">): string {
  const [, parcel, code = ""] = /^(.*) \(([\w-]+)\)$/s.exec(reason) ?? [];
  if (action !== "order-send-refused" || !isShopErrorCode(code)) return reason;
  // The row does not have what the message of this code names.
  const words =
    code === "shipment-quantity" ? "Fewer items are left to send" : shopError(refused(code)).message;
  return `${parcel}: ${words}`;
}

function isShopErrorCode(code: string): code is ShopErrorCode {
  return Object.hasOwn(SHOP_ERRORS, code);
}

const FIND_MAX = 200;

type Subject = NonNullable<LogLine["subject"]>;

const SUBJECTS: Readonly<Record<string, (id: string) => Subject>> = {
  order: (id) => ({ text: `order ${id}`, href: deskPaths.order(id) }),
  return: (id) => ({ text: `return ${id}`, href: deskPaths.returned(id) }),
  variant: (id) => ({ text: id, href: deskPaths.variantStock(id) }),
  // From before these were listed with the files.
  "bulk-change": () => ({ text: "a change of several products", href: deskPaths.files() }),
  "order-batch": (id) => ({ text: "a step on many orders", href: deskPaths.orderBatch(id) }),
  product: (id) => ({ text: `product ${id}`, href: deskPaths.product(id) }),
  review: (id) => ({ text: `review ${id}`, href: deskPaths.reviews({ id }) }),
  message: (id) => ({ text: `message ${id}`, href: deskPaths.message(id) }),
  "setting-group": (id) => ({ text: id, href: deskPaths.settings(id) }),
  settings: (id) => ({ text: id, href: deskPaths.settings(id) }),
  page: (id) => ({ text: `page ${id}`, href: deskPaths.pageOf(id) }),
  // No name: the log stays readable when the customer is gone.
  customer: (id) => ({ text: `customer ${id}`, href: deskPaths.customer(id) }),
  job: (id) => ({ text: `job ${id}`, href: deskPaths.health() }),
  "gift-list": (id) => ({ text: `gift list ${id}`, href: deskPaths.giftList(id) }),
  export: (id) => ({ text: id, href: deskPaths.exportOf(id) }),
  import: (id) => ({ text: `import ${id}`, href: deskPaths.fileImport(id) }),
};

async function subjectOf({ subjectKind, subjectId }: DeskLogRow): Promise<LogLine["subject"]> {
  const one = findResourceOf(subjectKind);
  // The list, because it may be gone, and whoever reads the log may not change it.
  const found = one?.called === one?.key ? { q: subjectId.slice(0, FIND_MAX) } : {};
  if (one) return { text: subjectId, href: deskPaths.resource(one.name, found) };
  if (subjectKind !== "staff") return SUBJECTS[subjectKind]?.(subjectId) ?? null;
  const staff = await findStaff(subjectId);
  return staff && { text: staff.name, href: deskPaths.staffMember(staff.id) };
}
