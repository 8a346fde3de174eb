import { randomness } from "./randomness.server.ts";

/** `prefix_` and 22 random base64url characters (132 bits), such as "cart_…". */
export function newId<Prefix extends string>(prefix: Prefix): `${Prefix}_${string}` {
  return `${prefix}_${randomness().bytes(17).toString("base64url").slice(0, 22)}`;
}
