/** The guards of pages, by name (requirement routes-9). */
import { requireCustomer, requireCustomerSession } from "./require-customer.server.ts";

const GUARDS = {
  /** Returns the customer; redirects everybody else to the login page (requirement customer-5). */
  login: requireCustomer,
  "login-session": requireCustomerSession,
} as const;

type GuardName = keyof typeof GUARDS;

/**
 * The result of the guard `name`, which throws for a visitor who may not pass. An unknown name throws "Unknown route
 * middleware".
 */
export function passGuard<Name extends GuardName>(
  name: Name,
  request: Request,
): ReturnType<(typeof GUARDS)[Name]> {
  if (!Object.hasOwn(GUARDS, name)) throw new Error("Unknown route middleware");
  return GUARDS[name](request) as ReturnType<(typeof GUARDS)[Name]>;
}
