/** What happens to accounts, published in the transaction of the change. */
import { newDomainEvent } from "#app/models/platform/domain-event.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

import type { CustomerRow } from "./customer.server.ts";

type OfCustomer = Readonly<{ customerId: CustomerId; now: Date }>;

/** A customer with a confirmed e-mail address logged in. */
export const customerLoggedIn = newDomainEvent<OfCustomer>("customer-logged-in");

/** The customer confirmed the account's e-mail address. */
export const customerVerified = newDomainEvent<OfCustomer>("customer-verified");

/** Somebody holds a link for a new password; the password and the address's confirmation are about to be written. */
export const passwordResetStarted = newDomainEvent<OfCustomer>("password-reset-started");

/** The new password is written, and the address that the link came to is confirmed. */
export const passwordReset = newDomainEvent<OfCustomer>("password-reset");

/** The account has another e-mail address. */
export const customerEmailChanged = newDomainEvent<
  OfCustomer & Readonly<{ /** The customer's row as it was. */ before: CustomerRow | null; email: string }>
>("customer-email-changed");
