import type Stripe from "stripe";

let library: typeof Stripe | null = null;

/** It takes 20 MB and a tenth of a second: only a shop that uses it loads it, before it opens. */
export async function loadStripe(): Promise<void> {
  library = (await import("stripe")).default;
}

export function stripeLibrary(): typeof Stripe {
  if (!library) throw new Error("loadStripe() comes first");
  return library;
}
