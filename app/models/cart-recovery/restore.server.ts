import { db, transact } from "#app/db/db.server.ts";
import { deleteCart } from "#app/models/cart/cart.server.ts";
import { mergeLines, mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { type MergeOutcome, shortfallNotes } from "#app/models/cart/merge.ts";
import { bumpCartVersion } from "#app/models/cart/queries.server.ts";
import { mergeDirection } from "#app/models/cart/waiting-order.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import { findRecovery, type RecoveryLink } from "./cart-recovery.server.ts";
import { type FoundRecovery, type RecoveryVisit, takenText } from "./cart-recovery.ts";
import { countRecovered } from "./report.server.ts";
import { addSavedItems } from "./saved-items.server.ts";

export const RECOVERY_CHOICES = ["merge", "use", "keep"] as const;

export type RecoveryChoice = (typeof RECOVERY_CHOICES)[number];

export type Recovered = Readonly<{ cartId: CartId | null; notes: ReadonlyArray<string> }>;

/** Idempotent: items that are there already are not added again. */
export async function recoverCart(
  link: RecoveryLink,
  { visit, choice }: Readonly<{ visit: RecoveryVisit; choice: RecoveryChoice }>,
  now: Date,
): Promise<Result<Recovered, "not-found">> {
  const recovery = await findRecovery(link, visit, now);
  if (recovery.kind === "gone") return refused("not-found");
  if (recovery.kind === "here") return ok({ cartId: link.cartId, notes: [] });
  if (choice === "keep") return ok({ cartId: null, notes: [] });
  const recovered =
    recovery.source === "cart"
      ? await takeCart(link.cartId, { visit, choice }, now)
      : await takeCopy(recovery, { visit, choice }, now);
  if (recovered.cartId && recovery.source !== "order")
    await countRecovered(link.cartId, recovered.cartId, now);
  return ok(recovered);
}

type Chosen = Readonly<{ visit: RecoveryVisit; choice: "merge" | "use" }>;

async function takeCart(saved: CartId, { visit, choice }: Chosen, now: Date): Promise<Recovered> {
  const back = { cartId: saved, notes: ["We have restored your saved basket."] };
  if (choice === "use" || !visit.cartId) return back;
  const { cartId, outcome } = await joinCarts({ from: visit.cartId, into: saved }, now);
  const notes = outcome ? ["We have combined both baskets.", ...shortfallNotes(outcome)] : back.notes;
  return retainedFor(visit, { cartId, notes }, now);
}

/** A new cart becomes the customer's only if it mixes with nothing of theirs. */
async function takeCopy({ saved }: FoundRecovery, { visit, choice }: Chosen, now: Date): Promise<Recovered> {
  const requested = saved.length;
  const { cartId, put } = await addSavedItems(saved, choice === "merge" ? visit.cartId : null, now);
  const taken = { cartId, notes: [takenText(put, requested)] };
  return choice === "merge" || !visit.cartId ? retainedFor(visit, taken, now) : taken;
}

async function retainedFor({ customerId }: RecoveryVisit, taken: Recovered, now: Date): Promise<Recovered> {
  if (!customerId || !taken.cartId) return taken;
  const { cartId, notes } = await mergeGuestCart(customerId, taken.cartId, now);
  return { cartId: cartId ?? taken.cartId, notes: [...taken.notes, ...notes] };
}

type Join = Readonly<{ from: CartId; into: CartId }>;

/**
 * `into` keeps its id, so that its order counts for the abandoned cart, unless an order of `from` waits for its payment.
 * `outcome` is null if nothing was merged: one of the two was gone, or orders of both wait.
 */
async function joinCarts(
  { from, into }: Join,
  now: Date,
): Promise<Readonly<{ cartId: CartId; outcome: MergeOutcome | null }>> {
  const terms = await findSaleTerms();
  const joined = await transact(async () => {
    // One lock order for all, so that two browsers cannot deadlock.
    const there = new Map<CartId, boolean>();
    for (const id of [from, into].sort()) there.set(id, await bumpCartVersion(id, now));
    if (!there.get(into)) return ok({ cartId: from, outcome: null });
    if (!there.get(from)) return ok({ cartId: into, outcome: null });
    const direction = await mergeDirection({ from, into });
    if (!direction) return ok({ cartId: into, outcome: null });
    await keepChoices({ first: from, second: into, into: direction.into });
    const outcome = await mergeLines({ ...direction, terms }, now);
    await deleteCart(direction.from, now);
    return ok({ cartId: direction.into, outcome });
  });
  return joined.value;
}

type Choices = Readonly<{ first: CartId; second: CartId; into: CartId }>;

/** What was chosen in `first` counts, and else what was chosen in `second`. */
async function keepChoices({ first, second, into }: Choices): Promise<void> {
  const columns = ["coupon_code", "delivery_method", "delivery_postcode", "email"] as const;
  const choicesOf = (id: CartId) =>
    db().selectFrom("carts").select(columns).where("id", "=", id).executeTakeFirstOrThrow();
  const [before, after] = [await choicesOf(second), await choicesOf(first)];
  const chosen = Object.fromEntries(columns.map((column) => [column, after[column] ?? before[column]]));
  await db().updateTable("carts").set(chosen).where("id", "=", into).execute();
}
