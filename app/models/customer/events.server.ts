import { newDomainEvent } from "#app/models/platform/domain-event.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

import type { CustomerRow } from "./customer.server.ts";

type OfCustomer = Readonly<{ customerId: CustomerId; now: Date }>;

export const customerLoggedIn = newDomainEvent<OfCustomer>("customer-logged-in");

export const customerVerified = newDomainEvent<OfCustomer>("customer-verified");

/** The password and the address's confirmation are about to be written. */
export const passwordResetStarted = newDomainEvent<OfCustomer>("password-reset-started");

export const passwordReset = newDomainEvent<OfCustomer>("password-reset");

export const customerEmailChanged = newDomainEvent<
  OfCustomer & Readonly<{ before: CustomerRow | null; email: string }>
>("customer-email-changed");
