import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { giftDevice, readGiftDeviceHash } from "#app/http/session/gift-device-cookie.server.ts";
import {
  changeClaimWords,
  confirmClaim,
  findOwnClaim,
  markBoughtElsewhere,
  prolongClaim,
  releaseClaim,
  updateClaim,
} from "#app/models/gift-list/claim-changes.server.ts";
import { claimMessageSchema } from "#app/models/gift-list/claim-form.ts";
import type { GiftClaim } from "#app/models/gift-list/claim.ts";
import { queueGiftListEmail } from "#app/models/gift-list/email-queue.server.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import { findGiftList } from "#app/models/gift-list/lists.server.ts";
import { type GiftClaimId, isGiftClaimId } from "#app/models/shared/ids.ts";
import { refused } from "#app/models/shared/result.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";
import { invalid, refusedForm } from "#app/routes/auth/auth.server.ts";
import { noted } from "#app/routes/auth/email-link.server.ts";

/**
 * The claim `requested`, or the one of the link that was opened last; null if it is not the visitor's. `isByLink`: this
 * browser holds the secret of the claim's link.
 */
export async function findVisibleClaim(request: Request, requested: string | null) {
  const [token, deviceHash] = await Promise.all([readLinkToken(request), readGiftDeviceHash(request)]);
  const id = isGiftClaimId(requested) ? requested : null;
  const claim = await findOwnClaim(id, { token, deviceHash });
  if (!claim || (id !== null && claim.id !== id)) return null;
  const byLink = token === null ? null : await findOwnClaim(null, { token, deviceHash: null });
  return { claim, isByLink: byLink?.id === claim.id };
}

const claim = z.string().refine(isGiftClaimId);
const formSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.enum(["confirm", "prolong", "release", "bought-elsewhere", "send-again"]),
    claim,
  }),
  claimMessageSchema.extend({ intent: z.literal("change-words"), claim }),
]);

type OwnGiftForm = z.output<typeof formSchema>;

const NOTES = {
  confirm: "Thank you. Your gift is confirmed.",
  prolong: "Your reservation holds for longer now.",
  release: "You have let the gift go. It is back on the list.",
  "bought-elsewhere": "Thank you for telling us. It is off the list.",
  "send-again": "We have sent the email again.",
  "change-words": "Your words have been saved.",
} as const satisfies Record<OwnGiftForm["intent"], string>;

export async function answerOwnGift(request: Request, now: Date) {
  const form = await readForm(request, formSchema);
  if (!form.ok) return invalid(form);
  const { intent } = form.value;
  const found = await findVisibleClaim(request, form.value.claim);
  const values = wordsIn(form.value);
  if (!found || (intent === "confirm" && !found.isByLink))
    return refusedForm(refused("claim-not-found"), { values });
  const done = await change(request, { form: form.value, id: found.claim.id }, now);
  if (!done.ok) return refusedForm(done, { values });
  const device = await giftDevice(request);
  if (found.isByLink) await updateClaim(found.claim.id, { device_hash: device.deviceHash });
  const to =
    intent === "release"
      ? await listPath(found.claim, now)
      : giftListPaths.ownGift({ claim: found.claim.id });
  const answer = await noted(request, { to, say: NOTES[intent] });
  answer.headers.append("Set-Cookie", device.cookie);
  throw answer;
}

function wordsIn(form: OwnGiftForm): Readonly<Record<string, string>> {
  if (form.intent !== "change-words") return {};
  return { giver_name: form.giver_name, message: form.message ?? "" };
}

async function listPath({ listId }: GiftClaim, now: Date): Promise<string> {
  const list = await findGiftList(listId, now);
  return list?.code ? giftListPaths.giftList(formatListCode(list.code)) : paths.giftLists();
}

type Requested = Readonly<{ form: OwnGiftForm; id: GiftClaimId }>;

async function change(request: Request, { form, id }: Requested, now: Date) {
  switch (form.intent) {
    case "confirm":
      return confirmClaim(id, now);
    case "prolong":
      return prolongClaim(id, now);
    case "release":
      return releaseClaim(id, now);
    case "bought-elsewhere":
      return markBoughtElsewhere(id, now);
    case "change-words":
      return changeClaimWords(id, { giverName: form.giver_name, message: form.message }, now);
    case "send-again":
      return sendAgain(request, id);
  }
}

async function sendAgain(request: Request, id: GiftClaimId) {
  const allowed = await limit("gift-list-link", clientAddress(request));
  if (allowed.ok) await queueGiftListEmail({ about: "claim-confirm", id });
  return allowed;
}
