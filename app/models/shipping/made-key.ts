import { slugOf } from "#app/models/shared/slug.ts";

const KEY_MAX = 40;

/** Of a method or zone that the desk makes: "own_courier", or "own_courier_2" where that is taken. It never changes. */
export function madeKey(name: string, taken: ReadonlySet<string>): string {
  const first = `own_${slugOf(name).replaceAll("-", "_").slice(0, KEY_MAX)}`;
  let key = first;
  for (let number = 2; taken.has(key); number += 1) key = `${first}_${number}`;
  return key;
}
