import { config } from "#app/config.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { isSubscribed } from "#app/models/newsletter/subscription.server.ts";

/** Whether the checkout asks: not where the shop sends no reminders, nor a customer who has agreed already. */
export async function offersReminder(visitor: Customer | null): Promise<boolean> {
  if (config.cartRecoveryDelayHours === 0) return false;
  return !visitor?.isVerified || !(await isSubscribed(visitor.email, "baskets"));
}
