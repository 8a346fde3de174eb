import { randomBytes } from "node:crypto";

/** `prefix_` and 22 random base64url characters (132 bits), such as "cart_…". */
export function newId<Prefix extends string>(prefix: Prefix): `${Prefix}_${string}` {
  return `${prefix}_${randomBytes(17).toString("base64url").slice(0, 22)}`;
}
