/** Everything that the owner handles by a declaration (docs/resources.md). */
import type { Resource } from "#app/models/resource/resource.ts";

import { brands } from "./resources/brands.server.ts";
import { categories } from "./resources/categories.server.ts";
import { closures } from "./resources/closures.server.ts";
import { coupons } from "./resources/coupons.server.ts";
import { deliveryMethods } from "./resources/delivery-methods.server.ts";
import { deliveryRates } from "./resources/delivery-rates.server.ts";
import { deliveryZones } from "./resources/delivery-zones.server.ts";
import { newsletter } from "./resources/newsletter.server.ts";
import { redirects } from "./resources/redirects.server.ts";
import { savedReplies } from "./resources/replies.server.ts";

/** In the order of the desk's menu. */
export const RESOURCES: ReadonlyArray<Resource> = [
  redirects,
  savedReplies,
  coupons,
  categories,
  brands,
  closures,
  deliveryMethods,
  deliveryZones,
  deliveryRates,
  newsletter,
];

export function findResource(name: string): Resource | null {
  return RESOURCES.find((one) => one.name === name) ?? null;
}

/** By what a line of the log is about: "redirect". */
export function findResourceOf(kind: string): Resource | null {
  return RESOURCES.find((one) => one.kind === kind) ?? null;
}
