import { db } from "#app/db/db.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { type Job, Postponed } from "#app/models/jobs/job.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { orderLinkKey } from "#app/models/order/link.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { isOrderId, type GiftListId } from "#app/models/shared/ids.ts";
import { clockText, dayText, localTime, longDay } from "#app/models/shared/local-date.ts";
import { withoutWebAddresses } from "#app/models/shared/web-address.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";
import { email } from "#app/services/email/email.server.ts";

import { newListToken } from "./access.server.ts";
import { alertToken, findGiftAlert } from "./alert.server.ts";
import { type ClaimRow, claimToken, findClaimRow, readClaim } from "./claim-changes.server.ts";
import { findCoOwner, invitationToken } from "./co-owners.server.ts";
import { findCredit } from "./credit.server.ts";
import { findGiftReturn } from "./swap.server.ts";
import { isClaimLive } from "./claim.ts";
import { formatListCode } from "./code.ts";
import { takeListEmail } from "./email-limit.server.ts";
import { dropWords } from "./email-queue.server.ts";
import {
  giftListEmail,
  type GiftListEmail,
  type GiftListEmailTemplate,
  type SpareGiftEmail,
} from "./email.ts";
import type { GiftList } from "./gift-list.ts";
import { findGiftList } from "./lists.server.ts";
import { findListMove, moveToken, moveUndoToken } from "./move.server.ts";
import { spareMoneyOf } from "./spare.server.ts";

type Recipient = Omit<GiftListEmail, "store" | "origin"> & Readonly<{ listId: GiftListId; to: string }>;

export function sendGiftListEmail(origin: string): JobHandler {
  return async (job) => {
    // Its email was sent: only the end of the job was lost.
    if (job.payload["words"] === null) return;
    await sendJob(job, origin);
    await dropWords(job);
  };
}

async function sendJob(job: Job, origin: string): Promise<void> {
  const now = new Date();
  const about = job.payload["about"] as GiftListEmailAbout;
  const found = await RECIPIENTS[about]({ job, origin, now });
  // Of a credit whose code is gone there is nothing to say.
  if (!found || (found.template === "gift-list-credit" && !found.credit)) return;
  const { to, listId, ...words } = found;
  if (COUNTED.includes(about)) await waitForTurn(job, listId, now);
  const store = await findStore();
  await email().send({
    // A try with a new link is another message.
    key: about in TO_FAMILY ? `${job.kind}-${job.id}-${job.tries}` : `${job.kind}-${job.id}`,
    from: { name: store.name, address: store.contact.email },
    to,
    ...giftListEmail({ ...words, store, origin }),
  });
}

/** Sent because a gift or a claim has ended, or will. */
const COUNTED: ReadonlyArray<GiftListEmailAbout> = [
  "claim-ending",
  "claim-ended",
  "claim-removed",
  "claim-missing",
];

async function waitForTurn(job: Job, listId: GiftListId, now: Date): Promise<void> {
  // A later try is of an email that was counted: being put off is no try.
  if (job.tries > 1) return;
  const taken = await takeListEmail(listId, now);
  if (!taken.ok) throw new Postponed(Number(taken.detail["retryAfterSeconds"]) * 1_000, taken.code);
}

type At = Readonly<{ job: Job; origin: string; now: Date }>;
type FindRecipient = (at: At) => Promise<Recipient | null>;

const TO_FAMILY = {
  confirm: toFamily("gift-list-confirm", "confirm"),
  open: toFamily("gift-list-open", "open"),
  revealed: toFamily("gift-list-revealed"),
  closing: toFamily("gift-list-closing"),
  closed: toFamily("gift-list-closed"),
  news: toFamily("gift-list-news"),
};

const RECIPIENTS = {
  ...TO_FAMILY,
  "co-owner": toInvited,
  move: toMoving("gift-list-move"),
  "move-notice": toMoving("gift-list-move-notice"),
  moved: toMoving("gift-list-moved"),
  return: toReturning("gift-list-return"),
  credit: toReturning("gift-list-credit"),
  "alert-confirm": toWaiting("gift-alert-confirm"),
  "alert-free": toWaiting("gift-alert-free"),
  "claim-confirm": toGiver(({ confirmed_at: confirmedAt }, isLive) => {
    if (!isLive) return null;
    return confirmedAt === null ? "gift-claim-confirm" : "gift-claim-made";
  }),
  "claim-ending": toGiver((_, isLive) => (isLive ? "gift-claim-ending" : null)),
  "claim-ended": toGiver(() => "gift-claim-ended"),
  "claim-removed": toGiver(() => "gift-claim-removed"),
  "claim-in-stock": toGiver((_, isLive) => (isLive ? "gift-claim-in-stock" : null)),
  "claim-missing": toGiver(({ state }) => (state === "ended" ? "gift-claim-missing" : null)),
  "claim-spare": toGiver(() => "gift-claim-spare"),
  /** Both queued by the version before; the email about the refund says what the second one would. */
  "claim-credit": toGiver(() => "gift-list-credit"),
  "claim-unsent": toGiver(() => null),
  thanks: toGiver(() => "gift-thanks"),
} satisfies Readonly<Record<string, FindRecipient>>;

/**
 * The job's `id` is the list's for "confirm", "open" (all lists of its address), "revealed", "closing", "closed" and
 * "news"; the invitation's for "co-owner"; the move's for "move", "move-notice" and "moved"; the alert's for
 * "alert-confirm" and "alert-free"; the return's number for "return" and "credit"; else the claim's.
 */
export type GiftListEmailAbout = keyof typeof RECIPIENTS;

/** Emails that nobody has asked for are read days later, when a link that works for half an hour is of no use. */
function toFamily(template: GiftListEmailTemplate, link?: "confirm" | "open"): FindRecipient {
  return async ({ job, origin, now }) => {
    const list = await findGiftList(job.payload["id"] as GiftListId, now);
    const reader = list && (await readerOf(job, list));
    if (!list || !reader || (link === "confirm" && list.state !== "draft")) return null;
    const token = link && (await newListToken({ id: list.id, email: reader.to }, link, now));
    return {
      ...NOTHING_MORE,
      ...reader,
      template,
      words: withoutWebAddresses(String(job.payload["words"] ?? "")),
      until: longDay(list.closesOn, "en-GB"),
      ...nameOf(list),
      href: token ? `${origin}/gift-lists/link?token=${token}` : `${origin}/gift-lists`,
    };
  };
}

function nameOf({ id, name, family }: GiftList) {
  return { listId: id, listName: name, family };
}

async function readerOf(job: Job, list: GiftList): Promise<Pick<Recipient, "to" | "isToCoOwner"> | null> {
  const id = job.payload["coOwner"];
  if (typeof id !== "string") return { to: list.email, isToCoOwner: false };
  const coOwner = await findCoOwner(id);
  return coOwner?.listId === list.id && !coOwner.isInvited
    ? { to: coOwner.email, isToCoOwner: job.payload["about"] !== "open" }
    : null;
}

async function toInvited({ job, origin, now }: At): Promise<Recipient | null> {
  const invited = await findCoOwner(String(job.payload["id"]));
  const list = invited && (await findGiftList(invited.listId, now));
  if (!invited?.isInvited || list?.state !== "open") return null;
  return {
    ...NOTHING_MORE,
    ...nameOf(list),
    template: "gift-list-co-owner",
    to: invited.email,
    listName: withoutWebAddresses(list.name),
    owner: withoutWebAddresses(list.firstName),
    href: `${origin}/gift-lists/co-owner?token=${invitationToken(invited.id)}`,
  };
}

function toMoving(template: "gift-list-move" | "gift-list-move-notice" | "gift-list-moved"): FindRecipient {
  return async ({ job, origin, now }) => {
    const move = await findListMove(String(job.payload["id"]), now);
    const list = move && (await findGiftList(move.listId, now));
    if (!move || !list || move.isConfirmed !== (template === "gift-list-moved")) return null;
    const isToNew = template === "gift-list-move";
    return {
      ...NOTHING_MORE,
      ...nameOf(list),
      template,
      to: isToNew ? move.email : move.formerEmail,
      href: `${origin}/gift-lists/move?token=${isToNew ? moveToken(move.id) : moveUndoToken(move.id)}`,
    };
  };
}

const NOTHING_MORE = {
  ...{ giftName: "", until: "", isBought: false, words: "", returned: null, credit: null, leaveHref: null },
  ...{ owner: "", isToCoOwner: false, spare: null },
} as const;

function toReturning(template: "gift-list-return" | "gift-list-credit"): FindRecipient {
  return async ({ job, origin, now }) => {
    const found = await findGiftReturn(String(job.payload["id"]));
    const list = found && (await findGiftList(found.listId as GiftListId, now));
    const reader = list && (await readerOf(job, list));
    if (!found || !list || !reader) return null;
    const credit = await creditOf(found.couponCode);
    return {
      ...NOTHING_MORE,
      ...reader,
      ...nameOf(list),
      template,
      giftName: withoutWebAddresses(found.giftName),
      href: template === "gift-list-return" ? `${origin}/gift-lists` : origin,
      ...credit,
      returned: { number: found.number, isForCredit: found.remedy === "credit", wayBack: found.wayBack },
    };
  };
}

async function creditOf(code: string | null): Promise<Pick<Recipient, "credit" | "until">> {
  const credit = code === null ? null : await findCredit(code);
  if (code === null || !credit?.endsAt) return { credit: null, until: "" };
  const { timeZone } = await findStore();
  const until = longDay(localTime(new Date(credit.endsAt), timeZone).day, "en-GB");
  return { credit: { code, worth: credit.name }, until };
}

function toWaiting(template: "gift-alert-confirm" | "gift-alert-free"): FindRecipient {
  return async ({ job, origin, now }) => {
    const alert = await findGiftAlert(String(job.payload["id"]));
    const list = alert && (await findGiftList(alert.listId, now));
    if (!alert || list?.state !== "open" || !list.code) return null;
    const own = `${origin}/list/alert?token=${alertToken(alert.id)}`;
    const shared = {
      ...NOTHING_MORE,
      template,
      to: alert.email,
      ...nameOf(list),
      giftName: await giftNameOf(alert.giftId, alert.confirmedAt !== null),
    };
    if (template === "gift-alert-confirm")
      return alert.confirmedAt === null ? { ...shared, href: own } : null;
    if (alert.nextAt === null) return null;
    return {
      ...shared,
      href: `${origin}/list/${formatListCode(list.code)}/give/${alert.giftId}`,
      until: momentUntil(alert.nextAt, template, await findStore()),
      leaveHref: own,
    };
  };
}

type TemplateOf = (row: ClaimRow, isLive: boolean) => GiftListEmailTemplate | null;

/** An address that was deleted gets nothing. */
function toGiver(templateOf: TemplateOf): FindRecipient {
  return async ({ job, origin, now }) => {
    const row = await findClaimRow(String(job.payload["id"]));
    const list = row && (await findGiftList(row.list_id as GiftListId, now));
    const template = row?.email ? templateOf(row, isClaimLive(readClaim(row), now)) : null;
    if (!row || !list || !template) return null;
    const own = `${origin}/list/gift?token=${claimToken(readClaim(row).id)}`;
    return {
      ...NOTHING_MORE,
      ...nameOf(list),
      template,
      to: row.email,
      giftName: await giftNameOf(row.gift_id, row.confirmed_at !== null),
      until: await untilOf(row, template),
      ...(await ofUnsentGift(row, { template, list, origin })),
      href: hrefOf(row, { template, list, own, origin, now }),
      isBought: row.way !== "reservation",
      words: withoutWebAddresses(String(job.payload["words"] ?? "")),
      leaveHref: row.way === "order" || NOTHING_TO_LEAVE.includes(template) ? null : own,
    };
  };
}

const IS_OVER: ReadonlyArray<GiftListEmailTemplate> = [
  "gift-claim-ended",
  "gift-claim-removed",
  "gift-claim-missing",
  "gift-list-credit",
];

const NOTHING_TO_LEAVE: ReadonlyArray<GiftListEmailTemplate> = [...IS_OVER, "gift-thanks"];

async function ofUnsentGift(
  row: ClaimRow,
  { template, ...at }: Pick<Way, "template" | "list" | "origin">,
): Promise<Partial<Pick<Recipient, "spare" | "credit" | "until">>> {
  if (template === "gift-list-credit") return creditOf(row.credit_code);
  return template === "gift-claim-spare" ? { spare: await spareOf(row, at) } : {};
}

async function spareOf(
  { order_id: orderId, order_line_id: lineId }: ClaimRow,
  { list, origin }: Pick<Way, "list" | "origin">,
): Promise<SpareGiftEmail> {
  const order = isOrderId(orderId) ? await findOrder(orderId) : null;
  return {
    money: order ? await spareMoneyOf(order, lineId ?? "") : "",
    listHref: list.state === "open" ? listHref(list, origin) : null,
  };
}

async function untilOf({ held_until: until }: ClaimRow, template: GiftListEmailTemplate): Promise<string> {
  return until === null ? "" : momentUntil(until, template, await findStore());
}

type Way = Readonly<{
  template: GiftListEmailTemplate;
  list: GiftList;
  own: string;
  origin: string;
  now: Date;
}>;

const OF_ORDER: ReadonlyArray<GiftListEmailTemplate> = ["gift-claim-spare", "gift-claim-removed"];

function hrefOf({ way, order_id: orderId }: ClaimRow, { template, list, own, origin, now }: Way): string {
  if (way === "order" && OF_ORDER.includes(template) && isOrderId(orderId))
    return `${origin}/orders/${orderId}?k=${orderLinkKey(orderId, now)}`;
  return (IS_OVER.includes(template) && listHref(list, origin)) || own;
}

function listHref({ code }: GiftList, origin: string): string | null {
  return code ? `${origin}/list/${formatListCode(code)}` : null;
}

const BY_THE_HOUR: ReadonlyArray<GiftListEmailTemplate> = ["gift-claim-confirm", "gift-alert-free"];

function momentUntil(at: string, template: GiftListEmailTemplate, { timeZone }: Store): string {
  const { day, time } = localTime(new Date(at), timeZone);
  const text = dayText(day, new Date(at));
  return BY_THE_HOUR.includes(template) ? `${clockText(time)} on ${text}` : text;
}

/** Whose address is only typed reads no words that somebody else has typed (requirement gift-list-7). */
async function giftNameOf(giftId: string, isProven: boolean): Promise<string> {
  const gift = await db()
    .selectFrom("gift_list_gifts")
    .select(["name", "variant_label", "personalisation"])
    .where("id", "=", giftId)
    .executeTakeFirstOrThrow();
  if (!isProven && gift.personalisation !== "") return gift.name;
  return withoutWebAddresses(fullName(gift.name, gift.variant_label));
}
