/** Stands for the provider of orders of which nothing is left to pay: they are paid as soon as they are placed. */
import { ok, refused } from "#app/models/shared/result.ts";

import type { PaymentPort } from "./payment-port.ts";

const ID = /^none_([A-Z]{3})_(.+)$/;

export const noPayment: PaymentPort = {
  name: "none",
  origin: null,
  isTest: false,
  /** There is no page: the shopper goes on to where one would lead back. */
  open: async ({ attemptId, amount: { minor, currency }, returnUrl }) => {
    if (minor !== 0) return refused("payment-unavailable");
    const { pathname, search } = new URL(returnUrl);
    return ok({ paymentId: `none_${currency}_${attemptId}`, url: `${pathname}${search}` });
  },
  intent: async () => null,
  find: async (paymentId) => {
    const [, currency, attemptId] = ID.exec(paymentId) ?? [];
    if (!currency || !attemptId) return [];
    const amount = { minor: 0, currency };
    const occurredAt = new Date().toISOString();
    return [
      { eventId: `evt_${paymentId}`, paymentId, attemptId, type: "paid", amount, detail: null, occurredAt },
    ];
  },
  close: async () => undefined,
  readEvent: () => null,
  refund: async () => refused("refund-failed"),
};
