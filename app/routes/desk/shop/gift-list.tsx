import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { HelpFamilyPage } from "#app/components/desk/shop/gift-lists-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findListAtDesk, freeClaimAtDesk, moveListAtDesk } from "#app/models/desk/gift-list-steps.server.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { claimMark, claimedUnits } from "#app/models/gift-list/claim.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import { eventText } from "#app/models/gift-list/gift-list.ts";
import type { HelpedList } from "#app/models/gift-list/help.server.ts";
import { type GiftListId, isGiftClaimId, isGiftListId } from "#app/models/shared/ids.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { refused } from "#app/models/shared/result.ts";
import { can } from "#app/models/staff/role.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";
import {
  confirmedBy,
  deskConflict,
  deskInvalid,
  deskRefused,
  readDeskForm,
} from "#app/routes/desk/desk.server.ts";

import { claimText, stateTag } from "./gift-list.server.ts";

type Params = Readonly<{ listId?: string | undefined }>;

/** Throws the desk's 404 for a list that is not there. */
async function listOf({ listId }: Params, { staff, actor }: DeskVisit): Promise<HelpedList> {
  const found = isGiftListId(listId) ? await findListAtDesk(listId, staff.role, actor.now) : null;
  if (!found) throw deskRefusal(refused("gift-list-not-found"));
  return found;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, "see-gift-lists");
  const { staff, session, actor } = visit;
  const [found, store] = await Promise.all([listOf(params, visit), findStore()]);
  const { list, requestedEmail } = found;
  return json({
    ...{ id: list.id, name: list.name, email: list.email, requestedEmail, event: eventText(list) },
    family: `${list.firstName} ${list.lastName}`,
    tag: stateTag(list.state),
    code: list.code === null ? null : formatListCode(list.code),
    closes: longDay(list.closesOn, store.locale),
    keepsSurprise: list.revealOn !== null,
    gifts: giftRows(found, actor.now),
    claims: claimRows(found, store),
    mayMove: can(staff.role, "move-gift-lists") && list.state !== "draft",
    isConfirmed: isRecentlyConfirmed(session, actor.now),
    done: new URL(request.url).searchParams.get("done"),
  });
}

function giftRows({ gifts, claims }: HelpedList, now: Date) {
  return gifts.map(({ id, name, variantLabel, quantity }) => {
    const units = claimedUnits(
      claims.filter(({ giftId }) => giftId === id),
      now,
    );
    return { id, name, variantLabel, quantity, claimed: units };
  });
}

function claimRows({ claims }: HelpedList, store: Store) {
  return claims.map((claim) => ({
    ...{ id: claim.id, gift: claim.giftName, units: claim.units, order: claim.orderNumber },
    ...{ giver: claim.giverName, email: claim.email, how: claimText(claim, store) },
    mark: claimMark(claim),
    isPaidFor: claim.way === "order",
  }));
}

const listSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("free"), claim: z.string().max(64), shown: z.string().max(120) }),
  z.object({
    intent: z.literal("move"),
    email: emailSchema,
    present: z.string().max(320),
    requested: z.string().max(320).default(""),
    code: z.string().max(40).default(""),
  }),
]);

type ListForm = z.infer<typeof listSchema>;

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "see-gift-lists");
  const { list } = await listOf(params, visit);
  const form = await readDeskForm(request, listSchema);
  if (!form.ok) return deskInvalid(form);
  return form.value.intent === "free" ? free(form.value, list.id, visit) : move(form.value, list.id, visit);
}

async function free(
  { claim, shown }: Extract<ListForm, { intent: "free" }>,
  listId: GiftListId,
  { actor }: DeskVisit,
) {
  if (!isGiftClaimId(claim)) throw deskRefusal(refused("unknown-action"));
  const done = await freeClaimAtDesk({ listId, claimId: claim, shown }, actor);
  if (!done.ok) return deskConflict(done, { kind: "gift-list", id: listId });
  throw seeOther(deskPaths.giftList(listId, { done: "freed" }));
}

async function move(
  { email, present, requested, code }: Extract<ListForm, { intent: "move" }>,
  listId: GiftListId,
  visit: DeskVisit,
) {
  if (!can(visit.staff.role, "move-gift-lists")) throw deskRefusal(refused("desk-not-allowed"));
  const values = { email };
  const confirmed = await confirmedBy(visit, code);
  if (!confirmed.ok) return deskRefused(confirmed, { values, field: "code" });
  const shown = { email: present, requestedEmail: requested || null };
  const done = await moveListAtDesk({ listId, email, shown }, visit.actor);
  if (done.ok) throw seeOther(deskPaths.giftList(listId, { done: "moved" }));
  if (done.code === "gift-list-changed")
    return deskConflict(done, { kind: "gift-list", id: listId }, { values });
  if (done.code === "email-unchanged")
    return deskInvalid({ errors: { email: "The list has this address already" }, values });
  return deskRefused(done, { values });
}

export const meta = deskTitle("Gift list");

export default deskPage<typeof loader, typeof action>(HelpFamilyPage);
