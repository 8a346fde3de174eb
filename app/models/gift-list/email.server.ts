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
import { dropWords, type GiftListEmailAbout } from "./email-queue.server.ts";
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
  const found = await recipientOf(job, { about, origin, now });
  // Of a credit whose code is gone there is nothing to say.
  if (!found || (found.template === "gift-list-credit" && !found.credit)) return;
  const { to, listId, ...words } = found;
  if (COUNTED.includes(about)) await waitForTurn(job, listId, now);
  const store = await findStore();
  await email().send({
    // A try with a new link is another message.
    key: isToFamily(about) ? `${job.kind}-${job.id}-${job.tries}` : `${job.kind}-${job.id}`,
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

function recipientOf(job: Job, { about, origin, now }: At<GiftListEmailAbout>): Promise<Recipient | null> {
  if (about === "return" || about === "credit") return toReturning(job, { about, origin, now });
  if (about === "co-owner") return toInvited(job, { about, origin, now });
  if (isAboutMove(about)) return toMoving(job, { about, origin, now });
  if (isToFamily(about)) return toFamily(job, { about, origin, now });
  return isAboutAlert(about) ? toWaiting(job, { about, origin, now }) : toGiver(job, { about, origin, now });
}

type At<About> = Readonly<{ about: About; origin: string; now: Date }>;

async function toFamily(job: Job, { about, origin, now }: At<FamilyAbout>): Promise<Recipient | null> {
  const list = await findGiftList(job.payload["id"] as GiftListId, now);
  const reader = list && (await readerOf(job, list));
  if (!list || !reader || (about === "confirm" && list.state !== "draft")) return null;
  return {
    ...NOTHING_MORE,
    ...reader,
    template: TO_FAMILY[about],
    words: withoutWebAddresses(String(job.payload["words"] ?? "")),
    until: longDay(list.closesOn, "en-GB"),
    ...nameOf(list),
    href: await familyHref({ id: list.id, email: reader.to }, { about, origin, now }),
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

async function toInvited(job: Job, { origin, now }: At<"co-owner">): Promise<Recipient | null> {
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

const ABOUT_MOVES = {
  move: "gift-list-move",
  "move-notice": "gift-list-move-notice",
  moved: "gift-list-moved",
} as const;

type MoveAbout = keyof typeof ABOUT_MOVES;

function isAboutMove(about: GiftListEmailAbout): about is MoveAbout {
  return Object.hasOwn(ABOUT_MOVES, about);
}

async function toMoving(job: Job, { about, origin, now }: At<MoveAbout>): Promise<Recipient | null> {
  const move = await findListMove(String(job.payload["id"]), now);
  const list = move && (await findGiftList(move.listId, now));
  if (!move || !list || move.isConfirmed !== (about === "moved")) return null;
  const isToNew = about === "move";
  return {
    ...NOTHING_MORE,
    ...nameOf(list),
    template: ABOUT_MOVES[about],
    to: isToNew ? move.email : move.formerEmail,
    href: `${origin}/gift-lists/move?token=${isToNew ? moveToken(move.id) : moveUndoToken(move.id)}`,
  };
}

/** Emails that nobody has asked for are read days later, when a link that works for half an hour is of no use. */
async function familyHref(
  list: Pick<GiftList, "id" | "email">,
  { about, origin, now }: At<FamilyAbout>,
): Promise<string> {
  if (about !== "confirm" && about !== "open") return `${origin}/gift-lists`;
  return `${origin}/gift-lists/link?token=${await newListToken(list, about, now)}`;
}

const NOTHING_MORE = {
  ...{ giftName: "", until: "", isBought: false, words: "", returned: null, credit: null, leaveHref: null },
  ...{ owner: "", isToCoOwner: false, spare: null },
} as const;

type ReturnAbout = "return" | "credit";

async function toReturning(job: Job, { about, origin, now }: At<ReturnAbout>): Promise<Recipient | null> {
  const found = await findGiftReturn(String(job.payload["id"]));
  const list = found && (await findGiftList(found.listId as GiftListId, now));
  const reader = list && (await readerOf(job, list));
  if (!found || !list || !reader) return null;
  const credit = await creditOf(found.couponCode);
  return {
    ...NOTHING_MORE,
    ...reader,
    ...nameOf(list),
    template: about === "return" ? "gift-list-return" : "gift-list-credit",
    giftName: withoutWebAddresses(found.giftName),
    href: about === "return" ? `${origin}/gift-lists` : origin,
    ...credit,
    returned: { number: found.number, isForCredit: found.remedy === "credit", wayBack: found.wayBack },
  };
}

async function creditOf(code: string | null): Promise<Pick<Recipient, "credit" | "until">> {
  const credit = code === null ? null : await findCredit(code);
  if (code === null || !credit?.endsAt) return { credit: null, until: "" };
  const { timeZone } = await findStore();
  const until = longDay(localTime(new Date(credit.endsAt), timeZone).day, "en-GB");
  return { credit: { code, worth: credit.name }, until };
}

const TO_FAMILY = {
  confirm: "gift-list-confirm",
  open: "gift-list-open",
  revealed: "gift-list-revealed",
  closing: "gift-list-closing",
  closed: "gift-list-closed",
  news: "gift-list-news",
} as const satisfies Partial<Record<GiftListEmailAbout, GiftListEmailTemplate>>;

type FamilyAbout = keyof typeof TO_FAMILY;

function isToFamily(about: GiftListEmailAbout): about is FamilyAbout {
  return Object.hasOwn(TO_FAMILY, about);
}

const ABOUT_ALERTS = { "alert-confirm": "gift-alert-confirm", "alert-free": "gift-alert-free" } as const;

type AlertAbout = keyof typeof ABOUT_ALERTS;

function isAboutAlert(about: GiftListEmailAbout): about is AlertAbout {
  return Object.hasOwn(ABOUT_ALERTS, about);
}

async function toWaiting(job: Job, { about, origin, now }: At<AlertAbout>): Promise<Recipient | null> {
  const alert = await findGiftAlert(String(job.payload["id"]));
  const list = alert && (await findGiftList(alert.listId, now));
  if (!alert || list?.state !== "open" || !list.code) return null;
  const own = `${origin}/list/alert?token=${alertToken(alert.id)}`;
  const shared = {
    ...NOTHING_MORE,
    template: ABOUT_ALERTS[about],
    to: alert.email,
    ...nameOf(list),
    giftName: await giftNameOf(alert.giftId, alert.confirmedAt !== null),
  };
  if (about === "alert-confirm") return alert.confirmedAt === null ? { ...shared, href: own } : null;
  if (alert.nextAt === null) return null;
  return {
    ...shared,
    href: `${origin}/list/${formatListCode(list.code)}/give/${alert.giftId}`,
    until: momentUntil(alert.nextAt, shared.template, await findStore()),
    leaveHref: own,
  };
}

type ClaimAbout = Exclude<
  GiftListEmailAbout,
  FamilyAbout | AlertAbout | ReturnAbout | MoveAbout | "co-owner"
>;

async function toGiver(job: Job, { about, origin, now }: At<ClaimAbout>): Promise<Recipient | null> {
  const row = await findClaimRow(String(job.payload["id"]));
  const list = row && (await findGiftList(row.list_id as GiftListId, now));
  const template = row && templateFor(about, row, now);
  if (!row || !list || !template) return null;
  const own = `${origin}/list/gift?token=${claimToken(readClaim(row).id)}`;
  return {
    ...NOTHING_MORE,
    ...nameOf(list),
    template,
    to: row.email,
    giftName: await giftNameOf(row.gift_id, row.confirmed_at !== null),
    until: await untilOf(row, template),
    ...(await ofUnsentGift(row, { about, list, origin })),
    href: hrefOf(row, { template, list, own, origin, now }),
    isBought: row.way !== "reservation",
    words: withoutWebAddresses(String(job.payload["words"] ?? "")),
    leaveHref: row.way === "order" || NOTHING_TO_LEAVE.includes(template) ? null : own,
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
  { about, ...at }: Pick<Way, "list" | "origin"> & Readonly<{ about: ClaimAbout }>,
): Promise<Partial<Pick<Recipient, "spare" | "credit" | "until">>> {
  if (about === "claim-credit") return creditOf(row.credit_code);
  return about === "claim-spare" ? { spare: await spareOf(row, at) } : {};
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

type Chosen = (row: ClaimRow, isLive: boolean) => GiftListEmailTemplate | null;

const TO_GIVER: Readonly<Record<ClaimAbout, Chosen>> = {
  "claim-confirm": ({ confirmed_at: confirmedAt }, isLive) => {
    if (!isLive) return null;
    return confirmedAt === null ? "gift-claim-confirm" : "gift-claim-made";
  },
  "claim-ending": (_, isLive) => (isLive ? "gift-claim-ending" : null),
  "claim-ended": () => "gift-claim-ended",
  "claim-removed": () => "gift-claim-removed",
  "claim-in-stock": (_, isLive) => (isLive ? "gift-claim-in-stock" : null),
  "claim-missing": ({ state }) => (state === "ended" ? "gift-claim-missing" : null),
  "claim-spare": () => "gift-claim-spare",
  "claim-credit": () => "gift-list-credit",
  "claim-unsent": () => null,
  thanks: () => "gift-thanks",
};

function templateFor(about: ClaimAbout, row: ClaimRow, now: Date): GiftListEmailTemplate | null {
  return row.email === "" ? null : TO_GIVER[about](row, isClaimLive(readClaim(row), now));
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
