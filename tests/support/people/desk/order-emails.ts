import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOrderConfirmationEmail, sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { makeRefund } from "#app/models/order/refund.server.ts";
import { connectEmail } from "#app/services/email/email.server.ts";
import type { Email, EmailPort } from "#app/services/email/email-port.ts";

/** Runs the jobs of orders that wait, and answers with the emails that they send. */
export async function sentOrderEmails(): Promise<ReadonlyArray<Email>> {
  const sent: Array<Email> = [];
  await sendOrderEmails({ send: async (email) => void sent.push(email) });
  return sent;
}

/** Runs the jobs of orders that wait, with `port` as the mail server. */
export async function sendOrderEmails(port: EmailPort): Promise<void> {
  const origin = "https://shop.example";
  const handlers = {
    "order-refund": makeRefund,
    "order-email": sendOrderStatusEmail(origin),
    "order-confirmation": sendOrderConfirmationEmail(origin),
  };
  connectEmail(port);
  try {
    // A refund that is made has an email of its own.
    for (let turn = 0; turn < 2; turn += 1) await runDueJobs(handlers);
  } finally {
    connectEmail(null);
  }
}

/** Their subjects, without the numbers of orders. */
export async function sentSubjects(): Promise<ReadonlyArray<string>> {
  return (await sentOrderEmails()).map(({ subject }) => subject.replace(/\d{6,}/g, "…"));
}
