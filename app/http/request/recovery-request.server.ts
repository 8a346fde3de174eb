import { redirect } from "@remix-run/node";

import { readLinkProofs } from "#app/http/server/link-token-cookie.server.ts";
import { logger } from "#app/http/server/log.server.ts";
import { currentConsent } from "#app/http/session/consent.server.ts";
import { setGuestMarker } from "#app/http/session/guest-marker.server.ts";
import type { RecoveryLink } from "#app/models/cart-recovery/cart-recovery.server.ts";
import { LINK_PURPOSES, signedPurpose } from "#app/models/cart/recovery-link.server.ts";
import { countOpened, countRecovered } from "#app/models/cart-recovery/report.server.ts";
import { failureText } from "#app/models/jobs/job.ts";
import { type CartId, isCartId } from "#app/models/shared/ids.ts";

import { isBot } from "./bot.server.ts";
import { findVisitor } from "./require-customer.server.ts";
import { isFetchedAhead } from "./speculation.ts";

const CONTACT_PARAMETER = "omnisendContactID";
const CONTACT_ID = /^[A-Za-z0-9_-]{1,64}$/;
const CART_PARAMETER = "cartID";

/** Null where the address names no cart. The front server has moved the signature out of the address. */
export async function readRecoveryLink(
  request: Request,
  named: string | undefined,
  now: Date,
): Promise<RecoveryLink | null> {
  const cartId = named ?? new URL(request.url).searchParams.get(CART_PARAMETER);
  if (!isCartId(cartId)) return null;
  const signatures = await readLinkProofs(request);
  const purposes = signatures.map((sig) => signedPurpose(cartId, sig, now));
  return { cartId, purpose: LINK_PURPOSES.find((purpose) => purposes.includes(purpose)) ?? null };
}

/** Removes the contact id from the address. Null for every other address. */
export async function contactAnswer(request: Request, path: string): Promise<Response | null> {
  const contactId = new URL(request.url).searchParams.get(CONTACT_PARAMETER);
  if (contactId === null) return null;
  const headers = new Headers();
  if (CONTACT_ID.test(contactId) && (await mayBeMarked(request)))
    headers.append("Set-Cookie", await setGuestMarker(contactId));
  return redirect(path, { status: 303, headers });
}

/** Without an answer about cookies the marker is allowed, because the recipient requested the email. */
async function mayBeMarked(request: Request): Promise<boolean> {
  const [consent, visitor] = await Promise.all([currentConsent(request), findVisitor(request)]);
  return consent?.marketing !== false && visitor === null && !isBot(request);
}

/** Once a day, and not for bots and HEAD requests. Never throws. */
export async function countVisit(
  request: Request,
  { cartId, isRecovered }: Readonly<{ cartId: CartId; isRecovered: boolean }>,
  now: Date,
): Promise<void> {
  if (!isPersonal(request)) return;
  try {
    await countOpened(cartId, now);
    if (isRecovered) await countRecovered(cartId, cartId, now);
  } catch (error) {
    logger.warn({ failure: failureText(error) }, "a recovered basket was not counted");
  }
}

function isPersonal(request: Request): boolean {
  return request.method === "GET" && !isBot(request) && !isFetchedAhead(request);
}
