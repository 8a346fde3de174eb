import type { CustomerId } from "#app/models/shared/ids.ts";

export type Customer = Readonly<{
  id: CustomerId;
  email: string;
  firstName: string;
  lastName: string;
  isVerified: boolean;
  wantsNewsletter: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
}>;
