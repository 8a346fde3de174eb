import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";

import { invariantAlertEmail } from "./alert.ts";

/** Handles "invariant-alert" {orderNumber, broken}. */
export function alertOfBrokenInvariant(origin: string): JobHandler {
  return async (job) => {
    const { orderNumber, broken } = job.payload;
    const store = await findStore();
    await email().send({
      key: `${job.kind}-${job.id}`,
      from: { name: store.name, address: store.contact.email },
      to: store.contact.email,
      ...invariantAlertEmail({ store, origin, orderNumber: Number(orderNumber), broken: String(broken) }),
    });
  };
}
