import { json } from "@remix-run/node";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { retryAfterHeader, seeOther } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { giftDevice } from "#app/http/session/gift-device-cookie.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { type ClaimForm, claimFormSchema } from "#app/models/gift-list/claim-form.ts";
import { claimGift } from "#app/models/gift-list/claims.server.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import type { ListedGift } from "#app/models/gift-list/gifts.server.ts";
import { putGiftInCart } from "#app/models/gift-list/giver-cart.server.ts";
import { unitsLeftFor, viewAsGiver } from "#app/models/gift-list/giver-view.server.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";

type Race = Readonly<{ name: string; left: number; othersText: string }>;

function answered(answer: AuthAnswer, init: ResponseInit, race: Race | null = null) {
  return json({ answer, errors: answer.errors, problem: answer.problem, race }, init);
}

type Given = Readonly<{ list: GiftList; gift: ListedGift }>;

const giveSchema = claimFormSchema.passthrough();

/** Throws a redirect to what comes next, or answers with the form again. */
export async function answerGive(request: Request, given: Given, now: Date) {
  const form = await readForm(request, giveSchema, { honeypot: true });
  if (!form.ok) {
    const { form: problem = null, ...errors } = form.errors;
    return answered({ errors, problem, values: form.values }, { status: 422 });
  }
  const device = await giftDevice(request);
  const choice = form.value;
  const isExtra = form.value["intent"] === "give-all-the-same";
  const done =
    choice.way === "order"
      ? await buy(
          given,
          { choice, isExtra, deviceHash: device.deviceHash, colour: form.value["variant"] },
          now,
        )
      : await claim(request, given, { choice, deviceHash: device.deviceHash, now });
  if (done.ok) throw seeOther(done.value, { "Set-Cookie": device.cookie });
  return refusedGive(
    given,
    { choice, colour: form.value["variant"], deviceHash: device.deviceHash, now },
    done,
  );
}

type Choice = Readonly<{ choice: ClaimForm; deviceHash: string }>;

/** A basket is never a claim, but what is taken already is not put into one. */
async function buy(
  { list, gift }: Given,
  { choice, isExtra, deviceHash, colour }: Choice & Readonly<{ isExtra: boolean; colour: unknown }>,
  now: Date,
) {
  const left = await unitsLeftFor(gift, deviceHash, now);
  const { units, giver_name: giverName, email, message } = choice;
  if (!isExtra && units > left) {
    const detail = { name: gift.name, left };
    return left === 0 ? refused("gift-taken", detail) : refused("gift-units", detail);
  }
  const put = await putGiftInCart(
    {
      list,
      giftId: gift.id,
      variantId: variantToGive(gift, colour),
      words: gift.words,
      units,
      giver: { giverName, email, message },
      deviceHash,
      isExtra,
    },
    now,
  );
  return put.ok ? ({ ok: true, value: paths.giftListCheckout(list.id) } as const) : put;
}

/** The colour that the giver has chosen, if any will do; else the family's, or another while that one is sold out. */
function variantToGive({ variantId, colours }: ListedGift, typed: unknown): number {
  const offered = colours.map((colour) => colour.variantId);
  return [Number(typed), variantId].find((id) => offered.includes(id)) ?? offered[0] ?? variantId;
}

async function claim(request: Request, { list, gift }: Given, about: Choice & Readonly<{ now: Date }>) {
  const { choice, deviceHash, now } = about;
  const allowed = await limit("gift-claim", clientAddress(request));
  if (!allowed.ok) return allowed;
  const visitor = await findVisitor(request);
  const { way, units, giver_name: giverName, email, message } = choice;
  const isEmailConfirmed = visitor?.isVerified === true && emailKey(visitor.email) === emailKey(email);
  const done = await claimGift(
    list,
    {
      giftId: gift.id,
      way: way === "elsewhere" ? "elsewhere" : "reservation",
      ...{ units, giverName, email, message, deviceHash, isEmailConfirmed },
      isOutOfStock: gift.sale === "sold-out",
    },
    now,
  );
  return done.ok ? ({ ok: true, value: giftListPaths.ownGift({ claim: done.value }) } as const) : done;
}

async function refusedGive(
  { list, gift }: Given,
  { choice, colour, deviceHash, now }: Choice & Readonly<{ colour: unknown; now: Date }>,
  refusal: Refusal<ShopErrorCode>,
) {
  const { status, message } = shopError(refusal);
  const values = {
    variant: String(variantToGive(gift, colour)),
    way: choice.way,
    units: String(choice.units),
    giver_name: choice.giver_name,
    email: choice.email,
    message: choice.message ?? "",
  };
  const headers = retryAfterHeader(refusal);
  const isRace = refusal.code === "gift-taken" || refusal.code === "gift-units";
  if (!isRace) return answered({ errors: {}, problem: message, values }, { status, headers });
  const others = (await viewAsGiver(list, deviceHash, now)).filter(
    (other) => other.left > 0 && other.id !== gift.id,
  );
  const race = {
    name: gift.name,
    left: Number(refusal.detail["left"] ?? 0),
    othersText: others.length === 1 ? "1 other is still wanted" : `${others.length} others are still wanted`,
  };
  return answered({ errors: {}, problem: null, values }, { status, headers }, race);
}
