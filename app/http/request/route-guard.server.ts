/** The guards that stand before pages, each by the name that a page asks for it (reading 39). */
import { requireCustomer, requireCustomerSession } from "./require-customer.server.ts";

const GUARDS = {
  /** Lets customers through, and answers with them; everybody else goes to the login page (reading 16). */
  login: requireCustomer,
  /** The same for pages that have to do with the session itself. */
  "login-session": requireCustomerSession,
} as const;

type GuardName = keyof typeof GUARDS;

/**
 * What the guard called `name` answers with for who is let through; it throws the way for everybody else. A name that
 * no guard has is a bug that must not open a door: it throws "Unknown route middleware".
 */
export function passGuard<Name extends GuardName>(
  name: Name,
  request: Request,
): ReturnType<(typeof GUARDS)[Name]> {
  if (!Object.hasOwn(GUARDS, name)) throw new Error("Unknown route middleware");
  return GUARDS[name](request) as ReturnType<(typeof GUARDS)[Name]>;
}
