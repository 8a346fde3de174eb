import { transact } from "#app/db/db.server.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { type CustomerId, isCustomerId } from "#app/models/shared/ids.ts";
import { ok } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";

import { customerEmail, type CustomerEmailTemplate, LINK_OF } from "./customer-email.ts";
import { type CustomerRow, findCustomerRow } from "./customer.server.ts";
import { accountName } from "./email-ownership.ts";
import { issueToken } from "./token.server.ts";

type Recipient = Readonly<{
  /** Null for no account: such a job sends nothing, and exists so that nobody can tell. */
  customerId: CustomerId | null;
  to?: string;
}>;

export async function queueCustomerEmail(
  template: CustomerEmailTemplate,
  { customerId, to }: Recipient,
): Promise<void> {
  await enqueue({
    key: `account-email:${newId("mail")}`,
    kind: "account-email",
    payload: { template, customerId, ...(to === undefined ? {} : { to }) },
  });
}

export function sendCustomerEmail(origin: string): JobHandler {
  return async (job) => {
    const { template, customerId, to } = readPayload(job);
    const customer = customerId && (await findCustomerRow(customerId));
    if (!customerId || !customer) return;
    const address = to ?? customer.email;
    const [store, token] = await Promise.all([findStore(), tokenFor(customer, template, address)]);
    await email().send({
      // Each try has a new link, and only the newest works.
      key: `${job.kind}-${job.id}-${job.tries}`,
      from: { name: store.name, address: store.contact.email },
      to: address,
      ...customerEmail({ template, store, origin, account: accountName(customer), token }),
    });
  };
}

async function tokenFor(
  customer: CustomerRow,
  template: CustomerEmailTemplate,
  address: string,
): Promise<string | null> {
  const purpose = LINK_OF[template];
  if (!purpose || !isCustomerId(customer.id)) return null;
  const token = { customerId: customer.id, purpose, email: address };
  const issued = await transact(async () => ok(await issueToken(token, new Date())));
  return issued.value;
}

function readPayload({ key, payload }: Job) {
  const { template, customerId, to } = payload;
  if (typeof template !== "string" || !Object.hasOwn(LINK_OF, template))
    throw new Error(`The job ${key} is for an email that nobody knows`);
  return {
    template: template as CustomerEmailTemplate,
    customerId: isCustomerId(customerId) ? customerId : null,
    to: typeof to === "string" ? to : undefined,
  };
}
