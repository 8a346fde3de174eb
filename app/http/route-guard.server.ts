/** Who may pass to a route, by name (reading 39). */
import { isProduction } from "./environment.server.ts";
import { requireCustomer } from "./require-customer.server.ts";
import { notFound } from "./responses.server.ts";

const GUARDS: Readonly<Record<string, (request: Request) => unknown>> = {
  /** Whoever is logged in, and whose account loads (reading 16). */
  customer: requireCustomer,
  /** Whoever builds the shop: in production there is no such page. */
  builder: (request) => {
    if (isProduction()) throw notFound(request);
  },
};

/** Lets `request` pass, or throws the guard's answer. A name that nobody knows is a bug, and lets nobody in. */
export async function passGuard(name: string, request: Request): Promise<void> {
  const guard = Object.hasOwn(GUARDS, name) ? GUARDS[name] : undefined;
  if (!guard) throw new Error("Unknown route middleware");
  await guard(request);
}
