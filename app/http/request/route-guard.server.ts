/** The guards of pages, by name (requirement routes-9). */
import { requireCustomer, requireCustomerSession } from "./require-customer.server.ts";

const GUARDS = {
  /** Returns the customer; redirects everybody else to the login page (requirement customer-5). */
  login: requireCustomer,
  "login-session": requireCustomerSession,
} as const;

type GuardName = keyof typeof GUARDS;

/** Throws for a visitor who may not pass, and "Unknown route middleware" for an unknown name. */
export function passGuard<Name extends GuardName>(
  name: Name,
  request: Request,
): ReturnType<(typeof GUARDS)[Name]> {
  if (!Object.hasOwn(GUARDS, name)) throw new Error("Unknown route middleware");
  return GUARDS[name](request) as ReturnType<(typeof GUARDS)[Name]>;
}
