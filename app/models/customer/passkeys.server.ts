import { transact } from "#app/db/db.server.ts";
import type { Passkey, PasskeyRefusal, PasskeySite } from "#app/models/passkey/passkey.ts";
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  renamePasskey,
} from "#app/models/passkey/passkey.server.ts";
import {
  checkNewPasskey,
  checkPasskey,
  creationOptions,
  requestOptions,
} from "#app/models/passkey/webauthn.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import type { CustomerId, SessionId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { queueCustomerEmail } from "./customer-email.server.ts";
import { findCustomerRow, readCustomer } from "./customer.server.ts";
import type { Customer } from "./customer.ts";
import { customerLoggedIn } from "./events.server.ts";
import { tryPasskey } from "./login-throttle.server.ts";
import { type ConfirmCode, confirmPassword } from "./password.server.ts";
import { insertSession } from "./session.server.ts";

export function listOwnPasskeys(customerId: CustomerId): Promise<ReadonlyArray<Passkey>> {
  return listPasskeys({ customerId });
}

type Asking = Readonly<{
  customer: Customer;
  sessionId: SessionId;
  token: string;
  password: string;
  address: string;
  site: PasskeySite;
}>;

/**
 * JSON, once the password is right; only for a confirmed address, so that nobody gets into an account that its owner
 * has yet to take.
 */
export async function newOwnPasskeyOptions(
  { customer, sessionId, token, password, address, site }: Asking,
  now: Date,
): Promise<Result<unknown, ConfirmCode | "NOT_VERIFIED">> {
  if (!customer.isVerified) return refused("NOT_VERIFIED");
  const confirmed = await confirmPassword({ customerId: customer.id, password, address, token }, now);
  if (!confirmed.ok) return confirmed;
  const { name: shopName } = await findStore();
  const use = { purpose: "account-add", subject: sessionId } as const;
  const owner = { customerId: customer.id };
  return ok(await creationOptions({ owner, accountName: customer.email, shopName, site, use }, now));
}

type Adding = Readonly<{
  customerId: CustomerId;
  sessionId: SessionId;
  text: string;
  name: string;
  address: string;
  site: PasskeySite;
}>;

export async function addOwnPasskey(
  { customerId, sessionId, text, name, address, site }: Adding,
  now: Date,
): Promise<Result<null, "passkey-refused" | "passkey-known" | "passkey-too-many">> {
  const use = { purpose: "account-add", subject: sessionId } as const;
  const checked = await checkNewPasskey({ text, site, use }, now);
  if (!checked.ok) return checked;
  return transact<Result<null, "passkey-known" | "passkey-too-many">>(async () => {
    const added = await insertPasskey({ customerId }, { ...checked.value, name }, now);
    if (!added.ok) return added;
    await record("passkey-added", { customerId, address }, now);
    await queueCustomerEmail("passkey-added", { customerId });
    return ok(null);
  });
}

export async function renameOwnPasskey(
  customerId: CustomerId,
  { id, name }: Readonly<{ id: string; name: string }>,
): Promise<Result<null, "passkey-not-found">> {
  const before = await renamePasskey({ customerId }, id, name);
  return before === null ? refused("passkey-not-found") : ok(null);
}

/** Check the password first. */
export async function removeOwnPasskey(
  customerId: CustomerId,
  { id, address }: Readonly<{ id: string; address: string }>,
  now: Date,
): Promise<Result<null, "passkey-not-found">> {
  return transact<Result<null, "passkey-not-found">>(async () => {
    if ((await deletePasskey({ customerId }, id)) === null) return refused("passkey-not-found");
    await record("passkey-removed", { customerId, address }, now);
    await queueCustomerEmail("passkey-removed", { customerId });
    return ok(null);
  });
}

/** JSON; the passkey itself says whose it is, so nobody learns of an account. */
export function passkeyLoginOptions(site: PasskeySite, now: Date): Promise<unknown> {
  return requestOptions({ owner: null, site, use: LOG_IN }, now);
}

const LOG_IN = { purpose: "account-log-in", subject: "" } as const;

type PasskeyLogIn = Readonly<{ text: string; site: PasskeySite; address: string; userAgent: string }>;
type LoggedIn = Readonly<{ customer: Customer; token: string }>;

/** Wrong ones count for the network address, as wrong passwords do. */
export function logInWithPasskey(
  { text, site, address, userAgent }: PasskeyLogIn,
  now: Date,
): Promise<Result<LoggedIn, PasskeyRefusal | "login-slow-down">> {
  return tryPasskey(
    address,
    async () => {
      const checked = await checkPasskey({ text, site, use: LOG_IN, owner: null }, now);
      const done = checked.ok ? await startSession(checked.value, { address, userAgent }, now) : checked;
      if (!done.ok)
        await record("passkey-refused", { customerId: null, address, detail: { why: done.code } }, now);
      return done;
    },
    now,
  );
}

type Used = Parameters<typeof notePasskeyUse>[0];

async function startSession(
  used: Used,
  { address, userAgent }: Readonly<{ address: string; userAgent: string }>,
  now: Date,
): Promise<Result<LoggedIn, PasskeyRefusal>> {
  return transact<Result<LoggedIn, PasskeyRefusal>>(async () => {
    const noted = await notePasskeyUse(used, now);
    if (!noted.ok) return noted;
    const row = "customerId" in used.owner ? await findCustomerRow(used.owner.customerId) : null;
    if (!row) return refused("passkey-refused");
    const customer = readCustomer(row);
    const token = await insertSession({ customerId: customer.id, address, userAgent }, now);
    await record("login", { customerId: customer.id, address }, now);
    if (customer.isVerified) await customerLoggedIn.publish({ customerId: customer.id, now });
    return ok({ customer, token });
  });
}
