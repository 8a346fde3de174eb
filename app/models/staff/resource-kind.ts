/** What the owner handles by a declaration (docs/resources.md), as its lines in the log name it. */
export type ResourceKind =
  | "brand"
  | "category"
  | "closure"
  | "coupon"
  | "delivery-method"
  | "delivery-rate"
  | "delivery-zone"
  | "redirect"
  | "saved-reply"
  | "setting-group"
  | "subscriber";

/** A step on one of these: "redirect-removed". */
export type ResourceAction = `${ResourceKind}-${string}`;
