import type { ConsentSource } from "#app/models/newsletter/subscription.ts";

const PLACES = {
  footer: "at the foot of a page",
  page: "on the newsletter’s page",
  home: "on the home page",
  checkout: "at the checkout",
  registration: "when they opened an account",
  account: "in their account",
} as const satisfies Record<ConsentSource, string>;

/** The name itself for one of another version of the shop. */
export function placeNamed(source: string): string {
  return source in PLACES ? PLACES[source as ConsentSource] : source;
}
