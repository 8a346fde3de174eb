import { z } from "zod";

import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import type { ListedGift } from "#app/models/gift-list/gifts.server.ts";
import type { HelpedClaim } from "#app/models/gift-list/help.server.ts";
import { isGiftClaimId } from "#app/models/shared/ids.ts";

import {
  answerOutcome,
  columns,
  type Command,
  minuteOf,
  notDone,
  type Outcome,
  outcomeOfEach,
  refusalOutcome,
} from "./command.ts";
import { severalOf, verb, verbsCommand } from "./verbs.ts";

export const giftListsCommand: Command = verbsCommand({
  name: "gift-lists",
  summary: "show a gift list, free a claim, and move a list to another email address",
  about:
    "Helps families and givers who write to you. The code is the one on the family's card, such as 7K4P-9QWX.",
  verbs: {
    show: verb({
      about:
        "the list and what has been claimed of it. Do not tell the family: they may want to be surprised",
      words: { code: z.string() },
      run: ({ code }) => show(code),
    }),
    free: verb({
      about:
        "let a reserved gift go, or one that somebody says they bought elsewhere. The giver of a confirmed " +
        "reservation is emailed that it has ended. To free a gift that was paid for, cancel its order",
      words: { claim: severalOf(z.string()) },
      run: ({ claim }) => free(claim),
    }),
    move: verb({
      about:
        "for a family who have lost their mailbox: email a link to the new address, and a notice to the old one. " +
        "Nothing changes until the button behind the link is pressed; the old address can undo it for 72 hours. " +
        "Make sure that it is their list first",
      words: { code: z.string(), newEmailAddress: z.string() },
      run: ({ code, newEmailAddress }) => move(code, newEmailAddress),
    }),
  },
});

async function show(code: string): Promise<Outcome> {
  const { findListForHelp } = await import("#app/models/gift-list/help.server.ts");
  const now = new Date();
  const list = await findList(code, now);
  if (typeof list === "string") return notDone(list);
  const found = await findListForHelp(list.id, now);
  if (!found) return notDone(NO_LIST);
  const { gifts, claims } = found;
  return {
    isDone: true,
    words: [aboutList(list, gifts), claimTable(claims)].join("\n"),
    data: { ...aboutData(list), claims: claims.map(claimData) },
  };
}

const OLD_LINK = "That code belonged to an earlier link of the list, which the family has replaced.";
const NO_LIST = "There is no list with that code.";

async function findList(text: string, now: Date): Promise<GiftList | string> {
  const { readListCode } = await import("#app/models/gift-list/code.ts");
  const { findListByCode } = await import("#app/models/gift-list/lists.server.ts");
  const code = readListCode(text);
  const found = code === null ? null : await findListByCode(code, now);
  if (found === "former") return OLD_LINK;
  return found ?? NO_LIST;
}

function aboutData({ id, name, email, eventDay, state }: GiftList) {
  return { id, name, email, eventDay, state };
}

function aboutList({ name, email, eventDay, state }: GiftList, gifts: ReadonlyArray<ListedGift>): string {
  const count = gifts.length === 1 ? "1 gift" : `${gifts.length} gifts`;
  return `${name}, ${eventDay}, ${state}, ${count}, belongs to ${email}`;
}

function claimData({ id, giftName: gift, way, state, units, heldUntil, email, confirmedAt }: HelpedClaim) {
  return { id, gift, way, state, units, heldUntil, email, confirmedAt };
}

const HEADINGS = ["Claim", "Gift", "Units", "How", "Until (UTC)", "Giver"];

function claimTable(claims: ReadonlyArray<HelpedClaim>): string {
  if (claims.length === 0) return "Nothing is claimed.";
  const rows = claims.map(claimData);
  return columns(
    HEADINGS,
    rows.map(({ id, gift, units, way, heldUntil, email }) => [
      ...[id, gift, units, way],
      ...[minuteOf(heldUntil), email],
    ]),
  );
}

async function free(ids: ReadonlyArray<string>): Promise<Outcome> {
  const { freeClaim } = await import("#app/models/gift-list/claim-changes.server.ts");
  return outcomeOfEach(ids, async (id) => {
    const done = isGiftClaimId(id) ? await freeClaim(id, new Date()) : null;
    return done?.ok
      ? { ok: true, message: `${id} is free.` }
      : { ok: false, message: `${id}: there is nothing to free.` };
  });
}

async function move(code: string, typed: string): Promise<Outcome> {
  const { emailSchema } = await import("#app/models/email/address-schema.ts");
  const { requestListMove } = await import("#app/models/gift-list/move.server.ts");
  const now = new Date();
  const address = emailSchema.safeParse(typed);
  if (!address.success) return notDone(`${address.error.issues[0]?.message ?? "Enter an email address"}.`);
  const list = await findList(code, now);
  if (typeof list === "string") return notDone(list);
  const moved = await requestListMove({ ...list, role: "owner", coOwnerId: null }, address.data, now);
  if (!moved.ok) return refusalOutcome(moved);
  return answerOutcome(
    true,
    `A link is on its way to ${address.data}. The list moves when its button is pressed.`,
    {},
  );
}
